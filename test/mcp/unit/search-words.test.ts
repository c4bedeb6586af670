import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../sidecar/ranked-search/search-words.ts';
import { cutSnippet } from '../../../src/core/search-index/snippet.ts';

describe('parseQuery', () => {
  const matches = (query: string) => parseQuery(query).map((term) => term.match);

  test('a word stands for those that begin with it, unless it is short', () => {
    expect(matches('brass looms of')).toEqual(['"brass"*', '"looms"*', '"of"']);
  });

  test('quoted words stay together', () => {
    expect(matches('"punched cards" of')).toEqual(['"punched cards"', '"of"']);
  });

  test('single letters count only when there is nothing else', () => {
    expect(matches('I want a loom')).toEqual(['"want"*', '"loom"*']);
    expect(matches('C')).toEqual(['"C"']);
  });

  test('nothing of the query can become syntax', () => {
    for (const query of [
      'ab" OR "bc',
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
      for (const match of matches(query)) expect(match).toMatch(/^"[\p{L}\p{N}_ ]+"\*?$/u);
    }
  });

  test('a query without words asks nothing', () => {
    expect(parseQuery(' ?!… ')).toEqual([]);
  });

  test('a query of thousands of words is cut, and a repeated word asked once', () => {
    const many = Array.from({ length: 5000 }, (_, number) => `word${number}`).join(' ');
    expect(matches(many).length).toBeLessThanOrEqual(12);
    expect(matches('loom loom loom')).toEqual(['"loom"*']);
  });

  test('names with signs are words of their own, before the words in them', () => {
    expect(matches('C#')).toEqual(['"Csharp"', '"C"']);
    expect(matches('learn C++')).toEqual(['"Cplusplus"', '"learn"*', '"C"']);
    expect(matches('.NET')).toEqual(['"dotNET"', '"NET"*']);
    expect(matches('AT&T')).toEqual(['"ATandT"', '"AT"']);
    expect(matches('a.b c# #tag x+y')).toEqual(['"csharp"', '"c"', '"tag"*']);
  });

  test('words come back folded', () => {
    expect(parseQuery('Größe "ÜBER Uhren"').map((term) => term.words)).toEqual([
      ['große'],
      ['uber', 'uhren'],
    ]);
  });
});

describe('cutSnippet', () => {
  test('lines of Chinese and Japanese go on without a space', () => {
    expect(cutSnippet('川沿いの水\n門の話。\n\nNext\nline', ['水'])).toBe('川沿いの水門の話。 Next line');
  });

  const filler = 'Plain words are here and say nothing of note. '.repeat(40);

  test('shows the first match with some words before it', () => {
    const snippet = cutSnippet(`${filler}The governor of the engine turns.${filler}`, ['governor']);
    expect(snippet).toMatch(/^… .*The governor of the engine turns/);
    expect(snippet.length).toBeLessThan(260);
    expect(snippet).toMatch(/ …$/);
  });

  test('prefers the word that comes first in the list, at any position', () => {
    expect(cutSnippet(`The the the. ${filler}A governor turns.`, ['governor', 'the'])).toContain(
      'governor turns',
    );
  });

  test('prefers the place with most of the words', () => {
    const text = `A limit of another kind. ${filler}The rate has a limit per minute. ${filler}Any rate will do.`;
    expect(cutSnippet(text, ['limit', 'rate', 'minute'])).toContain('rate has a limit per minute');
  });

  test('finds words with diacritics that the query left out', () => {
    expect(cutSnippet(`${filler}Ein Café am Ort.`, ['cafe'])).toContain('Café');
  });

  test('leaves out front matter, the title and marks of Markdown', () => {
    const markdown =
      '---\ntitle: "x"\n---\n\n# The title\n\n## Cards\n\n- **A** [card](https://e.example/c) is `read`.\n';
    expect(cutSnippet(markdown, [])).toBe('Cards A card is read.');
  });

  test('a link that the cut went through leaves no marks behind', () => {
    const link = '[a long name of a link](https://e.example/a/long/address/of/a/page)';
    for (let before = 0; before < 200; before += 3) {
      const text = `${'x '.repeat(200)}${link} loom ${'y '.repeat(before)}${link}`;
      for (const length of [60, 120, 240]) expect(cutSnippet(text, ['loom'], length)).not.toMatch(/[[\]()]/);
    }
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
