import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolutizeHtml } from '../../../src/core/text/html-addresses.ts';
import {
  countWords,
  cutWords,
  escapeHtml,
  escapeXml,
  htmlToText,
} from '../../../src/core/text/plain-text.ts';

describe('the words of HTML', () => {
  it('are those between the tags, entities decoded, with one space', () => {
    expect(htmlToText('<h2 id="a">One</h2>\n<p>two&amp;three <b>f</b>our<br>five</p>')).toBe(
      'One two&three four five',
    );
  });

  it('hold nothing of a tag, whatever its attributes say', () => {
    expect(htmlToText('<p>See <img alt="Settings > <b>General</b>" src="x.png"> here.</p>')).toBe(
      'See here.',
    );
    expect(htmlToText(`<p title='a > b'>x</p><a data-x="</a>">y</a>`)).toBe('x y');
  });

  it('leave out scripts, styles, templates, comments and the arrows of footnotes', () => {
    expect(
      htmlToText(
        'a<script>b("<p>")</script><style>c</style><template>d<template>e</template>f</template><!-- g > h -->i',
      ),
    ).toBe('a i');
    expect(
      htmlToText(
        '<h2 class="sr-only" id="footnote-label">Footnotes</h2><p>j <a href="#x" title=">" data-footnote-backref="">↩</a></p>',
      ),
    ).toBe('j');
    expect(htmlToText('<section data-footnotes><a title="data-footnote-backref">k</a></section>')).toBe('k');
  });

  it('keep a lesser-than sign that opens nothing', () => {
    expect(htmlToText('<p>1 < 2 and 3 > 2</p>')).toBe('1 < 2 and 3 > 2');
  });

  it('are the same whatever the attributes of the tags', () => {
    const value = fc.string({ unit: fc.constantFrom(...'ab ><"\'=/-&;') });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        const attributes = values
          .map((text, index) => ` data-${index}="${text.replaceAll('"', '&quot;')}"`)
          .join('');
        const single = values
          .map((text, index) => ` data-${index}='${text.replaceAll("'", '&#39;')}'`)
          .join('');
        expect(htmlToText(`<p${attributes}>one <b${single}>two</b></p>`)).toBe('one two');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an excerpt', () => {
  it('is cut between words and says so', () => {
    expect(cutWords('one two three', 2)).toBe('one two […]');
    expect(cutWords('one two', 2)).toBe('one two');
    expect(cutWords('', 2)).toBe('');
  });

  it.each([
    '水門は川にある。橋',
    '水闸在河边，桥也在。',
    'ประตูน้ำอยู่ริมแม่น้ำ',
    'ປະຕູນ້ຳຢູ່ແຄມຂອງ',
    'ទ្វារទឹកនៅមាត់ទន្លេ',
    'ရေတံခါးသည်မြစ်နားတွင်',
  ])('counts characters in scripts without spaces: %s', (sentence) => {
    const text = sentence.repeat(20);
    const [shown = '', mark] = cutWords(text, 10).split(' ');
    expect(mark).toBe('[…]');
    expect(text.startsWith(shown)).toBe(true);
    const letters = [...new Intl.Segmenter('und').segment(shown)];
    expect(letters).toHaveLength(10);
  });

  it('counts words where letters of such scripts are few', () => {
    expect(cutWords('The gate, 水門 in Japanese, is old', 4)).toBe('The gate, 水門 in […]');
    expect(cutWords('수문은 강에 있다', 2)).toBe('수문은 강에 […]');
  });
});

describe('the count of words', () => {
  it('is that of spaces, and of characters in scripts without spaces', () => {
    expect(countWords('')).toBe(0);
    expect(countWords('one two')).toBe(2);
    expect(countWords('東京 two')).toBe(4);
  });
});

describe('text in markup', () => {
  it('is escaped for elements and attributes, and contains nothing that XML forbids', () => {
    expect(escapeHtml('<a href="b">&')).toBe('&lt;a href=&quot;b&quot;&gt;&amp;');
    expect(escapeXml('a\u0000\u0008<\ufffe')).toBe('a&lt;');
  });
});

describe('an address in a fragment', () => {
  const absolute = (html: string) => absolutizeHtml(html, 'https://e.org', 'https://e.org/p/');

  it('becomes absolute where it is from the root or on the page', () => {
    expect(absolute('<a href="/a/?b=1&amp;c=2">x</a><a href=#y>y</a><a href="//f.org/">z</a>')).toBe(
      '<a href="https://e.org/a/?b=1&amp;c=2">x</a><a href="https://e.org/p/#y">y</a><a href="//f.org/">z</a>',
    );
    expect(absolute('<img srcset="/a.png 1x, /b,c.png 2x" src=\'/a.png\'><video poster="/d.png">')).toBe(
      '<img srcset="https://e.org/a.png 1x, https://e.org/b,c.png 2x" src=\'https://e.org/a.png\'><video poster="https://e.org/d.png">',
    );
  });

  it('stays as it is in a text and in an attribute that is no address', () => {
    const html = `<code>&lt;img src='/x'&gt; href="/y"</code><img alt='a > <img src="/z">' src="https://e.org/">`;
    expect(absolute(html)).toBe(html);
  });
});

it('takes every kind of white space for one space, and nothing else for any', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const kept = characters.filter((character) => !/[\s<&]/.test(character));
  const spaces = characters.filter((character) => /\s/.test(character));
  for (const space of spaces) expect(htmlToText(`a${space}b ${space}${space}c`)).toBe('a b c');
  expect(htmlToText(kept.join(''))).toBe(kept.join(''));
});
