import { expect, it } from 'vitest';
import { markHtml, markSource } from '../../src/proposals/marked-words.ts';

it('marks changed words inside the elements of the new text', () => {
  expect(markHtml('<p>One two three</p>', '<p>One <em>four</em> three</p>')).toBe(
    '<p>One <del>two </del><em><ins>four</ins></em> three</p>',
  );
});

it('shows comments and characters without width as words', () => {
  expect(markHtml('<p>a</p>', '<p>a</p><!-- b -->')).toContain('<ins>&lt;!-- b --&gt;</ins>');
  expect(markSource('plan', 'pl\u200ban')).toContain('␣');
});

it('a source is text', () => {
  expect(markSource('', '<script>')).toBe('<ins>&lt;script&gt;</ins>');
});
