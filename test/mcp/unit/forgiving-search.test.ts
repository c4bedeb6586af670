import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteTools } from '../../../sidecar/mcp/features/site-tools.ts';
import { createRankedSearch } from '../../../sidecar/ranked-search/ranked-search.ts';
import type { McpToolName } from '../../../src/core/mcp/tools.ts';
import { createFixtureIndex, fixtureSite } from '../system/fixture-site.ts';

const everything = { kind: null, category: null, year: null, limit: 9, offset: 0, snippets: false };

function searchIn(...titles: string[]) {
  const documents = titles.map((title, at) => ({
    id: at + 1,
    slug: `d${at}`,
    title,
    text: `About ${title.toLowerCase()}.`,
    date: `20${30 - at}-01-01T00:00:00`,
  }));
  const search = createRankedSearch(createFixtureIndex(documents, []), fixtureSite);
  return (query: string, more: object = {}) => search({ query, ...everything, ...more });
}

const find = searchIn(
  'Lighthouse keepers',
  'Überschriften',
  'Straßenbahn',
  'Café crème',
  'Łódź',
  'Маяки',
  'Weaver and weevil',
  'nginx',
  'Brücken über Flüsse',
  '灯台の光',
);

test.each([
  ['a wrong letter', 'lighthause', 'lighthouse'],
  ['a wrong first letter', 'righthouse', 'lighthouse'],
  ['a missing letter', 'lighthose', 'lighthouse'],
  ['a missing first letter', 'ighthouse', 'lighthouse'],
  ['a doubled letter', 'lighthhouse', 'lighthouse'],
  ['a doubled first letter', 'llighthouse', 'lighthouse'],
  ['two swapped letters', 'lighthosue', 'lighthouse'],
  ['two swapped first letters', 'ilghthouse', 'lighthouse'],
  ['two mistakes in a long word', 'lighthauze', 'lighthouse'],
  ['swapped letters in a short word', 'ngnix', 'nginx'],
  ['an umlaut as two letters', 'Ueberschriften', 'uberschriften'],
  ['umlauts in several words', 'bruecken fluesse', 'brucken flusse'],
  ['ss for ß', 'Strassenbahn', 'straßenbahn'],
  ['a letter that has no accent to leave out', 'Lodz', 'łodz'],
  ['another script', 'мояки', 'маяки'],
  ['a phrase', '"lighthouse kepers"', '"lighthouse keepers"'],
])('where nothing is found, the nearest word is searched: %s', (_, query, searched) => {
  const found = find(query);
  expect(found.searched).toBe(searched);
  expect(found.total).toBe(1);
});

test.each(['lighthouse', 'lighthouses', 'cafe', 'CREME', 'light', 'lighthause weaver', '灯台'])(
  'what finds something is searched as it is: %s',
  (query) => {
    const found = find(query);
    expect(found.total).toBeGreaterThan(0);
    expect(found).not.toHaveProperty('searched');
  },
);

test.each(['zzzzzzzz', 'xyz', '猫', '1234567', 'keepers"', '!!'])(
  'words that resemble none are not replaced: %s',
  (query) => {
    expect(find(query)).not.toHaveProperty('searched');
  },
);

test('of equally near words, that of more documents is searched, among those that may be found', () => {
  const search = searchIn('Heron', 'Heroin', 'Heron again');
  expect(search('heroon')).toMatchObject({ searched: 'heron', total: 2 });
  expect(search('heroon', { year: '2029' })).toMatchObject({ searched: 'heroin', total: 1 });
});

test('the page that a word is the title of is found where others have all words in their text', () => {
  const text = 'A loom, its threads and its speed.';
  const documents = [1, 2, 3, 4].map((id) => ({ id, slug: `a${id}`, title: `Notes ${id}`, text }));
  const looms = { id: 5, slug: 'looms', title: 'The loom', text: 'It weaves.' };
  const search = createRankedSearch(createFixtureIndex([...documents, looms], []), fixtureSite);
  const { hits } = search({ query: 'speed of a loom', ...everything });
  expect(hits.slice(0, 5).map(({ id }) => id)).toContain(5);
});

test('spellings of English in Britain and America find each other', () => {
  const search = searchIn('The licence', 'Colours', 'How we organize', 'Hours');
  expect(search('license').hits.map(({ title }) => title)).toEqual(['The licence']);
  expect(search('color').hits.map(({ title }) => title)).toEqual(['Colours']);
  expect(search('organised').hits.map(({ title }) => title)).toEqual(['How we organize']);
});

describe('MCP', () => {
  const index = createFixtureIndex();
  index.exec(`INSERT INTO wp_object VALUES ('user', 1, 0, '{"slug":"keeper"}', x'', x'', x''),
    ('user', 2, 1, '{"slug":"guest"}', x'', x'', x''); UPDATE document SET author = 2 WHERE id = 108`);
  const twins: Readonly<Record<string, string>> = { '/index.md': '# Field notes\n\nAll of them.\n' };
  const content = createContentReader(index, fixtureSite, undefined, (path) => twins[path]);
  const tools = createSiteTools(fixtureSite, content);
  const call = (name: McpToolName, given: Record<string, unknown>) =>
    tools.find(({ description }) => description.name === name)?.call(given) as CallToolResult;
  const ids = (given: Record<string, unknown>) => {
    const { structuredContent } = call('search', given);
    return (structuredContent as { results: { id: string }[] }).results.map(({ id }) => id);
  };

  test('search names the words that were searched instead', () => {
    expect(call('search', { query: 'goverror' }).structuredContent).toMatchObject({
      searched: 'governor',
      total: 1,
    });
    expect(call('search', { query: 'governor' }).structuredContent).not.toHaveProperty('searched');
  });

  test.each([
    [{}, ['109', '108']],
    [{ category: 'looms' }, ['109']],
    [{ tag: 'steam' }, ['108']],
    [{ category: 'machines', tag: 'brass' }, ['109', '108']],
    [{ author: 'guest' }, ['108']],
    [{ author: 'keeper' }, ['109']],
    [{ after: '2026-05-01' }, ['109']],
    [{ before: '2026-05-01' }, ['108']],
    [{ after: '2026-04-01', before: '2026-05-01T00:00:00Z', type: 'post', tag: 'steam' }, ['108']],
    [{ type: 'page' }, []],
  ])('search and list_content are narrowed alike: %j', (narrowing, expected) => {
    expect(ids({ query: 'loom', ...narrowing })).toEqual(expected);
    const { structuredContent } = call('list_content', narrowing);
    const listed = (structuredContent as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(listed.filter((id) => ['108', '109'].includes(id))).toEqual(expected);
  });

  test.each([
    [{ category: 'nothing' }, 'There is no category with the slug "nothing".'],
    [{ author: 'nobody' }, 'There is no author with the slug "nobody". There are: keeper, guest.'],
  ])('a slug that no one has is refused: %j', (narrowing, message) => {
    for (const result of [
      call('search', { query: 'loom', ...narrowing }),
      call('list_content', { ...narrowing }),
    ]) {
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result.content)).toContain(JSON.stringify(message).slice(1, -1));
    }
  });

  test.each(['0', '/', 'https://notes.example.org/', 'https://notes.example.org', '/index.md'])(
    'fetch reads the home page: %s',
    (id) => {
      expect(call('fetch', { id }).structuredContent).toMatchObject({
        id: '0',
        title: 'Field notes',
        url: 'https://notes.example.org/',
        text: twins['/index.md'],
      });
    },
  );
});
