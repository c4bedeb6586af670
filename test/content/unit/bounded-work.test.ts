import { describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import { htmlToMarkdown } from '../../../src/content/compile/html-to-markdown.ts';
import { highlightCode } from '../../../src/content/compile/markup/highlight.ts';
import { stripMp4 } from '../../../src/content/images/mp4.ts';
import { createSite } from '../../helpers/library.ts';

/** CPU seconds of this process. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const numbers = (...list: readonly number[]) => {
  const bytes = Buffer.alloc(list.length * 4);
  for (const [at, value] of list.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** A film with subtitles whose table names the same bytes again and again. */
function film(chunks: number, size: number): Buffer {
  const tables = box(
    'stbl',
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, size, chunks)),
    box('stco', numbers(0, chunks, ...Array.from({ length: chunks }, () => 32))),
  );
  const media = box(
    'mdia',
    box('hdlr', numbers(0, 0), Buffer.from('text'), numbers(0, 0, 0)),
    box('minf', tables),
  );
  return Buffer.concat([box('ftyp'), box('mdat', Buffer.alloc(size + 32)), box('moov', box('trak', media))]);
}

describe('the work of one document is bounded', () => {
  const text = (html: string) => htmlToMarkdown(html, 'https://a.example/');
  it.each([
    ['<i> that is not closed', '<i>a '.repeat(300)],
    ['nested <em><strong>', `${'<em><strong>'.repeat(100)}a`],
    [
      '<b> that each paragraph opens again',
      `${Array.from({ length: 200 }, (_, id) => `<b id=b${id}>`).join('')}${'<p>a'.repeat(200)}`,
    ],
    ['nested <u><del>', `${'<u><del>'.repeat(100)}a`],
  ])('for %s', (_name, html) => {
    text('<p>a');
    expect(secondsOf(() => expect(text(html)).toContain('a'))).toBeLessThan(5);
  });

  it('and what is emphasized stays so', () => {
    expect(text('<i>one <b>two <i>three</i></b></i>')).toBe('*one __two three__*\n');
  });

  it('for a word of 60,000 letters and 16,000 quotation marks in a fence', () => {
    for (const language of ['js', 'bash', 'css', 'php', 'markdown'])
      for (const code of ['a'.repeat(60_000), '" \' '.repeat(8_000), '"\n\'\n'.repeat(4_000)])
        expect(
          secondsOf(() => highlightCode(code, language)),
          language,
        ).toBeLessThan(5);
    expect(highlightCode('const a = 1;', 'js')).toContain('token keyword');
  });

  const site = createSite({ smartPunctuation: true });
  const compile = (markdown: string) =>
    compileMarkdown({
      ...{ markdown, file: 'content/posts/x.md', lineOffset: 4, path: '/x/', description: null, site },
      references: { resolve: (url: string) => ({ kind: 'external' as const, url }) },
    });
  it.each([
    ['a footnote that is defined 3,000 times', '[^1]: a\n\n', 3_000],
    ['private notes below a style that does not end', 'a a@b.c<style>%%', 2_500],
    ['60,000 quotation marks in a paragraph', '"a', 60_000],
  ])('for %s', (_name, text, times) => {
    compile('"a" %%b%% <b>c</b>');
    expect(secondsOf(() => compile(text.repeat(times)))).toBeLessThan(5);
  });

  it('and quotation marks next to a long listing are set', () => {
    const listing = `\`\`\`json\n${'{"a":"b"}\n'.repeat(2_000)}\`\`\`\n`;
    expect(compile(`${listing}\n"a" 'b'`).html).toContain('“a” ‘b’');
  });

  it('for a film whose table names the same bytes 25,000 times, which is refused', () => {
    expect(stripMp4(film(1, 1000))).not.toBeNull();
    expect(secondsOf(() => expect(stripMp4(film(25_000, 200_000))).toBeNull())).toBeLessThan(5);
  });
});
