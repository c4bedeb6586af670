import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/markdown/convert-html.ts';
import type { Addresses } from '../../src/model/addresses.ts';
import { renderStoredText } from '../../src/stored-text/render-blocks.ts';
import type { TextContext } from '../../src/stored-text/text-context.ts';

const addresses: Addresses = {
  link: (written) =>
    /^\s*java/i.test(written) ? { kind: 'dead', reason: 'a program' } : { kind: 'checked', url: written },
  image: (written) => ({ kind: 'found', url: written }),
  file: (written) => ({ kind: 'found', url: written }),
};

const images = [5, 6].map((id) => ({
  id,
  url: `https://old.example/up/${id}.jpg`,
  title: `Image ${id}`,
  alt: `Alt ${id}`,
  caption: id === 6 ? 'A <b>caption</b>' : '',
  mimeType: 'image/jpeg',
}));

function convert(stored: string, footnotes: ReadonlyMap<string, string> = new Map()) {
  const losses: string[] = [];
  const context: TextContext = {
    id: 1,
    attachment: (id) => images.find((image) => image.id === id) ?? null,
    imagesOf: () => images,
    reusableBlock: (id) =>
      id === 9 ? '<!-- wp:paragraph --><p>Said <em>again</em>.</p><!-- /wp:paragraph -->' : null,
    embedHtml: () => null,
    replace: () => undefined,
    field: () => '',
    lose: (code) => losses.push(code),
  };
  const html = renderStoredText(stored, context);
  return { ...convertHtml(html, footnotes, { addresses, lose: context.lose }), losses };
}

const block = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name} ${attributes}${attributes ? ' ' : ''}-->\n${html}\n<!-- /wp:${name} -->`;

describe('blocks', () => {
  it.each([
    [
      'paragraph',
      '<p class="has-drop-cap">A <strong>bold</strong> and <em>soft</em> <a href="https://x.example/?a=1&amp;b=2">link</a>.</p>',
      'A **bold** and *soft* [link](https://x.example/?a=1&b=2).',
    ],
    ['heading', '<h3 class="wp-block-heading">What &amp; why</h3>', '### What & why'],
    ['separator', '<hr class="wp-block-separator"/>', '---'],
    ['freeform', 'Of the old\neditor.\n\nSaid <em>so</em>.', 'Of the old\\\neditor.\n\nSaid *so*.'],
    [
      'quote',
      '<blockquote class="wp-block-quote"><p>Plant.</p><cite>A neighbour</cite></blockquote>',
      '> Plant.\n>\n> <cite>A neighbour</cite>',
    ],
    [
      'list',
      '<ul><li>one</li><li>two<ol><li>two and a half</li></ol></li></ul>',
      '- one\n- two\n  1. two and a half',
    ],
    [
      'preformatted',
      '<pre class="wp-block-preformatted">row 1:  beans\nrow 2:  &amp; mint</pre>',
      '```\nrow 1:  beans\nrow 2:  & mint\n```',
    ],
    [
      'image',
      '<figure class="wp-block-image"><img src="/up/a.jpg" alt="A bench"/><figcaption>Oiled twice</figcaption></figure>',
      '![A bench](/up/a.jpg "Oiled twice")',
    ],
    [
      'table',
      '<figure class="wp-block-table"><table><thead><tr><th>Bed</th><th data-align="right">kg</th></tr></thead><tbody><tr><td>North | wall</td><td data-align="right">4.5</td></tr></tbody></table></figure>',
      '| Bed | kg |\n| - | -: |\n| North \\| wall | 4.5 |',
    ],
    ['spacer', '<div style="height:40px" class="wp-block-spacer"></div>', ''],
  ])('%s', (name, html, markdown) => {
    expect(convert(block(name, html)).markdown).toBe(markdown);
  });

  it('code keeps every character, in a fence longer than any in it', () => {
    const html =
      '<pre class="wp-block-code"><code class="language-js">```js\nif (a &lt; b) {\n\tx = "&amp;amp;";  \n\n}</code></pre>';
    expect(convert(block('code', html)).markdown).toBe(
      '````js\n```js\nif (a < b) {\n\tx = "&amp;";  \n\n}\n````',
    );
  });

  it('columns, groups and covers give their content in order', () => {
    const stored = block(
      'columns',
      `<div class="wp-block-columns">${block('column', `<div>${block('paragraph', '<p>Left.</p>')}</div>`)}${block('column', `<div>${block('paragraph', '<p>Right.</p>')}</div>`)}</div>`,
    );
    expect(convert(stored).markdown).toBe('Left.\n\nRight.');
  });

  it('footnotes have their documents next to the document', () => {
    const stored = `${block('paragraph', '<p>Said<sup data-fn="abc" class="fn"><a href="#abc">1</a></sup>.</p>')}\n<!-- wp:footnotes /-->`;
    const { markdown } = convert(stored, new Map([['abc', 'By <em>whom</em>.']]));
    expect(markdown).toBe('Said[^1].\n\n[^1]: By *whom*.');
  });

  it('a reusable block is where it is used; one that is gone is named', () => {
    const { markdown, losses } = convert('<!-- wp:block {"ref":9} /-->\n<!-- wp:block {"ref":10} /-->');
    expect(markdown).toBe('Said *again*.');
    expect(losses).toEqual(['ref-missing']);
  });

  it('lists that WordPress made on display, and blocks of plugins without a text, are named', () => {
    const { markdown, losses } = convert('<!-- wp:latest-posts /-->\n<!-- wp:acme/prices {"id":7} /-->');
    expect(markdown).toBe('');
    expect(losses).toEqual(['block-dynamic', 'block-dynamic']);
  });

  it('bare words between blocks are kept', () => {
    expect(convert(`Before.\n\n${block('paragraph', '<p>Inside.</p>')}\n\nAfter.`).markdown).toBe(
      'Before.\n\nInside.\n\nAfter.',
    );
  });
});

describe('classic documents', () => {
  it('an empty line ends a paragraph, a line end is a break, also as Windows writes them', () => {
    expect(convert('One\r\ntwo.\r\n\r\nThree.').markdown).toBe('One\\\ntwo.\n\nThree.');
  });

  it('block-level tags stand for themselves, and preformatted text keeps its lines', () => {
    const { markdown } = convert(
      '<h3>Head</h3>\nText.\n<blockquote>A.\n\nB.</blockquote>\n<pre>x\n\n  y</pre>\nEnd.',
    );
    expect(markdown).toBe('### Head\n\nText.\n\n> A.\n>\n> B.\n\n```\nx\n\n  y\n```\n\nEnd.');
  });

  it('a "<" that opens no tag keeps what follows in one paragraph, as readers saw it', () => {
    expect(convert('I <3 soil.\n\nReally.').markdown).toBe('I <3 soil. Really.');
  });

  it('text that Markdown would read as markup is escaped, and nothing else', () => {
    const { markdown } = convert(
      '*stars* snake_case _lines_ `ticks` [a](b) [sic] &lt;div&gt; C:\\new\n\n# no heading\n\n1. no list',
    );
    expect(markdown).toBe(
      '\\*stars\\* snake_case \\_lines\\_ \\`ticks\\` [a]\\(b) [sic] \\<div> C:\\new\n\n\\# no heading\n\n1\\. no list',
    );
  });

  it('captions and galleries become images with their captions', () => {
    const { markdown } = convert(
      '[caption id="a" width="300"]<img src="/up/a.jpg" alt="A" /> Below it[/caption]\n\n[gallery]\n\n[gallery ids="6"]',
    );
    expect(markdown).toBe(
      '![A](/up/a.jpg "Below it")\n\n![Alt 5](https://old.example/up/5.jpg)\n\n' +
        '<figure><img alt="Alt 6" src="https://old.example/up/6.jpg"><figcaption>A <b>caption</b></figcaption></figure>\n\n' +
        '<figure><img alt="Alt 6" src="https://old.example/up/6.jpg"><figcaption>A <b>caption</b></figcaption></figure>',
    );
  });

  it('boxes of page builders become what is in them; what a program filled in stays, and is named', () => {
    const { markdown, losses } = convert(
      '[vc_row css=".a{b}"][vc_column width="1/2"][vc_column_text]Planed <b>oak</b>.[/vc_column_text][vc_single_image image="5"][vc_btn title="More" link="url:https%3A%2F%2Fa.example|title:x"][vc_empty_space][/vc_column][/vc_row]\n[et_pb_section][et_pb_blurb title="Keel"]Laid.[/et_pb_blurb][et_pb_blog posts_number="3"][/et_pb_blog][/et_pb_section]',
    );
    expect(markdown).toBe(
      'Planed **oak**.\n\n![Alt 5](https://old.example/up/5.jpg)\n\n### More\n\n### Keel\n\nLaid.\n\n[et_pb_blog posts_number="3"]',
    );
    expect(losses).toEqual(['shortcode-unknown']);
    const off = convert('[vc_row disable_element="yes"]Hidden words[/vc_row][vc_row]Shown[/vc_row]');
    expect(off.markdown).toBe('Shown');
    expect(off.losses).toEqual(['html-removed']);
  });

  it('shortcodes of plugins stay as text and are named; brackets that are text are not', () => {
    const { markdown, losses } = convert('See [12] and [sic].\n\n[price_table id="7"] [[gallery]]');
    expect(markdown).toBe('See [12] and [sic].\n\n[price_table id="7"] [gallery]');
    expect(losses).toEqual(['shortcode-unknown']);
  });

  it('shortcodes with an address, languages in one text and formulas are named', () => {
    const { markdown, losses } = convert(
      '[map https://maps.example/?q=1]\n\n[:en]One[:de]Eins[:]\n\n$latex a^2$ [via me]',
    );
    expect(markdown).toContain('[:en]One[:de]Eins[:]');
    expect(losses).toEqual([
      'shortcode-unknown',
      'shortcode-unknown',
      'shortcode-unknown',
      'shortcode-unknown',
    ]);
  });

  it.each([
    [
      '[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;w=300]',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
    ['[youtube=http://youtu.be/dQw4w9WgXcQ]', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['[vimeo 22439234]', 'https://vimeo.com/22439234'],
  ])('%s is a link to the video that was there, which is a card', (text, page) => {
    const { markdown, losses } = convert(text);
    expect(markdown).toBe(`<${page}>`);
    expect(losses).toEqual([]);
  });

  it('code of a highlighter keeps its lines and its characters', () => {
    expect(convert('[code language="php"]\nif ($a &lt; 3) {\n\n}\n[/code]').markdown).toBe(
      '```php\nif ($a < 3) {\n\n}\n```',
    );
  });

  it('an address alone on a line becomes the link that is a card', () => {
    expect(convert('Look:\n\nhttps://vimeo.com/22439234').markdown).toBe(
      'Look:\n\n<https://vimeo.com/22439234>',
    );
  });
});

it('footnotes that readers saw as a list are once in the text', () => {
  const shown =
    '<p>Said<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>.</p><ol class="wp-block-footnotes"><li id="n1">A note. <a href="#n1-link">↩︎</a></li></ol>';
  const { markdown } = convertHtml(shown, new Map([['n1', 'A note.']]), { addresses, lose: () => undefined });
  expect(markdown).toBe('Said[^1].\n\n[^1]: A note.');
});

describe('classic HTML that Markdown has no form for', () => {
  it('a list directly in a list is part of the item before it', () => {
    expect(convert('<ul><li>Oak</li><ul><li>Holm oak</li></ul><li>Ash</li></ul>').markdown).toBe(
      '- Oak\n  - Holm oak\n- Ash',
    );
    expect(convert('<ol><ul><li>Elm</li></ul><li>Ash</li></ol>').markdown).toBe('1. Elm\n2. Ash');
  });

  it('a link around boxes redirects from each line in them', () => {
    expect(convert('<a href="/more/"><div><h3>Title</h3><p>Some <b>words</b></p></div></a>').markdown).toBe(
      '### [Title](/more/)\n\n[Some **words**](/more/)',
    );
  });

  it('a page ends its paragraph, and lines that only look like lists stay lines', () => {
    expect(convert('One\n<!--nextpage-->\nTwo<br>* three<br>+ four').markdown).toBe(
      'One\n\n<!--nextpage-->\n\nTwo\\\n\\* three\\\n\\+ four',
    );
  });
});

describe('what does not belong in a text', () => {
  it.each([
    '<p onclick="alert(1)">Text</p>',
    '<p>Text <a href="javascript:alert(1)">link</a></p>',
    '<p>Text <a href=" java\tscript:alert(1)">link</a></p>',
    '<p>Text<script>alert(1)</script></p>',
    '<p>Text <img src="/x.png" onerror="alert(1)"></p>',
    '<p>Text</p><iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p>Text</p><form action="https://evil.example"><input name="p"></form>',
    '<p>Text</p><svg><script>alert(1)</script></svg>',
    '<p>Text</p><meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example/">',
  ])('%s', (html) => {
    const { markdown } = convert(html);
    expect(markdown).toContain('Text');
    expect(markdown).not.toMatch(/alert|evil|javascript|onclick|srcdoc|<form|<svg|<base|<meta/i);
  });

  it('the words of a form stay, its fields do not', () => {
    const { markdown, losses } = convert(
      '<p>Letters.</p><form action="https://mail.example/"><label>Mail <input name="m"></label> <select><option>Peru</option></select><button>Subscribe</button></form>',
    );
    expect(markdown).toBe('Letters.\n\nMail Subscribe');
    expect(losses).toEqual(['html-removed']);
  });

  it('a player with a page is a link to it, which is a card, with its title and caption', () => {
    const { markdown, losses } = convert(
      '<figure><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0" title="A song"></iframe><figcaption>Sung <em>twice</em></figcaption></figure><iframe src="https://open.spotify.com/embed/track/6habFhsOp2Nv"></iframe>',
    );
    expect(markdown).toBe(
      '[A song](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\nSung *twice*\n\n<https://open.spotify.com/track/6habFhsOp2Nv>',
    );
    expect(losses).toEqual([]);
  });

  it.each([
    [
      'WordPress',
      '<figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image"><a href="/up/a.jpg"><img src="/up/a.jpg" alt="A"/></a></figure><figure class="wp-block-image"><img src="/up/b.jpg" alt="B"/><figcaption>Bees</figcaption></figure><figcaption class="blocks-gallery-caption">Our <em>walk</em></figcaption></figure>',
      '![A](/up/a.jpg)\n![B](/up/b.jpg "Bees")\n\nOur *walk*',
    ],
    [
      'WordPress 5.0',
      '<ul class="wp-block-gallery columns-2"><li class="blocks-gallery-item"><figure><img src="/up/a.jpg" alt=""/></figure></li><li class="blocks-gallery-item"><figure><img src="/up/b.jpg" alt="B"/></figure></li></ul>',
      '![](/up/a.jpg)\n![B](/up/b.jpg)',
    ],
    [
      'the shortcode, as it was shown',
      '<div id="gallery-1" class="gallery galleryid-7"><dl class="gallery-item"><dt class="gallery-icon"><a href="/up/a.jpg"><img src="/up/a.jpg" alt="A"></a></dt><dd class="wp-caption-text">Ants</dd></dl><dl class="gallery-item"><dt><img src="/up/b.jpg" alt="B"></dt></dl><br style="clear: both"></div>',
      '![A](/up/a.jpg "Ants")\n![B](/up/b.jpg)',
    ],
    [
      'Jetpack',
      '<div class="wp-block-jetpack-tiled-gallery"><div class="tiled-gallery__gallery"><div class="tiled-gallery__row"><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img src="/up/a.jpg" alt="A"/></figure></div><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img src="/up/b.jpg" alt="B"/></figure></div></div></div></div>',
      '![A](/up/a.jpg)\n![B](/up/b.jpg)',
    ],
    [
      'Ghost',
      '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/up/a.jpg" alt="A"></div><div class="kg-gallery-image"><img src="/up/b.jpg" alt="B"></div></div></div><figcaption>Both</figcaption></figure>',
      '![A](/up/a.jpg)\n![B](/up/b.jpg)\n\nBoth',
    ],
    [
      'captions that Markdown cannot express, as before',
      '<div class="gallery"><figure><img src="/up/a.jpg" alt="A"><figcaption>A <b>caption</b></figcaption></figure><figure><img src="/up/b.jpg" alt="B"></figure></div>',
      '<figure><p><img alt="A" src="/up/a.jpg"></p><figcaption>A <b>caption</b></figcaption></figure>\n\n![B](/up/b.jpg)',
    ],
  ])('a gallery is lines of images: %s', (_, html, lines) => {
    const { markdown, losses } = convert(html);
    expect(markdown).toBe(lines);
    expect(losses).toEqual([]);
  });

  it('frames of known players stay, others become links', () => {
    const { markdown, losses } = convert(
      '<iframe src="//w.soundcloud.com/player/?a=1"></iframe><iframe src="https://maps.example/x" title="A map"></iframe>',
    );
    expect(markdown).toContain('<iframe src="https://w.soundcloud.com/player/?a=1"');
    expect(markdown).toContain('[https://maps.example/x](https://maps.example/x "A map")');
    expect(losses).toEqual(['embed-as-link']);
  });
});
