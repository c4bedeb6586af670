import { posix } from 'node:path';
import { describeFront } from '../../core/front/front-table.ts';
import { findOldAddress, isPlain } from '../../core/front/old-addresses.ts';
import { matchPattern, parsePattern } from '../../core/front/redirect-pattern.ts';
import { reachesSome, samplePath, type Walk, walkRedirects } from '../../core/front/redirect-walk.ts';
import type { Library, Redirect } from '../../core/model/document.ts';
import { withoutLanguage } from '../../core/model/languages.ts';
import { isSystemPath, pagePathOfTwin, reservedBy } from '../../core/model/urls.ts';
import { listPages } from '../../core/pages/pages.ts';
import type { Problem } from '../read/problems.ts';
import type { Listed } from '../read/yaml/yaml-list.ts';

/** Redirects in a chain after which search engines give up. */
const maxChain = 5;

/** Follows each redirect of the owner's list as the fronts do. @param files paths of published files */
export function checkRedirects(
  library: Library,
  { items, places }: Listed<Redirect>,
  files: ReadonlySet<string>,
): { problems: Problem[]; warnings: Problem[] } {
  const found: { problems: Problem[]; warnings: Problem[] } = { problems: [], warnings: [] };
  if (items.length === 0) return found;
  const { redirects, old } = describeFront(library);
  const pages = new Set([...listPages(library), ...(library.unlisted ?? [])].map(({ path }) => path));
  const isThere = (path: string) => {
    const page = path.endsWith('.md') ? pagePathOfTwin(path) : path;
    if (pages.has(page) || pages.has(`${page}/`) || files.has(path)) return true;
    if (/\/(?:feed|atom)\.(?:xml|json)$/.test(path)) return pages.has(posix.join(posix.dirname(path), '/'));
    return isSystemPath(withoutLanguage(library.site, path)) || reservedBy(path) !== null;
  };
  const next = (path: string) => {
    const plain = Object.hasOwn(redirects, path) ? redirects[path] : undefined;
    if (plain === undefined && isThere(path)) return true;
    const moved = plain ?? locationOf(findOldAddress(path, old, isThere));
    return moved === null ? false : pathOf(moved, library.site.url);
  };
  const ownersOf = new Map(
    library.documents.flatMap(({ redirectFrom, source }) => redirectFrom.map((from) => [from, source])),
  );
  for (const [index, { from, to }] of items.entries()) {
    const { line, column } = places?.get(from) ?? { line: 1, column: 1 };
    const at = (field: string, message: string) => ({
      file: 'content/redirects.yaml',
      line,
      column,
      field,
      message,
    });
    const other =
      ownersOf.get(from) ?? (pages.has(from) ? 'a page that is published there' : findEarlier(items, index));
    if (other !== null)
      found.warnings.push(at('from', `${from} is also the address of ${other}; remove one of the two.`));
    if (to === null || from.startsWith('/?') || (other !== null && pages.has(from))) continue;
    const walk = walkRedirects(samplePath(from), next);
    const message = explain(walk, to, pages);
    if (message) (walk.kind === 'endless' ? found.problems : found.warnings).push(at('to', message));
  }
  return found;
}

function explain({ kind, steps }: Walk, to: string, pages: ReadonlySet<string>): string | null {
  const way = steps.slice(0, 4).join(' → ') + (steps.length > 4 ? ' → …' : '');
  if (kind === 'endless') return `redirects without end: ${way}; redirect to where the page is now.`;
  if (kind === 'missing' && !(to.includes('{') && reachesSome(to, pages)))
    return `nothing is at ${steps.at(-1)}, so readers get an error; redirect to a page that is there, or write "status: 410".`;
  if (steps.length - 1 > maxChain)
    return `takes ${steps.length - 1} redirects (${way}), and search engines follow ${maxChain}; redirect to ${steps.at(-1)} at once.`;
  return null;
}

/** An earlier rule that answers for all that this one matches; of plain ones each has its own address. */
function findEarlier(items: readonly Redirect[], index: number): string | null {
  const own = items[index];
  if (!own || isPlain(own) || own.from.startsWith('/?')) return null;
  const sample = samplePath(own.from);
  const earlier = items
    .slice(0, index)
    .find(
      (rule) =>
        !isPlain(rule) && !rule.from.startsWith('/?') && matchPattern(parsePattern(rule.from), sample),
    );
  return earlier ? `the rule "${earlier.from}" before it` : null;
}

const locationOf = (found: ReturnType<typeof findOldAddress>): string | null =>
  found?.kind === 'moved' ? found.location : null;

/** A target as a decoded path of this site; a URL of another. */
function pathOf(location: string, url: string): string {
  const own = location.startsWith(`${url}/`) ? location.slice(url.length) : location;
  if (!own.startsWith('/')) return own;
  const path = own.replace(/[?#].*$/, '');
  return URL.canParse(path, url) ? decodeURI(new URL(path, url).pathname) : path;
}
