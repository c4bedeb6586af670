import { afterEach, describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import type { ReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { escapeNotes, withoutNotes } from '../../../src/core/text/private-notes.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';
import { createSite } from '../../helpers/library.ts';

const references: ReferenceResolver = { resolve: (url) => ({ kind: 'external', url }) };
const compile = (markdown: string, math: 'code' | 'dollars' = 'code') =>
  compileMarkdown({
    markdown,
    file: 'content/posts/x.md',
    lineOffset: 4,
    path: '/x/',
    description: null,
    site: { ...createSite(), math },
    references,
  });
const problemsOf = (markdown: string) =>
  compile(markdown).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const project = new ContentProject({ 'content/pages/index.md': '---\ntitle: Home\n---\nHome.\n' });
afterEach(() => project.remove());

describe('a private note', () => {
  it.each([
    ['in a line', 'The mill %%ask Ada: hush%% grinds.', 'The mill grinds.'],
    ['before a full stop', 'It grinds %%hush%%. Daily.', 'It grinds. Daily.'],
    ['in a word of a script without spaces', '水車%%hush%%が回る。', '水車が回る。'],
    ['across paragraphs', 'Before\n\n%%\nhush\n\n- hush\n\n```js\n%% hush\n```\n%%\n\nAfter', 'Before After'],
    ['between the lines of a paragraph', 'One\n%%hush%%\ntwo', 'One two'],
    ['between the items of a list', '- one\n%%hush%%\n- two %%hush%%', 'one two'],
    ['in a quotation', '> %%\n> hush\n> %%\n> Said.', 'Said.'],
    ['in a table', '| a %%hush | hush%% | b |\n|---|---|\n%%hush%%\n| c | d |', 'a b c d'],
    ['in a heading', '## Wheel %%hush%%\n\n## %%hush%%\n\nTurns.', 'Wheel Turns.'],
    ['in emphasis and a link', '**Bold %%hush%%** *%%hush%%* [link %%hush%%](/)', 'Bold link'],
    ['in a footnote', 'Said[^1].\n\n[^1]: There %%hush%% and here.', 'Said. There and here.'],
    ['in HTML', '<div>\nShown %%hush%% <!-- hush -->\n</div>', 'Shown'],
    ['with a sign of code', '%%it`s hush%% a `b` %%hush%% c', 'a b c'],
    ['with line ends of Windows', 'One\r\n%%\r\nhush\r\n%%\r\ntwo', 'One two'],
    [
      'of HTML in a line and as a block',
      'One <!-- hush --> two.\n\n<!--\nhush\n\nhush\n-->\n\nThree.',
      'One two. Three.',
    ],
    ['of HTML across paragraphs', 'One <!-- hush\n\nhush --> two.', 'One two.'],
    ['of HTML in a table', '| a <!-- hush | hush --> | b |\n|---|---|', 'a b'],
    ['that begins as a mark of WordPress does', 'One.\n\n<!--moreover hush-->\n\nTwo.', 'One. Two.'],
    ['of MDX', '{/* hush */}\n\nOne {/* hush\n\nhush */} two.', 'One two.'],
    [
      'by reference',
      'One\n[//]: # (hush)\ntwo\n\n[//]: # "hush (hush)"\n\n[comment]: <> (hush\nhush)\n\n[x]: # (hush)',
      'One two',
    ],
    ['by reference without brackets', 'One.\n\n[//]: # hush\n\n> [//]: # (hush (hush))\n> Two.', 'One. Two.'],
  ])('%s is in nothing that is published', (_, markdown, words) => {
    const compiled = compile(markdown);
    expect(compiled.problems).toEqual([]);
    expect(compiled.text).toBe(words);
    expect(JSON.stringify(compiled)).not.toContain('hush');
  });

  it.each([
    '`%%a%%` and `<!-- a -->`',
    '```\n%%a%%\n<!-- a -->\n{/* a */}\n[//]: # (a)\n```',
    '    %%a%% {/* a */}',
    'See [it](https://a.example/%20%%x%%) and https://a.example/%%y%%',
    '<code>%%a%%</code> <img src="/a.png" alt="%%a%%">',
    '$`%%a%%`$',
  ])('is not what code, addresses and formulas say: %s', (markdown) => {
    const { html, problems } = compile(markdown);
    expect(problems).toEqual([]);
    expect(html.replaceAll('%25', '%')).toMatch(/%%[axy]%%|&lt;!-- a/);
  });

  it('leaves formulas between dollars alone', () => {
    expect(compile('It is $a %%x%% b$.', 'dollars').html).toContain('%%x%%');
  });

  it('leaves the marks of WordPress, definitions that are used and escaped signs', () => {
    const marks = '<!-- wp:paragraph -->\nA.\n<!-- /wp:paragraph -->\n\n<!--more-->\n\n<!--more Read on-->\n';
    expect(compile(marks).html).toContain('<!--more-->\n<!--more Read on-->');
    expect(compile('Go [up].\n\n[up]: # (To the top)').html).toContain('href="#"');
    expect(compile('\\%%a%\\% \\{/* b */}').text).toBe('%%a%% {/* b */}');
  });

  it('ends lists as a comment of HTML does', () => {
    expect(compile('- a\n\n<!-- hush -->\n\n- b').html.trim()).toBe(
      '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>',
    );
  });

  it('that has no end is a problem at its place, and so is a percent sign that could be one', () => {
    expect(problemsOf('One.\n\nTwo %%hush')).toEqual([
      '7:5 the note is not closed; write %% where it ends, or \\%% for the sign itself.',
    ]);
    expect(problemsOf('%%a%%\n\n<!-- b')).toEqual([
      '7:1 the comment is not closed; write --> where it ends.',
    ]);
    expect(problemsOf('One {/* hush')[0]).toMatch(/^5:5 the note is not closed; write \*\/\} where/);
    expect(problemsOf('[//]: # (hush\n\nTwo.')[0]).toMatch(/^5:1 the note is not closed/);
    expect(problemsOf('From 50%% to 60%%.')[0]).toMatch(/^5:8 "%%" begins a private note; write \\%%/);
  });

  it('moves no place that a message names', () => {
    const { warnings } = compile('One %%hush\n\nhush%% and ==two==.\n\n%%\nhush\n%%\n\n==three==');
    expect(warnings.map(({ line, column }) => `${line}:${column}`)).toEqual(['7:12', '13:1']);
  });

  it('in the words of front matter is removed too', async () => {
    project.write({
      'content/posts/a.md':
        '---\ntitle: A mill %%hush%% turns\ndate: 2026-01-02\ndescription: It <!-- hush -->grinds.\n---\nWords.\n',
      'content/tags.yaml': '- { slug: a, name: "Mills {/* hush */}", description: "%%hush%%" }\n',
    });
    const { library } = await project.load();
    expect(library.documents.find(({ kind }) => kind === 'post')).toMatchObject({
      title: 'A mill turns',
      description: 'It grinds.',
    });
    expect(JSON.stringify(library)).not.toContain('hush');
    project.write({ 'content/posts/a.md': post('Words.').replace('A post', 'A mill %%hush') });
    expect(await project.problems()).toEqual([
      'content/posts/a.md:2:1 title: the note is not closed; write %% where it ends, or \\%% for the sign itself.',
    ]);
  });

  it('is none where its signs are escaped', () => {
    expect(withoutNotes(escapeNotes('100%% and <!-- {/*'))).toBe('100%% and <!-- {/*');
  });
});
