import { describe, expect, test } from 'vitest';
import { cutSnippet, parseQuery } from '../../../sidecar/mcp/search-words.ts';

describe('parseQuery', () => {
  test('a word stands for those that begin with it, unless it is short', () => {
    expect(parseQuery('brass looms of X').terms).toEqual(['"brass"*', '"looms"*', '"of"', '"X"']);
  });

  test('quoted words stay together', () => {
    expect(parseQuery('"punched cards" of').terms).toEqual(['"punched cards"', '"of"']);
  });

  test('nothing of the query can become syntax', () => {
    for (const query of [
      'a" OR "b',
      'title:x',
      'NEAR(a b)',
      '^a*',
      '-a',
      'a + b',
      "a'b",
      '"',
      '\0',
      '*',
      '()',
      '{t}',
    ]) {
      for (const term of parseQuery(query).terms) expect(term).toMatch(/^"[\p{L}\p{N}_ ]+"\*?$/u);
    }
  });

  test('a query without words asks nothing', () => {
    expect(parseQuery(' ?!… ')).toEqual({ terms: [], words: [] });
  });

  test('a query of thousands of words is cut, and a repeated word asked once', () => {
    const many = Array.from({ length: 5000 }, (_, number) => `word${number}`).join(' ');
    expect(parseQuery(many).terms.length).toBeLessThanOrEqual(12);
    expect(parseQuery('loom loom loom').terms).toEqual(['"loom"*']);
  });

  test('words come back folded', () => {
    expect(parseQuery('Größe ÜBER').words).toEqual(['große', 'uber']);
  });
});

describe('cutSnippet', () => {
  const filler = 'Plain words stand here and say nothing of note. '.repeat(40);

  test('shows the first match with some words before it', () => {
    const snippet = cutSnippet(`${filler}The governor of the engine turns.${filler}`, ['governor']);
    expect(snippet).toMatch(/^… .*The governor of the engine turns/);
    expect(snippet.length).toBeLessThan(260);
    expect(snippet).toMatch(/ …$/);
  });

  test('finds words with diacritics that the query left out', () => {
    expect(cutSnippet(`${filler}Ein Café am Ort.`, ['cafe'])).toContain('Café');
  });

  test('leaves out front matter, the title and marks of Markdown', () => {
    const markdown =
      '---\ntitle: "x"\n---\n\n# The title\n\n## Cards\n\n- **A** [card](https://e.example/c) is `read`.\n';
    expect(cutSnippet(markdown, [])).toBe('Cards A card is read.');
  });

  test('a short text is shown whole, without dots', () => {
    expect(cutSnippet('A loom.', ['loom'])).toBe('A loom.');
  });

  test('an empty text has an empty snippet', () => {
    expect(cutSnippet('', ['loom'])).toBe('');
  });

  test('a word with the signs of regular expressions is taken as it is', () => {
    expect(cutSnippet('a.b', ['a.b', '(', '['])).toBe('a.b');
  });
});
