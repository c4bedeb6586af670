import type { Library, Redirect } from '../../model/document.ts';
import { rootOf } from '../../model/language-root.ts';
import { languagesOf, pathsOf } from '../../model/languages.ts';
import type { DeployTarget, Site } from '../../model/site.ts';
import { isPublished } from '../../model/targets.ts';
import { absoluteUrl, isOnSidecar, paths } from '../../model/urls.ts';
import { escapeHtml } from '../../text/plain-text.ts';
import { describeFront } from '../front-table.ts';
import { isPlain } from '../old-addresses.ts';
import { listQueryNames, queryNameOf } from '../old-queries.ts';
import { parsePattern } from '../redirect-pattern.ts';
import { encodeTemplate } from '../redirect-target.ts';
import { hostPattern } from './static-host-files.ts';

export interface HostRedirects {
  readonly lines: readonly string[];
  /** Old addresses of the owner's that the host cannot redirect, and why. */
  readonly dropped: readonly DroppedRedirect[];
}

export interface DroppedRedirect {
  readonly from: string;
  readonly reason: string;
  /** Would the host have known its form? Then fewer or shorter lines help. */
  readonly isLimit: boolean;
}

/** What a host reads of `_redirects`. Beyond that Cloudflare drops lines with a warning, and Netlify has no number. */
const limits: Partial<Record<DeployTarget, { fixed: number; patterns: number; length: number }>> = {
  cloudflare: { fixed: 2000, patterns: 100, length: 1000 },
};

/**
 * `_redirects` for Netlify and Cloudflare, where the first match counts. Lines without a pattern come first, since
 * Cloudflare counts every line after a pattern as one; the owner's lines come before the customary ones, which a limit
 * cuts first.
 */
export function describeHostRedirects(library: Omit<Library, 'body' | 'skills'>): HostRedirects {
  const { site } = library;
  const plain = listPlain(library);
  const names = listQueryNames(site);
  const isNamed = (address: string) => names.includes(queryNameOf(address));
  // The program at the edge reads these.
  const isRead = ({ from, to }: Redirect) => to !== null && isNamed(from);
  const patterns = (library.redirects ?? []).filter((redirect) => !isPlain(redirect) && !isRead(redirect));
  const isKnown = (redirect: Redirect) =>
    isHostRule(redirect) && (!redirect.to?.startsWith('/?') || isNamed(redirect.to));
  const limit = limits[site.deploy] ?? { fixed: Infinity, patterns: Infinity, length: Infinity };
  const fits = (line: string) => line.length <= limit.length;
  const fixed = plain.map(({ from, to, isOwn }) => ({ from, isOwn, line: `${hostPattern(from)} ${to} 301` }));
  const known = patterns.filter(isKnown);
  const unknown = patterns.filter((redirect) => !isKnown(redirect));
  const rules = known.flatMap((redirect) =>
    hostRule(site, redirect).map((line) => ({ from: redirect.from, isOwn: true, line })),
  );
  // Cloudflare drops the others with a warning in its log.
  const isSecure = ({ line }: { readonly line: string }) =>
    site.deploy !== 'cloudflare' || !line.includes(' http://');
  const all = [...fixed.slice(0, limit.fixed), ...rules.slice(0, limit.patterns)];
  const lines = all.filter(isSecure);
  const reads = `${site.deploy} reads`;
  const tooMany = fixed.slice(limit.fixed).filter(({ isOwn }) => isOwn);
  return {
    lines: [...lines.map(({ line }) => line).filter(fits), ...listNotFound(site)],
    dropped: [
      ...drop(tooMany, `${reads} ${limit.fixed} lines of _redirects`, true),
      ...drop(rules.slice(limit.patterns), `${reads} ${limit.patterns} patterns in _redirects`, true),
      ...drop(
        lines.filter(({ line }) => !fits(line)),
        `${reads} ${limit.length} characters of a line`,
        true,
      ),
      ...drop(
        all.filter((one) => one.isOwn && !isSecure(one)),
        `${site.deploy} redirects to other hosts by https:// only`,
        false,
      ),
      ...drop(
        unknown,
        `${site.deploy} supports neither 410, nor queries other than those of WordPress, nor patterns for part of a name, nor a target that begins with {name*} and goes on`,
        false,
      ),
    ],
  };
}

function drop(
  redirects: readonly { readonly from: string }[],
  reason: string,
  isLimit: boolean,
): DroppedRedirect[] {
  return redirects.map(({ from }) => ({ from, reason, isLimit }));
}

interface PlainRedirect {
  readonly from: string;
  /** Encoded. */
  readonly to: string;
  /** Did the owner ask for it? */
  readonly isOwn: boolean;
}

/** Redirects of single paths, those of the owner first. */
function listPlain(library: Omit<Library, 'body' | 'skills'>): PlainRedirect[] {
  const { site, documents } = library;
  const owner = new Set([
    ...[...documents, ...library.terms, ...library.authors].flatMap(({ redirectFrom = [] }) => redirectFrom),
    ...(library.redirects ?? []).map(({ from }) => from),
  ]);
  const all = Object.entries(describeFront(library).redirects)
    // The hosts do this by themselves, and a line for it would lead in a circle.
    .filter(([from, to]) => from !== '/index.html' && isPublished(site, to))
    .map(([from, to]) => ({ from, to, isOwn: owner.has(from) }))
    .concat(toSidecar(site));
  return [...all.filter(({ isOwn }) => isOwn), ...all.filter(({ isOwn }) => !isOwn)];
}

/** Cloudflare finds the error page of a folder by itself. */
function listNotFound(site: Site): string[] {
  if (site.deploy !== 'netlify') return [];
  return languagesOf(site)
    .slice(1)
    .map((view) => `${rootOf(view)}/* ${rootOf(view)}/404.html 404`);
}

/** Addresses that people and programs know by heart, and that a sidecar answers on a host of its own. */
function toSidecar(site: Site): PlainRedirect[] {
  return [...languagesOf(site).map((view) => pathsOf(view).contact), paths.apiCatalog]
    .filter((path) => isOnSidecar(site, path))
    .map((path) => ({ from: path, to: absoluteUrl(site, path), isOwn: false }));
}

/** Whether a host of files can do it: without 410 and queries, with whole parts of a path, and no target like `//host`. */
const isHostRule = (redirect: Redirect): boolean =>
  redirect.to !== null &&
  !redirect.from.startsWith('/?') &&
  !/[^/]\{|\}[^/]|\*\}./.test(redirect.from) &&
  !(startsWithRest(redirect) && /^[^}]*\}\//.test(redirect.to));

/** Does the target begin with the part that may be empty, and may hold slashes? */
function startsWithRest({ from, to }: Redirect): boolean {
  const [, name] = /^\/\{(\w+)\}/.exec(to ?? '') ?? [];
  return name !== undefined && from.includes(`{${name}*}`);
}

/**
 * `/a/{id:number}/{rest*}` becomes `/a/:p1/*` with `:splat`. Values are inserted as the client sent them, so a target that
 * begins with one names the site's host, and another line catches values that begin with a slash.
 */
function hostRule(site: Site, redirect: Redirect): string[] {
  const { from, to, status } = redirect;
  const names = new Map<string, string>();
  const pattern = parsePattern(from).map((piece) => {
    if (typeof piece === 'string') return hostPattern(piece);
    const name = piece.matches === 'rest' ? 'splat' : `p${names.size + 1}`;
    names.set(piece.name, `:${name}`);
    return name === 'splat' ? '*' : `:${name}`;
  });
  const path = pattern.join('') + (from.endsWith('/') ? '/' : '');
  const target = encodeTemplate(to ?? '', (name) => names.get(name) ?? '');
  return [
    ...(startsWithRest(redirect) ? [`${path.slice(0, -1)}/* ${paths.home} 302`] : []),
    `${path} ${target.startsWith('/:') ? new URL(site.url).origin : ''}${target} ${status}`,
  ];
}

/** A page instead of an old address, by its file: `old/index.html`. */
export interface RedirectPage {
  readonly file: string;
  readonly html: string;
}

/** For hosts without redirects: a page at each old address that can be a file, and the owner's addresses that can't. */
export function describeRedirectPages(library: Omit<Library, 'body' | 'skills'>): {
  readonly pages: readonly RedirectPage[];
  readonly dropped: readonly DroppedRedirect[];
} {
  const { site } = library;
  const plain = listPlain(library);
  const pages = new Map<string, RedirectPage>();
  for (const { from, to } of plain) {
    const file = from === pathsOf(site).home ? null : pageFileOf(from);
    if (file !== null && !pages.has(file)) pages.set(file, { file, html: renderRedirectPage(site, to) });
  }
  const reason = `${site.deploy} serves files only; a page can stand for a path that ends in a slash or in .html`;
  const lost = [
    ...plain.filter(({ from, isOwn }) => isOwn && pageFileOf(from) === null),
    ...(library.redirects ?? []).filter((redirect) => !isPlain(redirect)),
  ];
  return { pages: [...pages.values()], dropped: drop(lost, reason, false) };
}

function pageFileOf(from: string): string | null {
  // `/old.html` and `/old.html/` cannot both be there.
  if (/\.html\/?$/.test(from)) return from.slice(1).replace(/\/$/, '');
  if (from.endsWith('/')) return `${from.slice(1)}index.html`;
  return from.includes('.') ? null : `${from.slice(1)}/index.html`;
}

function renderRedirectPage(site: Site, to: string): string {
  const url = escapeHtml(to.startsWith('/') ? site.url + to : to);
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${url}</title><meta http-equiv="refresh" content="0; url=${url}">
<meta name="robots" content="noindex"><link rel="canonical" href="${url}"></head>
<body><p><a href="${url}">${url}</a></p></body></html>
`;
}
