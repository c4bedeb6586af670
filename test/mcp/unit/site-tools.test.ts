import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteTools } from '../../../sidecar/mcp/features/site-tools.ts';
import { createRankedSearch } from '../../../sidecar/ranked-search/ranked-search.ts';
import {
  createTools,
  type McpToolName,
  type McpToolOutput,
  mcpTextLimit,
} from '../../../src/core/mcp/tools.ts';
import { createFixtureIndex, fixtureDocuments, fixtureSite, longText } from '../system/fixture-site.ts';

const tools = createSiteTools(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite));

function result(name: McpToolName, given: Record<string, unknown>) {
  const tool = tools.find((each) => each.description.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  // Without a queue, searches are answered at once.
  return tool.call(given) as CallToolResult;
}

/** What a tool answers, checked against its own schema. */
function answer<Name extends McpToolName>(name: Name, given: Record<string, unknown>): McpToolOutput<Name> {
  const { structuredContent, content, isError } = result(name, given);
  expect(isError).toBeUndefined();
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  return createTools(fixtureSite)[name].output.strict().parse(structuredContent) as McpToolOutput<Name>;
}

function refusal(name: McpToolName, given: Record<string, unknown>): string {
  const { isError, content, structuredContent } = result(name, given);
  expect(isError).toBe(true);
  expect(structuredContent).toBeUndefined();
  const [first] = content;
  if (first?.type !== 'text') throw new Error('no words');
  return first.text;
}

const titles = (query: string, more: object = {}) =>
  answer('search', { query, ...more }).results.map((hit) => hit.title);

describe('search for names with signs', () => {
  const titled = (title: string, place: number) => ({
    id: place + 1,
    slug: `n${place}`,
    title,
    text: `${title} it is.`,
  });
  const names = [
    'Why C++',
    'C by itself',
    'A year of C#',
    'On .NET',
    'F# and R&D',
    'The net and the sharp',
    'A&B at AT&T',
  ];
  const search = createRankedSearch(createFixtureIndex(names.map(titled), []), fixtureSite);
  const find = (query: string) =>
    search({ query, kind: null, category: null, year: null, limit: 9, offset: 0, snippets: true }).hits;

  test.each([
    ['C#', 'A year of C#'],
    ['c#', 'A year of C#'],
    ['C++', 'Why C++'],
    ['F#', 'F# and R&D'],
    ['.NET', 'On .NET'],
    ['AT&T', 'A&B at AT&T'],
    ['r&d', 'F# and R&D'],
    ['"AT&T" it', 'A&B at AT&T'],
  ])('%s is first where it is written', (query, title) => {
    expect(find(query)[0]?.title).toBe(title);
  });

  test('its letter is found where nothing has the name', () => {
    expect(find('C+').map((hit) => hit.title)).toContain('C by itself');
  });
});

describe('search', () => {
  test('a word in the title ranks above the same word in the text', () => {
    expect(titles('loom')).toEqual(['The loom of Jacquard', 'Governors']);
  });

  test('a title ranks above a text that repeats the word thousands of times', () => {
    expect(titles('crank')).toEqual(['Cranks', 'A long text']);
  });

  test('covers every type, and can be narrowed to one', () => {
    expect(titles('engine').sort()).toEqual(['Engines that read', 'Governors']);
    expect(titles('engine', { type: 'talk' })).toEqual(['Engines that read']);
    expect(titles('beads')).toEqual(['Abacus']);
  });

  test('case, diacritics and the endings of words do not matter', () => {
    expect(titles('UBER')).toEqual(['Über Uhren']);
    expect(titles('café')).toEqual(['Über Uhren']);
    expect(titles('weav')).toEqual(titles('weaves'));
  });

  test('a word finds its other forms, with those in the title first, and a phrase only itself', () => {
    expect(titles('looms')).toEqual(titles('loom'));
    expect(titles('cranking')).toEqual(titles('crank'));
    expect(titles('weaving cards')[0]).toBe('The loom of Jacquard');
    expect(titles('"looms"')).toEqual([]);
  });

  test('the snippet shows the form that was found', () => {
    expect(answer('search', { query: 'weaving' }).results[0]?.snippet).toContain('weaves');
  });

  test('words that say nothing do not decide, and are searched for when there are no others', () => {
    expect(titles('what about the loom')).toEqual(titles('loom'));
    expect(titles('what they')).toContain('The loom of Jacquard');
  });

  test('words that say nothing are those of the language, with or without accents', () => {
    const search = createRankedSearch(createFixtureIndex(), { ...fixtureSite, language: 'de' });
    const found = (query: string) =>
      search({ query, kind: null, category: null, year: null, limit: 9, offset: 0, snippets: false }).hits;
    expect(found('über die Kurbel')).toEqual(found('Kurbel'));
    expect(found('uber Kurbel')).toEqual(found('Kurbel'));
    expect(found('über').map(({ title }) => title)).toEqual(['Über Uhren']);
  });

  test('a question finds the page that has the rare words', () => {
    expect(titles('how does one keep the speed of an engine with beads?')).toContain('Governors');
  });

  test('words that most pages have decide nothing next to a rarer one', () => {
    const documents = Array.from({ length: 9 }, (_, number) => ({
      id: number + 1,
      slug: `note-${number}`,
      title: `How to do a thing ${number}`,
      text: number === 7 ? 'The state of a loom.' : 'How do I do a thing? How? A thing is how I do it.',
    }));
    const search = createRankedSearch(createFixtureIndex(documents, []), fixtureSite);
    const found = (query: string) =>
      search({
        query,
        kind: null,
        category: null,
        year: null,
        limit: 10,
        offset: 0,
        snippets: false,
      }).hits.map((hit) => hit.id);
    expect(found('how do I do a loom')).toEqual([8]);
    expect(found('how do a thing')).toHaveLength(9);
  });

  test('a word in the title counts more than its repetition, and the rarest words stand for few documents with all', () => {
    const documents = ['loom', 'loom', 'a loom loom loom', 'wheel', 'a wheel, a loom', 'wheel'].map(
      (text, at) => ({
        id: at + 1,
        slug: `a${at}`,
        title: at === 4 ? 'The loom' : `Title ${at % 3}`,
        date: `202${6 - at}-01-01T00:00:00`,
        text: `${text} ${'and so on '.repeat(9 - at)}`,
      }),
    );
    const index = createFixtureIndex(documents, []);
    const found = (query: string, limit: number, year: string | null = null) =>
      createRankedSearch(
        index,
        fixtureSite,
        limit,
      )({ query, kind: null, category: null, year, limit: 9, offset: 0, snippets: false });
    const ids = (...given: Parameters<typeof found>) => found(...given).hits.map(({ id }) => id);
    expect(ids('loom', 4)).toEqual([5, 3, 2, 1]);
    expect(found('loom', 4).total).toBe(4);
    expect(ids('loom', 3, '2025')).toEqual([2]);
    // Where few have all words, those with the rarest follow, up to the limit.
    expect(ids('wheel "title 0"', 9).toSorted()).toEqual([1, 4, 5, 6]);
    expect(ids('wheel "title 0"', 4).toSorted()).toEqual([1, 4]);
  });

  test('quoted words are found next to each other only', () => {
    expect(titles('"punched cards"')).toEqual(['The loom of Jacquard']);
    expect(titles('"cards punched"')).toEqual([]);
  });

  test('words within a run of Chinese or Japanese are found', () => {
    expect(titles('計算機')).toEqual(['電子計算機の歴史']);
    expect(titles('部屋')).toEqual(['電子計算機の歴史']);
    expect(titles('猫')).toEqual([]);
  });

  test('words in Chinese, Japanese and Thai are found everywhere, also several without a space', () => {
    const bodies = [
      '東京',
      '明日の東京都の天気は晴れ。',
      '京都の天気',
      'この店はNginx設定に詳しい',
      'ที่นี่อากาศดีมาก',
    ];
    const documents = bodies.map((text, at) => ({ id: at + 1, slug: `a${at}`, title: `${at}`, text }));
    const search = createRankedSearch(createFixtureIndex(documents, []), fixtureSite);
    const facets = { kind: null, category: null, year: null };
    const found = (query: string) =>
      search({ query, ...facets, limit: 9, offset: 0, snippets: true }).hits.map(({ id }) => id);
    expect(found('東京').toSorted()).toEqual([1, 2]);
    expect(found('京')).toHaveLength(3);
    expect(found('東京の天気')[0]).toBe(2);
    expect(found('"東京都の天気"')).toEqual([2]);
    expect(found('"東京 天気"')).toEqual([]);
    expect(found('Nginx設定')).toEqual([4]);
    expect(found('"Nginx設定"')).toEqual([4]);
    expect(found('อากาศ')).toEqual([5]);
  });

  test('hits carry snippets of limited length', () => {
    const { results } = answer('search', { query: 'governor' });
    expect(results[0]).toEqual({
      id: '108',
      title: 'Governors',
      url: 'https://notes.example.org/governor/',
      type: 'post',
      date: '2026-04-08T09:00:00Z',
      snippet:
        'A governor keeps the speed of a steam engine. It never weaves; a loom is mentioned here once.',
    });
    for (const hit of answer('search', { query: 'crank kurbel' }).results)
      expect(hit.snippet.length).toBeLessThan(260);
  });

  test('pages go on where the last one ended', () => {
    const first = answer('search', { query: 'loom', limit: 1 });
    expect(first.total).toBe(2);
    const second = answer('search', { query: 'loom', limit: 1, cursor: first.next_cursor });
    expect(second.results.map((hit) => hit.title)).toEqual(['Governors']);
    expect(second.next_cursor).toBeUndefined();
  });
});

describe('fetch', () => {
  test.each([
    '103',
    'https://notes.example.org/manual/cranks/',
    'https://notes.example.org/manual/cranks.md',
    '/manual/cranks/',
    '/manual/cranks',
    'manual/cranks',
    'cranks',
    'agentsite://page/manual/cranks',
    'agentsite://page/manual%2Fcranks',
  ])('takes %s', (id) => {
    expect(answer('fetch', { id })).toMatchObject({ id: '103', title: 'Cranks', metadata: { type: 'page' } });
  });

  test('a long text comes in parts that make up the whole', () => {
    let id: string | undefined = '105';
    let whole = '';
    for (let parts = 0; id !== undefined; parts++) {
      expect(parts).toBeLessThan(10);
      const part: McpToolOutput<'fetch'> = answer('fetch', { id });
      expect(Buffer.byteLength(part.text)).toBeLessThan(mcpTextLimit + 200);
      id = part.metadata.next_id;
      whole += id === undefined ? part.text : `${part.text.slice(0, part.text.lastIndexOf('\n\n['))}\n\n`;
    }
    expect(whole).toContain(longText);
  });

  test('reports the terms of a post', () => {
    expect(answer('fetch', { id: '108' }).metadata).toMatchObject({
      categories: ['machines'],
      tags: ['brass', 'steam'],
    });
  });

  test('says what to do about an id that there is not', () => {
    for (const id of [
      '999',
      'nowhere',
      '/nowhere/',
      'agentsite://talk/nowhere',
      'agentsite://page/',
      '%',
      '105:',
    ]) {
      expect(refusal('fetch', { id })).toMatch(/search and list_content/);
    }
  });

  test('says that a protected page opens in a browser', () => {
    expect(refusal('fetch', { id: '104' })).toMatch(/password.*https:\/\/notes\.example\.org\/vault\//);
  });
});

describe('list_content', () => {
  test('lists what changed since a day', () => {
    const all = answer('list_content', { limit: 50 }).items.map((item) => item.modified);
    const since = answer('list_content', { limit: 50, changed_since: '2026-03-06' });
    expect(since.total).toBeGreaterThan(0);
    expect(since.items.map((item) => item.modified)).toEqual(
      all.filter((time) => String(time) >= '2026-03-06'),
    );
  });

  test('is newest first with the total', () => {
    const { items, total } = answer('list_content', {});
    expect(items.map((item) => item.id)).toEqual(fixtureDocuments.map((document) => String(document.id)));
    expect(total).toBe(fixtureDocuments.length);
    expect(items.find((item) => item.id === '104')).toMatchObject({ protected: true });
  });

  test('filters by type, category and tag, together too', () => {
    const ids = (given: object) => answer('list_content', { ...given }).items.map((item) => item.id);
    expect(ids({ type: 'page' })).toEqual(['103', '102']);
    expect(ids({ category: 'machines' })).toEqual(['109', '108']);
    expect(ids({ category: 'machines', tag: 'steam' })).toEqual(['108']);
    expect(ids({ type: 'talk', tag: 'steam' })).toEqual([]);
  });

  test('filters by date: from a moment on, and before another', () => {
    const dates = (given: object) => answer('list_content', { ...given }).items.map((item) => item.date);
    const all = dates({});
    const [newest = '', second = '', third = ''] = [...new Set(all)];
    expect(dates({ after: second })).toEqual(all.filter((date) => date >= second));
    expect(dates({ before: second })).toEqual(all.filter((date) => date < second));
    expect(new Set(dates({ after: third, before: newest }))).toEqual(new Set([second, third]));
    expect(dates({ after: second.slice(0, 10), type: 'post' }).at(-1)).toBe(second);
    expect(dates({ after: '2026-05-09T11:00:00+02:00' })).toEqual(dates({ after: '2026-05-09T09:00:00Z' }));
    expect(answer('list_content', { after: '2100-01-01' })).toEqual({ items: [], total: 0 });
  });

  test('takes a date for a day on the clock of the site, as readers see it', () => {
    const { input } = createTools({ ...fixtureSite, timezone: 'Asia/Tokyo' }).list_content;
    expect(input.parse({ after: '2026-05-09', before: '2026-05-10T00:00:00Z' })).toMatchObject({
      after: '2026-05-08T15:00:00',
      before: '2026-05-10T00:00:00',
    });
  });

  test('filters by date, type and term together, and counts what is left', () => {
    const given = { after: '2026-03-08', before: '2026-05-09', type: 'post', tag: 'steam' };
    const { items, total } = answer('list_content', given);
    expect([items.map((item) => item.id), total]).toEqual([['108'], 1]);
  });

  test('says that a category does not exist, instead of an empty list', () => {
    expect(refusal('list_content', { category: 'nope' })).toMatch(/list_terms/);
    expect(refusal('list_content', { tag: 'machines' })).toMatch(/list_terms/);
  });

  test('every page together is the whole, once', () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = answer('list_content', { limit: 3, ...(cursor ? { cursor } : {}) });
      ids.push(...page.items.map((item) => item.id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(ids).toEqual(fixtureDocuments.map((document) => String(document.id)));
  });
});

describe('get_content', () => {
  test('gives the details and a window of the text', () => {
    const first = answer('get_content', { id: '105', max_characters: 500 });
    expect(first).toMatchObject({
      id: '105',
      type: 'post',
      markdown_url: 'https://notes.example.org/long.md',
      offset: 0,
    });
    const second = answer('get_content', { id: '105', max_characters: 500, offset: first.next_offset });
    expect(second.offset).toBe(first.next_offset);
    expect(longText).toContain(second.text.trim());
  });

  test('an offset past the end is an empty end', () => {
    expect(answer('get_content', { id: '103', offset: 100_000 })).toMatchObject({ text: '' });
  });
});

test('list_terms returns slugs, counts and parents', () => {
  const { terms } = answer('list_terms', {});
  expect(terms.map((term) => [term.taxonomy, term.slug, term.count, term.parent])).toEqual([
    ['category', 'looms', 1, 'machines'],
    ['category', 'machines', 2, undefined],
    ['tag', 'brass', 2, undefined],
    ['tag', 'steam', 2, undefined],
  ]);
  expect(answer('list_terms', { taxonomy: 'tag' }).total).toBe(2);
});

test('get_site_info counts what is published', () => {
  expect(answer('get_site_info', {})).toMatchObject({
    title: 'Field notes',
    modified: '2026-05-09T09:00:00Z',
    counts: { post: 6, page: 2, talk: 1, plugin: 1, category: 2, tag: 2 },
  });
});

test('a site without content answers too', () => {
  const empty = createSiteTools(fixtureSite, createContentReader(createFixtureIndex([], []), fixtureSite));
  for (const tool of empty) {
    const given =
      { search: { query: 'x' }, fetch: { id: '1' }, get_content: { id: '1' } }[tool.description.name] ?? {};
    expect(() => tool.call(given)).not.toThrow();
  }
});

test.each([
  ['search', {}, 'The argument "query" is missing.'],
  ['search', { query: '  ' }, 'The argument "query" must not be empty.'],
  ['search', { query: 5 }, 'The argument "query" must be a string.'],
  ['search', { query: 'x'.repeat(1001) }, 'The argument "query" must have at most 1000 characters.'],
  ['search', { query: 'x', limit: 51 }, 'The argument "limit" must be at most 50.'],
  ['search', { query: 'x', type: 'note' }, 'The argument "type" must be post, page, talk or plugin.'],
  ['list_content', { typ: 'post' }, 'There is no argument "typ"; did you mean "type"?'],
  ['get_site_info', { verbose: true }, 'There is no argument "verbose"; no arguments are taken.'],
  [
    'list_content',
    { after: 'yesterday' },
    'The argument "after" must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.',
  ],
  [
    'list_content',
    { before: '2026-02-30' },
    'The argument "before" must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.',
  ],
  ['get_content', { id: '1', offset: -1 }, 'The argument "offset" must be at least 0.'],
  ['get_content', { id: '1', offset: 1.5 }, 'The argument "offset" must be a whole number.'],
  ['get_content', { id: true }, 'The argument "id" must be a string.'],
] as const)('wrong arguments of %s are explained in a sentence: %j', (name, given, sentence) => {
  expect(refusal(name, given)).toBe(sentence);
});

test('an id may come as the number that it is in the REST routes', () => {
  expect(answer('fetch', { id: 103 })).toEqual(answer('fetch', { id: '103' }));
  expect(answer('get_content', { id: 103 }).title).toBe('Cranks');
});
