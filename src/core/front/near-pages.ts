import leven from 'leven';
import { memoize } from '../model/memoize.ts';
import type { PageLink } from '../pages/page.ts';

/** Max length of an address that is compared, which bounds the work. */
const maxLength = 200;

/**
 * Pages with addresses similar to a missing one, best first: the same last part elsewhere, an extension of it or a
 * part of it, or up to a third of its letters mistyped.
 * @param path decoded; its `.md`, `.html` or trailing slash is ignored
 * @param pages candidates; of equal ones the earlier is first
 */
export function findNearPages(path: string, pages: readonly PageLink[], max = 5): PageLink[] {
  if (path.length > maxLength) return [];
  const wanted = nameOf(path);
  if (wanted.whole === '') return [];
  const names = namesOf(pages);
  const scored: { readonly page: PageLink; readonly score: number }[] = [];
  for (const [index, page] of pages.entries()) {
    const candidate = names[index];
    const score = candidate ? distance(wanted, candidate) : 1;
    if (score < 1) scored.push({ page, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, max)
    .map(({ page }) => page);
}

interface Name {
  readonly whole: string;
  readonly last: string;
}

/** The names of a list of pages; a server asks about the same list again and again. */
const namesOf = memoize((pages: readonly PageLink[]): readonly Name[] =>
  pages.map((page) => nameOf(page.path)),
);

/** `/Manual/Twins.md` gives `manual/twins` and `twins`. */
function nameOf(path: string): Name {
  const whole = path
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?:\.md|\.html?|\/index)?\/*$/, '')
    .replace(/^\/+/, '');
  return { whole, last: whole.slice(whole.lastIndexOf('/') + 1) };
}

/** From 0 (the same) up to 1 (nothing in common that helps). */
function distance(wanted: Name, candidate: Name): number {
  if (candidate.whole === '') return 1;
  if (candidate.whole === wanted.whole) return 0;
  if (candidate.last === wanted.last) return 0.1;
  const whole = mistyped(wanted.whole, candidate.whole);
  // Where both are last parts already, comparing those would only repeat it.
  const same = candidate.last === candidate.whole && wanted.last === wanted.whole;
  const last = same ? 1 : 0.05 + mistyped(wanted.last, candidate.last);
  return Math.min(whole, last, continued(wanted.last, candidate.last));
}

/** Share of letters that differ, 1 when it is more than a third; two letters may be swapped in a short word. */
function mistyped(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  const allowed = Math.max(Math.floor(length / 3), length > 4 ? 2 : 0);
  if (Math.abs(wanted.length - candidate.length) > allowed) return 1;
  const changes = leven(wanted, candidate, { maxDistance: allowed + 1 });
  return changes > allowed ? 1 : changes / length;
}

/** A name of several words that begins or ends with the other: `twins` and `markdown-twins`. */
function continued(wanted: string, candidate: string): number {
  const [short, long] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (short.length < 3) return 1;
  return long.startsWith(`${short}-`) || long.endsWith(`-${short}`) ? 0.5 : 1;
}
