import leven from 'leven';
import type { PageLink } from './pages.ts';

/** Longer addresses are not compared: nobody mistypes so much, and the work must stay small. */
const longest = 200;

/**
 * The pages whose addresses look like the one that was asked for, best first: the same last part in another
 * place, one that continues it or that it continues, one mistyped by up to a third of its letters.
 *
 * @param path as it was asked for, decoded; its `.md`, `.html` or last slash does not count
 * @param pages where to look; in a tie the earlier one is named first
 * @returns at most `most` pages, none when nothing is near
 */
export function findNearPages(path: string, pages: readonly PageLink[], most = 5): PageLink[] {
  const wanted = simplify(path);
  if (wanted === '' || wanted.length > longest) return [];
  const scored: { readonly page: PageLink; readonly score: number }[] = [];
  for (const page of pages) {
    const score = distance(wanted, simplify(page.path));
    if (score < 1) scored.push({ page, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ page: { title, path: found } }) => ({ title, path: found }));
}

/** `/Manual/Twins.md` gives `manual/twins`. */
function simplify(path: string): string {
  return path
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?:\.md|\.html?|\/index)?\/*$/, '')
    .replace(/^\/+/, '');
}

/** From 0 (the same) up to 1 (nothing in common that helps). */
function distance(wanted: string, candidate: string): number {
  if (candidate === '') return 1;
  if (candidate === wanted) return 0;
  const lastWanted = lastPart(wanted);
  const last = lastPart(candidate);
  if (lastWanted === last) return 0.1;
  return Math.min(
    mistyped(wanted, candidate),
    0.05 + mistyped(lastWanted, last),
    continued(lastWanted, last),
  );
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

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
