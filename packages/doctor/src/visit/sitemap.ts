import { childrenOf, readXml, textOf, type XmlElement } from '../documents/xml-document.ts';
import type { Found, Visit } from './visit.ts';

export interface Sitemap {
  /** The sitemap, or the index of sitemaps. */
  readonly found: Found;
  readonly root: XmlElement | null;
  /** Why it cannot be read; null when it can. */
  readonly problem: string | null;
  readonly entries: readonly SitemapEntry[];
}

export interface SitemapEntry {
  readonly url: string;
  readonly lastmod: string;
}

/** Sitemaps of an index that are read. */
const partsRead = 3;

/** The sitemap that `robots.txt` names, or the one at a usual address. */
export function findSitemap(visit: Visit): Promise<Sitemap | null> {
  return visit.once('sitemap', async () => {
    const robots = await visit.robots();
    const named = (robots?.rules.sitemaps ?? []).map((href) =>
      visit.local(href, visit.atRoot('/robots.txt')),
    );
    const usual = ['sitemap.xml', 'sitemap-index.xml', 'sitemap_index.xml', 'wp-sitemap.xml'];
    const found = await visit.findFirst([...named, ...usual.map((name) => visit.below(name))]);
    return found && readSitemap(visit, found);
  });
}

async function readSitemap(visit: Visit, found: Found): Promise<Sitemap> {
  const document = readXml(found.answer.text);
  if (document.kind === 'broken') return { found, root: null, problem: document.message, entries: [] };
  const { root } = document;
  const entries = listEntries(root);
  visit.recognize([...entries.map(({ url }) => url), ...listParts(root)]);
  let problem: string | null = null;
  if (root.name === 'sitemapindex') {
    for (const part of listParts(root).slice(0, partsRead)) {
      const url = visit.local(part, found.url);
      const answer = url ? await visit.ask(url) : null;
      const read = answer?.status === 200 ? readXml(answer.text) : null;
      if (read?.kind === 'root') entries.push(...listEntries(read.root));
      else if (read) problem ??= `${url}: ${read.message}`;
    }
  }
  return { found, root, problem, entries };
}

const listParts = (root: XmlElement): string[] =>
  childrenOf(root, 'sitemap').map((part) => textOf(part, 'loc'));

function listEntries(root: XmlElement): SitemapEntry[] {
  return childrenOf(root, 'url').map((entry) => ({
    url: textOf(entry, 'loc'),
    lastmod: textOf(entry, 'lastmod'),
  }));
}
