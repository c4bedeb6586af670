import { describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import { createSite } from '../../helpers/library.ts';

const compile = (markdown: string) =>
  compileMarkdown({
    ...{ markdown, file: 'content/posts/x.md', lineOffset: 4, path: '/x/', description: null },
    ...{ site: createSite(), references: { resolve: (url: string) => ({ kind: 'external', url }) } },
  });

describe('words that a browser does not show', () => {
  it.each([
    ['a hidden paragraph', 'Seen.\n\n<p hidden>Secret</p>'],
    ['a closed dialog', 'Seen.\n\n<dialog><p>Secret</p></dialog>'],
    ['hidden words in a line', 'Seen. <span hidden="">Secret</span>'],
    ['a hidden item in a list', '- Seen.\n- <b HIDDEN>Secret</b>'],
    ['a hidden part of a table', '| Seen. |\n| --- |\n| <span hidden="hidden">Secret</span> |'],
    ['a hidden part of a quotation', '> Seen.\n>\n> <div hidden>Secret</div>'],
    ['elements within hidden ones', 'Seen.\n\n<div hidden><div>a</div><div>Secret</div></div>'],
  ])('are in nothing for programs, and are reported with their line: %s', (_what, markdown) => {
    const { text, markdown: twin, summary, excerpt, warnings } = compile(markdown);
    expect([text, twin, summary, excerpt].join('\n')).toContain('Seen.');
    expect([text, twin, summary, excerpt].join('\n')).not.toContain('Secret');
    const line = 5 + markdown.split('\n').findIndex((words) => words.includes('Secret'));
    expect(warnings.map(({ message, line: at }) => [message.includes('is hidden'), at])).toEqual([
      [true, line],
    ]);
  });

  it.each([
    ['an open dialog', '<dialog open>Words</dialog>'],
    ['what the search of the browser finds', '<p hidden="until-found">Words</p>'],
    ['a menu', '<menu><li>Words</li></menu>'],
    ['a class of that name', '<p class="hidden">Words</p>'],
    ['the attribute in prose', 'The attribute `hidden` and <b>Words</b>'],
  ])('do not include %s', (_what, markdown) => {
    const { text, markdown: twin, warnings } = compile(markdown);
    expect([text.includes('Words'), twin.includes('Words'), warnings]).toEqual([true, true, []]);
  });
});
