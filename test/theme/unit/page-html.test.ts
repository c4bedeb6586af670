import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageHtml, toPageHtml } from '../../../src/core/html/page-html.ts';
import { imageVariants } from '../../../src/core/model/image-variants.ts';

const plan = { src: '/media/posts/plan b.png', alt: 'A "plan"', width: 900, height: 400 };
const img =
  '<img src="/media/posts/plan%20b.png" alt="A plan" width="900" height="400" loading="lazy" decoding="async">';

describe('a heading on a page', () => {
  it('links to itself', () => {
    expect(toPageHtml('<h2 id="a-b">A <code>b</code></h2>', [])).toBe(
      '<h2 id="a-b"><a class="heading-link" href="#a-b">A <code>b</code></a></h2>',
    );
  });

  it('that contains a link of its own stays as it is, and so does one without an id', () => {
    const html =
      '<h2 id="x"><a href="/y/">Y</a></h2><h3>Z</h3><h2 class="sr-only" id="footnote-label">Footnotes</h2>';
    expect(toPageHtml(html, [])).toBe(html);
  });
});

describe('a table on a page', () => {
  const box = '<div class="wide-table" tabindex="0">';

  it('that was written as HTML gets the box that those of Markdown have', () => {
    const inner = '<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>';
    expect(toPageHtml(`<figure>${inner}</figure><table></table>`, [])).toBe(
      `<figure>${box}${inner}</div></figure>${box}<table></table></div>`,
    );
  });

  it.each([`${box}\n<table></table></div>`, '<p>x</p></table><table><tr>'])(
    'stays as it is in %s',
    (html) => {
      expect(toPageHtml(html, [])).toBe(html);
    },
  );
});

describe('an image on a page', () => {
  it('is offered in lighter formats and smaller sizes', () => {
    const html = toPageHtml(`<p>${img}</p>`, [plan]);
    expect(html).toContain(
      '<p><picture><source type="image/avif" srcset="/media/posts/plan%20b.png.240.avif 240w, /media/posts/plan%20b.png.480.avif 480w, /media/posts/plan%20b.png.800.avif 800w, /media/posts/plan%20b.png.900.avif 900w"',
    );
    expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('image/webp'));
    expect(html).toContain('alt="A plan" width="900" height="400"');
    expect(html).toMatch(/<\/picture><\/p>$/);
  });

  it('is loaded at once when it is the first, and later when it is not', () => {
    const [first, second] = toPageHtml(img + img, [plan])
      .split('<img')
      .slice(1);
    expect(first).toContain('fetchpriority="high"');
    expect(first).not.toContain('loading="lazy"');
    expect(second).toContain('loading="lazy"');
  });

  it('from elsewhere, or one that no one measured, stays as it is', () => {
    const other = '<img src="https://example.org/a.png" alt="" loading="lazy">';
    expect(
      toPageHtml(`${img}${other}`, [
        { src: 'https://example.org/a.png', alt: '', width: null, height: null },
      ]),
    ).toContain(other);
  });

  it('keeps its markup, whatever its words are', () => {
    const html =
      '<p><img src="/media/posts/plan%20b.png" alt="Settings > <b>General</b>" loading="lazy"></p>';
    expect(toPageHtml(html, [plan])).toMatch(
      /^<p><picture><source [^>]*><source [^>]*><img src="\/media\/posts\/plan%20b.png" alt="Settings > <b>General<\/b>" fetchpriority="high"><\/picture><\/p>$/,
    );
  });

  it('inside an image element stays there, and one in the words of another is none', () => {
    const own = `<picture><source srcset="a.webp">${img}</picture>`;
    expect(toPageHtml(own, [plan])).toBe(own.replace('loading="lazy"', 'fetchpriority="high"'));
    const quoted = `<b title='<h2 id="a">x</h2> ${img}'>y</b>`;
    expect(toPageHtml(quoted, [plan])).toBe(quoted);
  });

  it('of any words is one tag in one image', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab ><'=/-&;") }), (alt) => {
        const tag = `<img alt="${alt}" src="/media/posts/plan%20b.png" title='${alt.replaceAll("'", '')}'>`;
        const html = toPageHtml(`<h2 id="x">${tag}</h2>`, [plan]);
        expect(html).toMatch(/^<h2 id="x"><a class="heading-link" href="#x"><picture><source /);
        expect(html.endsWith(`${tag}</picture></a></h2>`)).toBe(true);
      }),
    );
  });

  it('outside of a text has its words escaped', () => {
    expect(imageHtml({ ...plan, src: '/a.svg' })).toBe(
      '<img src="/a.svg" alt="A &quot;plan&quot;" width="900" height="400" decoding="async" fetchpriority="high">',
    );
  });
});

describe('the forms of an image', () => {
  const widths = (width: number, src = '/media/a.jpg') =>
    imageVariants({ src, alt: '', width, height: 10 })
      .filter(({ format }) => format === 'webp')
      .map((variant) => variant.width);

  it('are never larger than the image, nor than a screen needs', () => {
    expect(widths(300)).toEqual([300]);
    expect(widths(480)).toEqual([240, 480]);
    expect(widths(1000)).toEqual([240, 480, 800, 1000]);
    expect(widths(5000)).toEqual([240, 480, 800, 1200, 1600]);
  });

  it('are not made of drawings, animations and images on other hosts', () => {
    for (const src of ['/a.svg', '/a.gif', 'https://example.org/a.png', '//example.org/a.png']) {
      expect(widths(1000, src)).toEqual([]);
    }
  });
});
