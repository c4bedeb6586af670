import type { Library } from '../model/document.ts';
import { isMultilingual } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, paths } from '../model/urls.ts';
import { listVersions } from '../pages/language-links.ts';
import type { PageAddress } from '../pages/page.ts';
import { isContinuation, listPages } from '../pages/pages.ts';
import { escapeXml } from '../text/plain-text.ts';

/**
 * `/sitemap.xml` (https://www.sitemaps.org/protocol.html): every page that may be indexed, with its last change and its
 * translations. Twins, later pages of lists and protected pages are left out. Above 50,000 pages, the format's limit,
 * it is an index of `/sitemap-1.xml`, `/sitemap-2.xml`, …
 */
export interface SitemapFile {
  readonly path: string;
  readonly text: string;
}

const maxUrls = 50_000;

interface Located extends Pick<PageAddress, 'translations'> {
  readonly path: string;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  readonly modifiedGmt: string | null;
}

/** The files, `/sitemap.xml` first. */
export function renderSitemap(library: Library, max = maxUrls): SitemapFile[] {
  const { site, documents } = library;
  const locked = new Set(documents.filter((document) => document.locked).map((document) => document.path));
  const pages = listPages(library).filter(
    ({ path, empty }) => !isContinuation(path) && !locked.has(path) && !empty,
  );
  if (pages.length <= max) return [{ path: paths.sitemap, text: renderUrls(site, pages) }];
  const parts = Array.from({ length: Math.ceil(pages.length / max) }, (_, index) => ({
    path: `/sitemap-${index + 1}.xml`,
    pages: pages.slice(index * max, (index + 1) * max),
  }));
  return [
    { path: paths.sitemap, text: renderIndex(site, parts) },
    ...parts.map((part) => ({ path: part.path, text: renderUrls(site, part.pages) })),
  ];
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function renderUrls(site: Site, pages: readonly Located[]): string {
  const isPlural = isMultilingual(site);
  const urls = pages.map(
    (page) => `<url>${locate(site, page)}${isPlural ? listAlternates(site, page) : ''}</url>`,
  );
  const names = isPlural ? `${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml"` : namespace;
  return [declaration, `<urlset ${names}>`, ...urls, '</urlset>', ''].join('\n');
}

function listAlternates(site: Site, page: Located): string {
  return listVersions(page, site)
    .filter(({ locked }) => !locked)
    .map(({ hreflang, path }) => {
      const href = escapeXml(absoluteUrl(site, path));
      return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
    })
    .join('');
}

function renderIndex(site: Site, parts: readonly { path: string; pages: readonly Located[] }[]): string {
  const sitemaps = parts.map(({ path, pages }) => {
    const modifiedGmt = pages.reduce<string | null>(
      (newest, page) =>
        page.modifiedGmt && (!newest || page.modifiedGmt > newest) ? page.modifiedGmt : newest,
      null,
    );
    return `<sitemap>${locate(site, { path, modifiedGmt })}</sitemap>`;
  });
  return [declaration, `<sitemapindex ${namespace}>`, ...sitemaps, '</sitemapindex>', ''].join('\n');
}

function locate(site: Site, { path, modifiedGmt }: Located): string {
  const modified = modifiedGmt ? `<lastmod>${modifiedGmt}Z</lastmod>` : '';
  return `<loc>${escapeXml(absoluteUrl(site, path))}</loc>${modified}`;
}
