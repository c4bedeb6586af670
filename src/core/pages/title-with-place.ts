import { wordsOf } from '../languages/words.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import type { Page } from './page.ts';

/** Distinguishes equal names of tags, series, categories, authors and pages: `Soil · Tags`, `Writing · Manual`. */
export function titleWithPlace(page: Page, site: Site): string {
  const place = placeOf(page, site);
  return place ? `${page.title} · ${place}` : page.title;
}

function placeOf(page: Page, site: Site): string | undefined {
  if (page.view === 'archive' && page.about === 'author') return wordsOf(site).words.writing;
  if (page.view !== 'archive' && (page.view !== 'document' || page.document.parent === null))
    return undefined;
  const isAbove = (path: string) => path !== pathsOf(site).home && !page.path.startsWith(`${path}page/`);
  return page.breadcrumbs.findLast(({ path }) => isAbove(path))?.title;
}
