import { describe, expect, it } from 'vitest';
import { renderSitemap } from '../../../src/core/feeds/sitemap.ts';
import { isContinuation, listPages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';

const site = createSite({ postsPerPage: 1 });
const library = createLibrary({
  site,
  documents: [
    { title: 'R&D', path: '/r&d/', modifiedGmt: '2026-09-01T10:00:00', tags: ['ü'] },
    { title: 'Older', modifiedGmt: '2026-08-01T10:00:00' },
    { title: 'Secret', locked: lockedBody },
  ],
  tags: [{ slug: 'ü', name: 'Ü' }],
});
const urlsOf = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]!);

describe('the sitemap', () => {
  const [file, ...others] = renderSitemap(library);

  it('is one file with escaped, encoded addresses and the real date of the last change', () => {
    expect(others).toEqual([]);
    expect(file?.path).toBe('/sitemap.xml');
    expect(file?.text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns=')).toBe(true);
    expect(file?.text).toContain(
      '<url><loc>https://notes.example.org/r&amp;d/</loc><lastmod>2026-09-01T10:00:00Z</lastmod></url>\n',
    );
    expect(file?.text).toContain(
      '<url><loc>https://notes.example.org/tag/%C3%BC/</loc><lastmod>2026-09-01T10:00:00Z</lastmod></url>\n',
    );
    expect(file?.text).toContain('<url><loc>https://notes.example.org/contact/</loc></url>\n');
  });

  it('has every page but continuations, protected pages and twins', () => {
    const expected = listPages(library)
      .map((page) => page.path)
      .filter((path) => !isContinuation(path) && path !== '/secret/');
    expect(
      urlsOf(file!.text).map((url) => decodeURI(url.slice(site.url.length)).replace('&amp;', '&')),
    ).toEqual(expected);
    expect(listPages(library).some((page) => isContinuation(page.path))).toBe(true);
    expect(file?.text).not.toMatch(/\.md<|404/);
  });

  it('is split into an index and numbered parts when a file would hold too many', () => {
    const total = urlsOf(file!.text).length;
    const [index, ...parts] = renderSitemap(library, 3);
    expect(parts.map((part) => part.path)).toEqual(
      Array.from({ length: Math.ceil(total / 3) }, (_, number) => `/sitemap-${number + 1}.xml`),
    );
    expect(urlsOf(index!.text)).toEqual(parts.map((part) => site.url + part.path));
    expect(index?.text).toContain(
      '<sitemap><loc>https://notes.example.org/sitemap-1.xml</loc><lastmod>2026-09-01T10:00:00Z</lastmod></sitemap>',
    );
    expect(parts.flatMap((part) => urlsOf(part.text))).toEqual(urlsOf(file!.text));
  });
});
