import { describe, expect, it } from 'vitest';
import { renderCodeBlock } from '../../../src/content/compile/markup/code-block.ts';
import { readLineMarks, wrapLines } from '../../../src/content/compile/markup/code-lines.ts';

const block = (value: string, lang: string | null, meta: string | null) =>
  renderCodeBlock({ type: 'code', value, lang, meta });
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

describe('a code block', () => {
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
