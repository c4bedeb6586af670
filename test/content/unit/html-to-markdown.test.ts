import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../src/content/compile/html-to-markdown.ts';

const toMarkdown = (html: string) => htmlToMarkdown(html, 'https://example.org/page/');

describe('HTML as Markdown', () => {
  it('is prose with one newline at its end, and nothing for nothing', () => {
    expect(toMarkdown('<p>One <b>two</b> <i>three</i><br>four</p><hr>')).toBe(
      'One **two** *three*\\\nfour\n\n---\n',
    );
    expect(toMarkdown('')).toBe('');
  });

  it('has absolute addresses', () => {
    expect(toMarkdown('<a href="../x/?a=1&amp;b=2#c">x</a> <img alt="a > b" src="/y.png">')).toBe(
      '[x](https://example.org/x/?a=1&b=2#c) ![a > b](https://example.org/y.png)\n',
    );
  });

  it('keeps code with its language and what marks its lines', () => {
    expect(
      toMarkdown(
        '<div class="code" data-language="ts"><p class="code-title">a.ts</p><pre data-meta="title=&quot;a.ts&quot; {2}"><code class="language-ts"><span class="token keyword">let</span> a;\nlet b;\n</code></pre></div>',
      ),
    ).toBe('```ts title="a.ts" {2}\nlet a;\nlet b;\n```\n');
  });

  it('keeps powers apart from their numbers', () => {
    expect(toMarkdown('<p>10<sup>-6</sup> m, 1<sup>st</sup>, H<sub>2</sub>O</p>')).toBe('10⁻⁶ m, 1st, H₂O\n');
  });

  it('keeps footnotes, without their arrows', () => {
    const html =
      '<p>A<sup><a href="#user-content-fn-n%201" id="user-content-fnref-n" data-footnote-ref>1</a></sup> and x<sup>2</sup></p>' +
      '<section data-footnotes><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li id="user-content-fn-n%201"><p>Note <a href="#user-content-fnref-n" data-footnote-backref>↩</a></p></li></ol></section>';
    expect(toMarkdown(html)).toBe('A[^n 1] and x²\n\n[^n 1]: Note\n');
  });

  it('keeps callouts, formulas, captions and summaries', () => {
    expect(
      toMarkdown(
        '<div class="callout" data-callout="tip"><p class="callout-title">Tip</p><p>Do it.</p></div>' +
          '<p>So <span class="math" data-tex="a^2"><math></math></span>.</p>' +
          '<figure><img src="/a.png" alt="A"><figcaption>How</figcaption></figure>' +
          '<details><summary>More</summary><p>Text</p></details>',
      ),
    ).toBe(
      '> [!TIP]\n> Do it.\n\nSo $`a^2`$.\n\n![A](https://example.org/a.png)\n\n*How*\n\n**More**\n\nText\n',
    );
  });

  it('has tables whose cells are lines, with their alignment', () => {
    expect(
      toMarkdown(
        '<table><thead><tr><th class="align-right">n</th><th>x</th></tr></thead><tbody><tr><td>1</td><td><p>a</p><p>b</p></td></tr></tbody></table>',
      ),
    ).toBe('|  n | x   |\n| -: | --- |\n|  1 | a b |\n');
  });

  it('separates the words of lists, quotes and code in a cell, and keeps the table a table', () => {
    const cell = (html: string) =>
      toMarkdown(`<table><tr><th>A</th></tr><tr><td>${html}</td></tr></table>`).split('\n')[2];
    expect(cell('<b>7</b> <ul><li>a list</li><li>in a cell<ul><li>deep</li></ul></li></ul>')).toBe(
      '| **7** a list; in a cell deep |',
    );
    expect(cell('<p>one</p><pre><code>x\n| y</code></pre>')).toBe('| one `x \\| y` |');
    expect(cell('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('| a b |');
  });

  it('has links instead of frames and players, and no tag of anything', () => {
    const markdown = toMarkdown(
      '<iframe src="/map/" title="A map"></iframe><video><source src="talk.mp4"></video><audio src="/a.mp3"></audio><mark>m</mark><dl><dt>t</dt><dd>d</dd></dl><!-- a note --><script>x</script>',
    );
    expect(markdown).toContain('[A map](https://example.org/map/)');
    expect(markdown).toContain('[Video](https://example.org/page/talk.mp4)');
    expect(markdown).toContain('[Audio](https://example.org/a.mp3)');
    expect(markdown).toContain('**t**');
    expect(markdown).not.toMatch(/<|note/);
  });
});
