import { describe, expect, it } from 'vitest';
import { renderCodeBlock } from '../../../src/content/compile/markup/code-block.ts';
import { readLineMarks, wrapLines } from '../../../src/content/compile/markup/code-lines.ts';
import { readFence } from '../../../src/content/compile/markup/fence.ts';
import { isKnownLanguage } from '../../../src/content/compile/markup/highlight.ts';

const block = (value: string, lang: string | null, meta: string | null) =>
  renderCodeBlock(readFence(lang ?? '', meta ?? '', value));
const textOf = (html: string) => html.replace(/<p class="code-title">.*?<\/p>|<[^>]*>/g, '');

describe('the words behind a fence', () => {
  it('mark lines, added lines and removed lines', () => {
    expect([...readLineMarks('title="a {9}.ts" {2, 4-5} ins={7} del={6}')]).toEqual([
      [2, 'mark'],
      [4, 'mark'],
      [5, 'mark'],
      [7, 'ins'],
      [6, 'del'],
    ]);
  });

  it('without numbers mark nothing', () => {
    expect(readLineMarks('title="{1}" {} {a}').size).toBe(0);
  });

  it('with an endless range end', () => {
    expect(readLineMarks('{1-99999999999}').size).toBeLessThanOrEqual(10_000);
  });
});

describe('the fence', () => {
  it.each([
    ['js{1,3}', 'js', null, [1, 3]],
    ['js{1, 3}', 'js', null, [1, 3]],
    ['{2}', null, null, [2]],
    ['ts:src/site.ts', 'ts', 'src/site.ts', []],
    ['js:title=a.js', 'js', 'a.js', []],
    ["js title='a b.js' {2-3}", 'js', 'a b.js', [2, 3]],
    ['yaml filename="a.yml"', 'yaml', 'a.yml', []],
    ['sh{1}[run.sh]', 'sh', 'run.sh', [1]],
    ['{.python}', 'python', null, []],
    ['{#own .rust}', 'rust', null, []],
    ['{python}', 'python', null, []],
    ['go {hl_lines=[1,"3-4"]}', 'go', null, [1, 3, 4]],
    ['rust,ignore,no_run', 'rust', null, []],
    ['\u00a0c++\u200b', 'c++', null, []],
  ])('of another generator gives language, title and marks: %s', (info, language, title, lines) => {
    const [lang = '', ...meta] = info.split(' ');
    const fence = readFence(lang, meta.join(' '), 'a');
    expect([fence.language, fence.title, [...fence.marks.keys()], fence.others]).toEqual([
      language,
      title,
      lines,
      [],
    ]);
  });

  it('keeps for the twin what it says, in the notation of this site', () => {
    expect(readFence('js', "title='a' {1}", 'a').meta).toBe("title='a' {1}");
    expect(readFence('ts:a.ts{1-2}', 'twoslash', 'a').meta).toBe('title="a.ts" {1,2} twoslash');
    expect(readFence('js', '', 'a // [!code --]').meta).toBe('del={1}');
  });
});

describe('a comment that marks lines', () => {
  it.each([
    ['a // [!code --]\nb // [!code ++]\nc', 'a\nb\nc', '1 del,2 ins'],
    ['a # [!code highlight]\nb -- [!code focus]', 'a\nb', '1 mark,2 mark'],
    ['<a> <!-- [!code hl] -->\nb /* [!code warning] */', '<a>\nb', '1 mark,2 mark'],
    ['// [!code highlight:2]\na\nb\nc', 'a\nb\nc', '1 mark,2 mark'],
    ['// highlight-next-line\na\nb', 'a\nb', '1 mark'],
    ['a\n  # highlight-start\n  b\n  # highlight-end\nc // highlight-line', 'a\n  b\nc', '2 mark,3 mark'],
    ['{/* highlight-next-line */}\n<A />', '<A />', '1 mark'],
    ['say "[!code --] highlight-line"', 'say "[!code --] highlight-line"', ''],
  ])('is not shown: %s', (written, code, marks) => {
    const fence = readFence('js', '', written);
    expect([fence.code, [...fence.marks].map((entry) => entry.join(' ')).join()]).toEqual([code, marks]);
  });
});

describe('a code block', () => {
  it.each(
    'C++ c# f# objective-c rs mjs mts cts ps1 vue svelte zsh tf jsonl golang gql make python3 Dockerfile yml'.split(
      ' ',
    ),
  )('has the colors of the language that GitHub calls %s', (language) => {
    expect(isKnownLanguage(language)).toBe(true);
    expect(block('# /* x */ "y" = 1; <a>', language, null)).toContain('<span class="token');
  });

  it('of changes ends with its last line, which is a block', () => {
    expect(block('-a\n+b', 'diff', null)).toMatch(/<span class="token line">b\n<\/span><\/span><\/code>/);
  });

  const code = 'const a = `x\ny`;\nlet b;';

  it('keeps its text, whatever is marked in it', () => {
    expect(textOf(block(code, 'ts', '{1,2}'))).toBe(`${code}\n`);
    expect(textOf(block(code, 'ts', null))).toBe(`${code}\n`);
  });

  it('has lines of their own only where some are marked', () => {
    expect(block(code, 'ts', 'title="a.ts"')).not.toContain('class="line"');
    expect(block(code, 'ts', '{3}').match(/class="line"/g)).toHaveLength(3);
    expect(block(code, 'ts', '{3}')).toContain('<mark class="line"><span class="token keyword">let</span>');
  });

  it('closes and opens what runs over the end of a line', () => {
    const wrapped = wrapLines('<span class="a">x<span class="b">y\nz</span></span>', new Map([[2, 'ins']]));
    expect(wrapped).toBe(
      '<span class="line"><span class="a">x<span class="b">y</span></span>\n</span>' +
        '<ins class="line"><span class="a"><span class="b">z</span></span>\n</ins>',
    );
  });

  it('escapes title, language and text', () => {
    const html = block('<b>', '"<i>', 'title="<u>"');
    expect(html).toContain('<p class="code-title">&lt;u&gt;</p>');
    expect(html).not.toMatch(/<[biu]>/);
  });
});

const repeatedClass = /class="[^"]*\b(language-[\w-]+)\b[^"]*\b\1\b/;

describe('Markdown in a code block', () => {
  it('looks the same whatever blocks were there before it', () => {
    const source = '---\ntitle: a\n---\n\n```ts\nconst a = 1;\n```\n';
    const first = block(source, 'md', null);
    for (const language of ['yaml', 'toml', 'ts', 'markdown', 'html', 'pug', 'md'])
      block('a: 1', language, null);
    expect(block(source, 'md', null)).toBe(first);
    expect(first).toContain('language-ts');
    expect(first).toContain('<span class="token keyword">const</span>');
    expect(first).not.toMatch(repeatedClass);
  });

  it('has each class once, whichever languages its fences make Prism load', () => {
    for (const language of ['md', 'js-templates', 'tsx', 'php', 'twig', 'sql', 'graphql', 'css-extras'])
      expect(block(`\`\`\`${language}\na\n\`\`\`\n`, 'md', null), language).not.toMatch(repeatedClass);
  });
});
