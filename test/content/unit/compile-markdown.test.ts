import { describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/content/compile/compile-markdown.ts';
import type { ReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { createSite } from '../../helpers/library.ts';

/** Every address that is no URL is an image of 900 × 400 that is next to the text. */
const references: ReferenceResolver = {
  resolve: (written) =>
    /^https?:/.test(written)
      ? { kind: 'external', url: written }
      : {
          kind: 'file',
          image: { src: `/media/${written}`, width: 900, height: 400 },
          contentFile: written,
          source: `content/${written}`,
        },
};
const compile = (markdown: string) =>
  compileMarkdown({
    markdown,
    file: 'content/posts/x.md',
    lineOffset: 4,
    path: '/x/',
    description: null,
    site: createSite(),
    references,
  });

describe('an image', () => {
  it('with a title that stands alone becomes a figure with a caption', () => {
    const { html, markdown } = compile('![A plan](plan.png "How it is built")\n');
    expect(html).toMatch(
      /^<figure><img src="\/media\/plan\.png" alt="A plan" width="900" height="400"[^>]*><figcaption>How it is built<\/figcaption><\/figure>/,
    );
    expect(markdown).toBe('![A plan](https://notes.example.org/media/plan.png "How it is built")\n');
  });

  it('in a line keeps its title to itself', () => {
    const { html } = compile('See ![A plan](plan.png "How") here.\n');
    expect(html).toContain('<p>See <img');
    expect(html).toContain('title="How"');
    expect(html).not.toContain('figure');
  });

  it('leaves nothing of its words in the text and the excerpt, whatever they are', () => {
    const { text, excerpt } = compile('See ![Settings > <b>General](plan.png) here.\n');
    expect([text, excerpt]).toEqual(['See here.', 'See here.']);
  });

  it('keeps its caption in a text with HTML', () => {
    const { markdown } = compile('<kbd>K</kbd>\n\n![A plan](plan.png "How it is built")\n');
    expect(markdown).toContain('![A plan](https://notes.example.org/media/plan.png)');
    expect(markdown).toContain('*How it is built*');
  });
});

it('an address whose sign is escaped is text, as plain CommonMark says', () => {
  const { html } = compile('See http\\://a.example/x, www\\.b.example and https://c.example/.\n');
  expect(html.trim()).toBe(
    '<p>See http://a.example/x, www.b.example and <a href="https://c.example/">https://c.example/</a>.</p>',
  );
});

it('a summary has no marks of footnotes', () => {
  const { excerpt } = compile('Words[^1], and more.\n\n[^1]: A note.\n');
  expect(excerpt).toMatch(/^Words, and more\./);
});

it('a heading is named by its words, not by the tags in it', () => {
  const { headings, anchors } = compile('## <a id="old"></a>The <kbd>K</kbd> key\n');
  expect(headings).toEqual([{ depth: 2, id: 'the-k-key', text: 'The K key' }]);
  expect(anchors).toContain('old');
});

describe('a formula', () => {
  it('becomes MathML without an inline style, and stays TeX in the twin', () => {
    const source = 'So $`a^2`$ it is:\n\n```math\n\\frac{1}{2}\n```\n';
    const { html, markdown, text } = compile(source);
    expect(html).toContain('<p>So <span class="math" data-tex="a^2"><math');
    expect(html).toContain('<div class="math" tabindex="0" data-tex="\\frac{1}{2}"><math');
    expect(html).not.toMatch(/style=|annotation/);
    expect(markdown).toBe(source);
    expect(text).toBe('So a 2 it is: 1 2');
  });

  it('goes back to TeX in a text with HTML', () => {
    const { markdown } = compile('<kbd>K</kbd> and $`a^2`$\n\n```math\n\\frac{1}{2}\n```\n');
    expect(markdown).toContain('and $`a^2`$\n');
    expect(markdown).toContain('```math\n\\frac{1}{2}\n```');
  });

  it('that is broken is a problem at its place', () => {
    const { problems } = compile('Text\n\n```math\n\\frac{1\n```\n');
    expect(problems).toMatchObject([{ file: 'content/posts/x.md', line: 7, column: 1, field: 'formula' }]);
  });

  it('is nothing that dollars and code alone make', () => {
    expect(compile('It costs $5 or `$6` or $ `x` $.\n').html).not.toContain('math');
  });
});

describe('a callout', () => {
  it('is a note, and goes back to its alert in a text with HTML', () => {
    const { html, markdown } = compile('> [!TIP]\n> Do *this*.\n\n<kbd>K</kbd>\n');
    expect(html).toContain('<div class="callout callout-tip" role="note" data-callout="tip">');
    expect(markdown).toContain('> [!TIP]\n> Do *this*.');
  });
});

describe('a task list', () => {
  it('has boxes with names', () => {
    const { html } = compile('- [x] one\n- [ ] two\n');
    expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done">');
    expect(html).toContain('<input type="checkbox" disabled aria-label="To do">');
  });
});

describe('a block of HTTP', () => {
  it('has colours, and no class that extractors take for the head of a page', () => {
    const { html } = compile('```http\nSunset: Tue, 10 Aug 2027 00:00:00 GMT\n```\n');
    expect(html).toContain('<span class="token keyword">Sunset</span>');
    expect(html).not.toMatch(/class="[^"]*header/);
  });
});

describe('a table', () => {
  const table = '> | a | b | c |\n> | :-: | --- | ---: |\n> | d | **e** | 1 |\n';

  it('can be scrolled, and its cells say by a class how they are aligned', () => {
    const { html } = compile(table);
    expect(html).toContain('<div class="wide-table" tabindex="0"><table>');
    expect(html).toContain('<th class="align-center">a</th>\n<th>b</th>\n<th class="align-right">c</th>');
    expect(html).toContain('</table></div>');
  });

  it('is the same next to a task list, which takes another way', () => {
    expect(compile(`${table}\n- [ ] x\n`).html).toContain(compile(table).html);
  });

  it('that is HTML keeps the style of its cells', () => {
    const cell = '<td style="text-align: right">1</td>';
    const { html } = compile(`${table}\n<table><tr>${cell}</tr></table>\n`);
    expect(html).toContain(cell);
    expect(html).toContain('<th class="align-right">c</th>');
  });
});

describe('HTML in a text', () => {
  it('has its addresses resolved like those of Markdown', () => {
    const { html, images, assets } = compile(
      '<img alt="a > b &amp; c" src="plan.png" srcset="p 1.png 1x">\n',
    );
    expect(html).toContain('src="/media/plan.png"');
    expect(images).toEqual([{ src: '/media/plan.png', alt: 'a > b & c', width: 900, height: 400 }]);
    expect(assets).toContain('plan.png');
  });

  it('between two comments is no comment', () => {
    const { markdown } = compile('<!-- a --> <b>kept</b> <!-- c -->\n');
    expect(markdown).toBe('**kept**\n');
  });

  it('has a summary up to the mark that WordPress reads, and not up to one in an attribute', () => {
    expect(compile('<p title="<!--more-->">One</p>\n\n<!--more-->\n\nTwo\n').excerpt).toBe('One');
  });
});

describe('what substring search searches', () => {
  it('is the text as written where it contains HTML or a mark of WordPress, and otherwise the Markdown', () => {
    expect(compile('Before.\n<!--more-->\nAfter.\n').stored).toContain('<!--more-->');
    expect(compile('<!-- wp:paragraph -->\nWords.\n').stored).toContain('wp:paragraph');
    expect(compile('A <kbd>K</kbd>.\n').stored).toContain('<kbd>');
    expect(compile('Before.\n<!-- a note -->\nAfter.\n').stored).toBeUndefined();
  });
});
