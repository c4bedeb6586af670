import { describeFront } from '../../core/front/front-table.ts';
import { findOldAddress, type OldAddress } from '../../core/front/old-addresses.ts';
import type { Library, OwnFile } from '../../core/model/document.ts';
import { withoutLanguage } from '../../core/model/languages.ts';
import { basePath, isSystemPath } from '../../core/model/urls.ts';
import { listPages } from '../../core/pages/pages.ts';
import type { Advice } from './advice.ts';

const file = 'content/redirects.yaml';

/** Pages of the last published build at whose addresses nothing is now, and where they redirect. @param sitemap of that build */
export function adviseOnAddresses(library: Library, own: readonly OwnFile[], sitemap: string): Advice[] {
  const present = [...listPages(library), ...own, ...(library.unlisted ?? [])].map(({ path }) => path);
  const pages = new Set(present);
  const { redirects, old } = describeFront(library);
  return pathsOf(library, sitemap).flatMap((path): Advice[] => {
    if (pages.has(path) || isSystemPath(withoutLanguage(library.site, path))) return [];
    const plain = redirects[path];
    const found: OldAddress | null =
      plain === undefined
        ? findOldAddress(path, old, (page) => pages.has(page))
        : { kind: 'moved', location: plain, status: 301 };
    if (found?.kind === 'gone') return [];
    if (found)
      return [
        { file, about: 'moved', message: `${path} was published, and redirects to ${found.location} now.` },
      ];
    const message = `${path} was published, and nothing is there now; redirect it with "redirectFrom" of what replaces it, or here.`;
    return [{ file, about: 'gone', message }];
  });
}

function pathsOf({ site }: Library, sitemap: string): string[] {
  const base = basePath(site);
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, url = '']) => {
    const { pathname } = new URL(url.replaceAll('&amp;', '&'));
    return pathname.startsWith(`${base}/`) ? decodeURIComponent(pathname.slice(base.length)) : [];
  });
}
