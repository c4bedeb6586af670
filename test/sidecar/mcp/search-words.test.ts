import { describe, expect, test } from 'vitest';
import { cutSnippet, matchExpressions } from '../../../sidecar/mcp/search-words.ts';

describe('matchExpressions', () => {
  test('asks for all words first, then for any of them', () => {
    expect(matchExpressions('brass looms').expressions).toEqual([
      '"brass"* AND "looms"*',
      '"brass"* OR "looms"*',
    ]);
  });

  test('keeps quoted words together, and short words whole', () => {
    expect(matchExpressions('"punched cards" of X').expressions[0]).toBe('"punched cards" AND "of" AND "X"');
  });

  test('one word needs one attempt', () => {
    expect(matchExpressions('loom').expressions).toEqual(['"loom"*']);
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
    ]) {
      for (const expression of matchExpressions(query).expressions) {
        expect(expression).toMatch(/^"[\p{L}\p{N}_ ]+"\*?(?: (?:AND|OR) "[\p{L}\p{N}_ ]+"\*?)*$/u);
      }
    }
  });

  test('a query without words asks nothing', () => {
    expect(matchExpressions(' ?!… ')).toEqual({ words: [], expressions: [] });
  });

  test('a query of thousands of words is cut', () => {
    expect(matchExpressions('word '.repeat(5000)).words.length).toBeLessThanOrEqual(24);
  });

  test('words come back folded', () => {
    expect(matchExpressions('Größe ÜBER').words).toEqual([
      'größe'.normalize('NFD').replace(/\p{M}/gu, ''),
      'uber',
    ]);
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
