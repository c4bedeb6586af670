import leven from 'leven';
import { memoize } from '../model/memoize.ts';

/** Max length of an address that is compared, which bounds the work. */
const maxLength = 200;

/**
 * Paths of pages with addresses similar to a missing one, best first: the same last part elsewhere, an extension of it
 * or a part of it, or up to a third of its letters mistyped.
 * @param path decoded; its `.md`, `.html` or trailing slash is ignored
 * @param pages paths of candidates; of equal ones the earlier is first
 */
export function findNearPages(path: string, pages: readonly string[], max = 5): string[] {
  if (path.length > maxLength) return [];
  const wanted = nameOf(path);
  if (wanted === '') return [];
  const wantedLast = lastPart(wanted);
  const names = namesOf(pages);
  const scored: { readonly page: string; readonly score: number }[] = [];
  for (const [index, page] of pages.entries()) {
    const score = distance(wanted, wantedLast, names[index] ?? '');
    if (score < 1) scored.push({ page, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, max)
    .map(({ page }) => page);
}

/** The names of a list of pages; a server asks about the same list again and again. */
const namesOf = memoize((pages: readonly string[]): readonly string[] => pages.map(nameOf));

/** `/Manual/Twins.md` gives `manual/twins`. */
function nameOf(path: string): string {
  // Most paths are ASCII, which needs no normalization: at 100,000 pages it takes 0.1 s.
  const plain = /[^\0-\x7f]/.test(path) ? path.toWellFormed().normalize('NFKD').replace(/\p{M}/gu, '') : path;
  return plain
    .toLowerCase()
    .replace(/(?:\.md|\.html?|\/index)?\/*$/, '')
    .replace(/^\/+/, '');
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** From 0 (the same) up to 1 (nothing in common that helps). */
function distance(wanted: string, wantedLast: string, candidate: string): number {
  if (candidate === '') return 1;
  if (candidate === wanted) return 0;
  const candidateLast = lastPart(candidate);
  if (candidateLast === wantedLast) return 0.1;
  const whole = mistyped(wanted, candidate);
  // Where both are last parts already, comparing those would only repeat it.
  const same = candidateLast === candidate && wantedLast === wanted;
  const last = same ? 1 : 0.05 + mistyped(wantedLast, candidateLast);
  return Math.min(whole, last, continued(wantedLast, candidateLast));
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
