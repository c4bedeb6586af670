import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import type { ReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { createSite } from '../../helpers/library.ts';

/** Every address that is no URL is an image of 900 × 600, except for small ones. */
const references: ReferenceResolver = {
  resolve: (written) =>
    /^https?:/.test(written)
      ? { kind: 'external', url: written }
      : {
          kind: 'file',
          image: { src: `/media/${written}`, width: written.startsWith('small') ? 90 : 900, height: 600 },
          contentFile: written,
          source: `content/${written}`,
        },
};
const compile = (markdown: string, settings = {}) =>
  compileMarkdown({
    markdown,
    file: 'content/posts/x.md',
    lineOffset: 4,
    path: '/x/',
    description: null,
    site: createSite(settings),
    references,
  });
const htmlOf = (markdown: string, settings = {}) => compile(markdown, settings).html.trim();
const problemsOf = (markdown: string) =>
  compile(markdown).problems.map(({ line, message }) => `${line} ${message}`);

it('every block has HTML for readers of feeds and a twin in plain Markdown', async () => {
  const { html, markdown, problems } = compile(
    readFileSync(join(import.meta.dirname, 'golden/blocks.md'), 'utf8'),
  );
  expect(problems).toEqual([]);
  await expect(html).toMatchFileSnapshot('golden/blocks.html.txt');
  await expect(markdown).toMatchFileSnapshot('golden/blocks.twin.md');
});

describe('a container', () => {
  it('leaves colons alone that are words', () => {
    const words = 'Use a:hover, C:temp and foo:bar[x] at 10:30.';
    expect(htmlOf(`${words}\n\n::before{a}\n\n:::note\nx\n:::`)).toContain(
      `<p>${words}</p>\n<p>::before{a}</p>`,
    );
    expect(compile(`## The a:hover rule\n\n:::note\nx\n:::`).headings).toEqual([
      { depth: 2, id: 'the-ahover-rule', text: 'The a:hover rule' },
    ]);
  });

  it('of an unknown name is shown as it is written, with a warning', () => {
    const { html, markdown, warnings } = compile(':::chart{id=1}\nWords\n:::');
    expect(html.replace(/\n/g, '')).toBe('<p>:::chart{id=1}</p><p>Words</p><p>:::</p>');
    expect(markdown).toBe(':::chart{id=1}\nWords\n:::\n');
    expect(warnings.map(({ line }) => line)).toEqual([5]);
  });

  it.each([
    ['a\n\n:::note\nb', '7 ":::note" is not closed; write ::: where it ends.'],
    [
      ':::note\n:::tip\na\n:::\n:::',
      '9 ":::" closes nothing; a container that contains others needs more colons than they have.',
    ],
    [':::steps\n- a\n:::', '5 ":::steps" contains no numbered list; write "1. …" for each step.'],
    [':::tab[A]\na\n:::', '5 ":::tab" is only in a ":::tabs" container.'],
    [':::tabs\na\n:::', '6 ":::tabs" contains only :::tab[Title] containers.'],
    [':::gallery\n![a](a.jpg)\n\nwords\n:::', '8 ":::gallery" contains only images.'],
  ])('that is wrong is an error at its line: %s', (markdown, expected) => {
    expect(problemsOf(markdown)).toContain(expected);
  });
});

describe('the title of a container', () => {
  it.each([
    [':::warning Careful, it is hot!\nx\n:::', 'Careful, it is hot!'],
    ['::: tip Space before the name\nx\n:::', 'Space before the name'],
    [':::note{.wide} Behind braces\nx\n:::', 'Behind braces'],
    [':::note Before braces {.wide}\nx\n:::', 'Before braces'],
    [':::Caution **Do not** open [this](https://a.example)\nx\n:::', 'Do not open this'],
    [':::details Look ] here\nx\n:::', 'Look ] here'],
    [':::aside[In brackets] and behind them\nx\n:::', 'In brackets and behind them'],
    ['- a\n\n  ::: info 注意\n  x\n  :::', '注意'],
    ['> :::danger Danger\n> x\n> :::', 'Danger'],
    ['::::note Outer\n:::tip Inner\nx\n:::\n::::', 'Outer Inner'],
    [':::::tabs\n::::tab First\nx\n::::\n:::::', 'First'],
  ])('may be behind its name: %s', (markdown, words) => {
    const { text, problems, warnings, ...compiled } = compile(markdown);
    expect([problems, warnings]).toEqual([[], []]);
    expect(text.replace(/^a /, '')).toBe(`${words} x`);
    expect(compiled.markdown.replace(/[*_]|\(http.*?\)/g, '')).toContain(words.split(' ')[0]);
    expect(compiled.html).toMatch(/<(?:p class="callout-title"|summary)/);
  });

  it('leaves code alone, and moves no place that a message names', () => {
    const code = '```md\n:::warning Careful!\n:::\n```';
    expect(compile(code).markdown).toBe(`${code}\n`);
    const [problem] = compile('::: tip Title\n[a](<b c.md>) {.x}\n:::\n\n:::steps\na\n:::').problems;
    expect([problem?.line, problem?.column]).toEqual([9, 1]);
  });
});

describe('a callout of GitHub or Obsidian', () => {
  it.each([
    ['> [!info] Before you start\n> Charge it.', 'note', 'Before you start'],
    ['> [!NOTE]\n> Charge it.', 'note', 'Note'],
    ['> [!faq] **Is** it `hot`?\n> Charge it.', 'note', 'Is it hot?'],
    ['> [!quote]\n> Charge it.', 'note', 'Quote'],
    ['> [!bug|left]  \n> Charge it.', 'caution', 'Bug'],
    ['> [!Success]Done\n> Charge it.', 'tip', 'Done'],
    ['> [!メモ] 題\n> Charge it.', 'note', '題'],
    ['> [!attention]\n>\n> Charge it.', 'warning', 'Attention'],
  ])('has the look of its type, and its own title: %s', (markdown, kind, title) => {
    const { html, text, summary, ...compiled } = compile(markdown);
    expect(html).toContain(`<div class="callout callout-${kind}" role="note" data-callout="${kind}">`);
    expect([text, summary]).toEqual([`${title} Charge it.`, 'Charge it.']);
    expect(compiled.markdown).toBe(`${markdown}\n`);
  });

  it('is folded where its sign says so, contains others, and is in lists', () => {
    const { html, text } = compile(
      '1. a\n\n   > [!warning]- Hot\n   > > [!note]+ Inner\n   > > words\n   >\n   > end',
    );
    expect(html).toContain('<details class="callout callout-warning" data-callout="warning">');
    expect(html).toContain('<details class="callout callout-note" open data-callout="note">');
    expect(html).toContain('<summary class="callout-title" data-title="">Hot</summary>');
    expect(text).toBe('a Hot Inner words end');
  });

  it('is an alert again in the twin of a text with HTML', () => {
    expect(compile('<kbd>K</kbd>\n\n> [!todo]- Who *said*\n> Words').markdown).toBe(
      '`K`\n\n> [!NOTE]\n> **Who _said_**\n>\n> Words\n',
    );
  });

  it('is no quotation of a link or a footnote', () => {
    expect(htmlOf('> [!](https://a.example) a')).toMatch(/^<blockquote>/);
    expect(htmlOf('> [!important thing](https://a.example) a')).toMatch(/^<blockquote>/);
  });
});

describe('images that follow each other', () => {
  it('are a gallery, and stay images in the twin', () => {
    const { html, markdown } = compile('![A](a.jpg)\n![B](b.jpg "Bee")');
    expect(
      html.match(/<figure class="wp-block-image size-large"><a href="\/media\/\w\.jpg"><img/g),
    ).toHaveLength(2);
    expect(html).toContain('</a><figcaption>Bee</figcaption></figure>');
    expect(markdown).toBe(
      '![A](https://notes.example.org/media/a.jpg)\n![B](https://notes.example.org/media/b.jpg "Bee")\n',
    );
  });

  it.each([
    '![A](small.png)\n![B](small2.png)',
    '![A](https://a.example/b.svg)\n![B](https://a.example/c.svg)',
  ])('are none where they are badges: %s', (markdown) => {
    expect(htmlOf(markdown)).toMatch(/^<p><img [^>]*>\n<img [^>]*><\/p>$/);
  });
});

describe('attributes of an image', () => {
  it('give its size and place, and are in no twin', () => {
    const { html, markdown, warnings } = compile('![A](a.jpg){width=300 .right} words');
    expect(html).toContain('width="300" height="200"');
    expect(html).toContain('class="alignright"');
    expect(markdown).toBe('![A](https://notes.example.org/media/a.jpg) words\n');
    expect(warnings).toEqual([]);
    expect(htmlOf('![A](a.jpg "Cap"){.wide}')).toMatch(
      /^<figure class="wp-block-image alignwide"><img [^>]*><figcaption>Cap<\/figcaption><\/figure>$/,
    );
  });
});

describe('raised and lowered signs', () => {
  it('are signs of their own in the twin, as far as there are such', () => {
    const { html, markdown } = compile('H~2~O, 10^6^, x^n^, CO~eq~, ~5 to ~6, ^_^.');
    expect(html.trim()).toBe(
      '<p>H<sub>2</sub>O, 10<sup>6</sup>, x<sup>n</sup>, CO<sub>eq</sub>, ~5 to ~6, ^_^.</p>',
    );
    expect(markdown).toBe('H₂O, 10⁶, x^n^, CO_eq, ~5 to ~6, ^_^.\n');
  });
});

describe('an abbreviation', () => {
  it('is marked wherever it is a word, and explained once in the twin', () => {
    const { html, markdown } = compile(
      'HTML, XHTML and `HTML`, then HTML.\n\n*[HTML]: HyperText "ML"\n\n```\n*[CSS]: no\n```\n\nCSS',
    );
    expect(html).toContain(
      '<p><abbr title="HyperText &quot;ML&quot;">HTML</abbr>, XHTML and <code>HTML</code>, then <abbr',
    );
    expect(html).toContain('*[CSS]: no');
    expect(markdown).toMatch(/^HTML \(HyperText "ML"\), XHTML and `HTML`, then HTML\.\n/);
    expect(markdown).not.toContain('*[HTML]');
  });
});

describe('typography', () => {
  const text = '"So" -- it\'s \'ok\' ... `"x" --`';
  const set = (language: string, words = text) => htmlOf(words, { smartPunctuation: true, language });

  it('follows the language, and leaves code alone', () => {
    const code = '<code>"x" --</code>';
    expect(set('en')).toBe(`<p>“So” – it’s ‘ok’ … ${code}</p>`);
    expect(set('de')).toBe(`<p>„So“ – it’s ‚ok‘ … ${code}</p>`);
    expect(set('fr')).toBe(`<p>«\u202FSo\u202F» – it’s “ok” … ${code}</p>`);
    expect(set('de-CH')).toContain('«So»');
    expect(set('he')).toContain('"So" –');
    expect(set('sv')).toContain('”So” – it’s ’ok’');
    expect(set('pl')).toContain('„So” – it’s «ok»');
    expect(set('zh-TW')).toContain('「So」');
  });

  it.each([
    [
      "In '69 and the '80s they sang 'n' danced; 'Twas 'em.",
      'In ’69 and the ’80s they sang ’n’ danced; ’Twas ’em.',
    ],
    ["Fish 'n' chips, \"Rock 'n' Roll\"", 'Fish ’n’ chips, “Rock ’n’ Roll”'],
    [`A 5'9" man, a 27" wheel and a 3' board`, `A 5'9" man, a 27" wheel and a 3' board`],
    ['"A 27" wheel" and "the year 1999", at 51°30\'26"N', `“A 27" wheel” and “the year 1999”, at 51°30'26"N`],
    [
      'Use --all (--no-color) or "--json" -- but why--so?',
      'Use --all (--no-color) or “--json” – but why–so?',
    ],
    [
      'Type <kbd>"</kbd> or <samp>--x...</samp> and "go"',
      'Type <kbd>"</kbd> or <samp>--x...</samp> and “go”',
    ],
    ['<a title="a \'b\' -- c">"d"</a>', `<a title="a 'b' -- c">“d”</a>`],
    [
      '"*a*" and "[b](https://b.example/)" in `--c "d"`',
      '“<em>a</em>” and “<a href="https://b.example/">b</a>” in <code>--c "d"</code>',
    ],
  ])('sets apostrophes, and leaves measures, options and what is typed alone: %s', (words, shown) => {
    expect(set('en', words)).toBe(`<p>${shown}</p>`);
  });

  it('has the apostrophes of Dutch, also before a quotation', () => {
    expect(set('nl', "'s Avonds in 't bos: 'ja'")).toBe('<p>’s Avonds in ’t bos: ‘ja’</p>');
  });

  it('is not in a twin that is made from HTML, or has a container', () => {
    const words = (markdown: string) =>
      compile(markdown, { smartPunctuation: true, language: 'de' }).markdown;
    expect(words('<kbd>K</kbd> "So" -- it\'s 27"...')).toBe('`K` "So" -- it\'s 27"...\n');
    expect(words(':::note\n"So" -- so...\n:::')).toBe('> [!NOTE]\n> "So" -- so...\n');
  });

  it('keeps the quotation marks of an author who sets them', () => {
    expect(set('de', '„Ja“, "nein" --')).toBe('<p>„Ja“, "nein" –</p>');
  });

  it('is a setting, and no matter of the twin', () => {
    expect(htmlOf(text)).toContain('"So" --');
    expect(compile(text, { smartPunctuation: true }).markdown).toBe(`${text}\n`);
  });
});

describe('names of emoji', () => {
  it('are emoji where the setting says so, in every form, and nowhere in code and URLs', () => {
    const { html, text, markdown, headings, warnings } = compile(
      '## Done :rocket:\n\n万歳:tada:です :+1::-1: **:x:** at 10:30:15 `:tada:` \\:tada: a:b:c :nope: <b title=":x:">[x](https://a.example/:x:)</b>',
      { emoji: true },
    );
    expect(text).toBe('Done 🚀 万歳🎉です 👍👎 ❌ at 10:30:15 :tada: :tada: a:b:c :nope: x');
    expect(html).toContain('<b title=":x:"><a href="https://a.example/:x:">');
    expect(markdown).toContain('## Done 🚀');
    expect([headings[0]?.text, warnings]).toEqual(['Done 🚀', []]);
  });
});

describe('formulas between dollars', () => {
  const dollars = { math: 'dollars' };

  it('are a setting, and stay in the twin', () => {
    const text = 'So $a^2$ it is, for $5 or $6.\n\n$$\n\\frac{1}{2}\n$$\n\n$$b$$';
    const { html, markdown, warnings } = compile(text, dollars);
    expect(html).toContain('<p>So <span class="math" data-tex="a^2"><math');
    expect(html).toContain('for $5 or $6.</p>');
    expect(html.match(/(?<!<p>)<div class="math"/g)).toHaveLength(2);
    expect(compile('## $$c$$', dollars).html).not.toContain('<div');
    expect(markdown).toBe(`${text}\n`);
    expect(warnings).toEqual([]);
  });

  it('that are not switched on have a warning that names the setting', () => {
    const [warning] = compile('So $a^2$ it is.').warnings;
    expect(warning?.message).toContain("set math: 'dollars' in site.ts");
  });

  it('are errors at their line when they are wrong', () => {
    const { problems } = compile('x\n\nSo $\\frac{$', dollars);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([[7, 'formula']]);
  });
});

describe('a Mermaid diagram', () => {
  const source = '```mermaid\ngraph TD\n  A[Start] --> B{"Is & ok"}\n```';

  it('is drawn in the colours of the theme, says what it shows, and is its source in the twin', () => {
    const { html, markdown, warnings } = compile(`${source}\n\n${source}`);
    expect(html).toMatch(/<svg role="img" aria-label="Diagram: Start, Is &amp; ok"/);
    expect(html).toContain('var(--surface, #f4f4f2)');
    expect(html).not.toMatch(/style|fonts\.g/);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(markdown).toBe(`${source}\n\n${source}\n`);
    expect(warnings).toEqual([]);
    expect(compile(`${source}\n\n<kbd>K</kbd>`).markdown).toContain(source);
  });

  it.each(['pie', 'xychart-beta\n  bar [30, 60]'])(
    'that cannot be drawn is code, with a warning that names the alternative: %s',
    (source) => {
      const { html, warnings } = compile(`\`\`\`mermaid\n${source}\n\`\`\``);
      expect(html).toContain('<code class="language-mermaid">');
      expect(warnings[0]?.message).toMatch(
        /^"mermaid" is shown as code, not as a diagram \(.+\); save it as SVG/,
      );
    },
  );
});
