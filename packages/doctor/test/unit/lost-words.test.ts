import { expect, it } from 'vitest';
import { findLostWords } from '../../src/checks/pages/lost-words.ts';

const summary =
  'Compost wants patience, brown and green in turns, a little water, a fork once a month and a place in the shade of a tree';
const list = [summary, 'Field work, 4 minutes', 'December 9, 2026'];

it('a list in Markdown may shorten the summaries of its page, and leave out labels', () => {
  const shortened =
    '- [Compost](https://example.org/compost.md): Compost wants patience, brown and green in …';
  expect(findLostWords(list, shortened).share).toBe(0);
});

it('a summary that is not there at all is lost', () => {
  const { share, examples } = findLostWords(list, '- [Compost](https://example.org/compost.md) and more …');
  expect(share).toBe(1);
  expect(examples[0]).toContain('Compost wants patience');
});

it('a date in a script without spaces is a label', () => {
  const summary =
    '手で書いた短い文章をここに置き、読む人とソフトウェアの両方に同じ内容を届けるための説明です。';
  const twin = `- [記事](/a.md), 2026-01-20: ${summary}`;
  expect(findLostWords([summary, '2026年1月20日', '2026년 1월 20일 화요일'], twin).share).toBe(0);
});
