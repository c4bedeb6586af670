import { expect, it } from 'vitest';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { markHtml, markSource } from '../../src/proposals/marked-words.ts';
import { renderProposalList } from '../../src/proposals/review-page.ts';

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

it.each([
  ['ar', 'lang="ar" dir="rtl"'],
  ['he', 'lang="he" dir="rtl"'],
  ['de', 'lang="de">'],
])('an owner who reads %s sees it in its direction', (language, expected) => {
  const owner = { name: 'Zoë', slug: 'zoe' };
  const url = 'https://notes.example';
  const site = siteSchema.parse({ title: 'Notes', description: 'Notes.', url, owner, language });
  expect(renderProposalList(site, [])).toContain(`<html ${expected}`);
});
