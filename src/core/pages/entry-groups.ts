import { archivePagePath } from '../model/urls.ts';
import type { ArchivePage, Entry, PageLink } from './page.ts';

/** Entries of one year; the year is empty where a list is not divided. */
export interface EntryGroup {
  readonly year: string;
  readonly entries: readonly Entry[];
}

/** Entries by year, where they are of more than one: a list of the newest first becomes sections. */
export function groupByYear(entries: readonly Entry[]): EntryGroup[] {
  const years = Map.groupBy(entries, ({ date }) => date.slice(0, 4));
  if (years.size < 2) return [{ year: '', entries }];
  return [...years].map(([year, ofYear]) => ({ year, entries: ofYear }));
}

/** Links to the parts of a list: the first, the last and those around the current one; null where some are left out. */
export function listPageLinks({
  path,
  number,
  pages,
}: Pick<ArchivePage, 'path' | 'number' | 'pages'>): (PageLink | null)[] {
  const base = number === 1 ? path : path.replace(/page\/\d+\/$/, '');
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (other) => other === 1 || other === pages || Math.abs(other - number) <= 1,
  );
  return shown.flatMap((other, index) => {
    const link = { title: String(other), path: archivePagePath(base, other) };
    return index > 0 && other - (shown[index - 1] ?? 0) > 1 ? [null, link] : [link];
  });
}
