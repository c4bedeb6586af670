import { expect, it } from 'vitest';
import { cutSnippet, snippetLength } from '../../../src/core/search-index/snippet.ts';
import { countSteps } from '../../helpers/counted-steps.ts';

const filler = 'Other words of no interest, one after the other. '.repeat(40);

it.each([
  ['a word', ['weir'], 'The weir is frozen.'],
  ['a word that begins as it does', ['weir'], 'Two weirs are frozen.'],
  ['a word in capitals', ['weir'], 'THE WEIR.'],
  ['a word with accents', ['uber'], 'Es geht über das Wehr.'],
  ['a word in another script', ['本語'], '見出しに日本語を使う。'],
  ['two words next to each other rather than one', ['weir', 'frozen'], 'The frozen weir.'],
])('a snippet is cut around %s', (_what, words, sentence) => {
  const text = `${filler}An overweird weir-like thing. ${filler}${sentence} ${filler}`;
  expect(cutSnippet(text.replace('weir-like', 'x'), words)).toContain(sentence);
});

it('snippets are the longer the fewer hits there are, and together have a bound', () => {
  expect([1, 2, 5, 10, 100].map(snippetLength)).toEqual([1000, 500, 200, 160, 160]);
  expect(cutSnippet(`${filler}The weir. ${filler}`, ['weir'], snippetLength(1)).length).toBeGreaterThan(900);
});

it('a snippet costs no pattern for each word', () => {
  const text = filler.repeat(20);
  const steps = countSteps(() => cutSnippet(text, ['weir', 'frozen', 'bank', 'otter']));
  expect(steps / text.length).toBeLessThan(20);
});
