import type { Library, Redirect } from '../model/document.ts';
import type { DeployTarget, Site } from '../model/site.ts';
import { isPublished } from '../model/targets.ts';
import { absoluteUrl, isOnSidecar, paths } from '../model/urls.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { describeFront } from './front-table.ts';
import { encodeTarget, isPlain } from './old-addresses.ts';
import { hostPattern } from './static-host-files.ts';

/** What old addresses become on a host of files. */
export interface HostRedirects {
  /** The lines of `_redirects`, in their order. */
  readonly lines: readonly string[];
  /** Old addresses of the owner's that the host cannot lead on, and why. */
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
 * `_redirects` for Netlify and Cloudflare; the first line that matches counts:
 *
 * ```text
 * /2019/05/hello/ /hello/ 301
 * /archives/:id /posts/ 302
 * ```
 *
 * Lines without a pattern come first: from the first pattern on, Cloudflare counts every line as one. What the owner
 * wrote comes before the customary addresses, so that a limit reaches those last.
 */
export function describeHostRedirects(library: Omit<Library, 'body' | 'skills'>): HostRedirects {
  const { site } = library;
  const plain = listPlain(library);
  const patterns = (library.redirects ?? []).filter((redirect) => !isPlain(redirect));
  const limit = limits[site.deploy] ?? { fixed: Infinity, patterns: Infinity, length: Infinity };
  const fits = (line: string) => line.length <= limit.length;
  const fixed = plain.map(({ from, to, isOwn }) => ({ from, isOwn, line: `${hostPattern(from)} ${to} 301` }));
  const rules = patterns.map((redirect) => ({
    from: redirect.from,
    line: isHostRule(redirect) ? hostRule(redirect) : null,
  }));
  const known = rules.flatMap(({ from, line }) => (line === null ? [] : [{ from, line }]));
  const lines = [...fixed.slice(0, limit.fixed), ...known.slice(0, limit.patterns)];
  const reads = `${site.deploy} reads`;
  const tooMany = fixed.slice(limit.fixed).filter(({ isOwn }) => isOwn);
  const unknown = rules.filter(({ line }) => line === null);
  return {
    lines: lines.map(({ line }) => line).filter(fits),
    dropped: [
      ...drop(tooMany, `${reads} ${limit.fixed} lines of _redirects`, true),
      ...drop(known.slice(limit.patterns), `${reads} ${limit.patterns} patterns in _redirects`, true),
      ...drop(
        lines.filter(({ line }) => !fits(line)),
        `${reads} ${limit.length} characters of a line`,
        true,
      ),
      ...drop(
        unknown,
        `${site.deploy} knows neither 410, nor queries, nor patterns for a part of a name`,
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
    ...documents.flatMap(({ redirectFrom }) => redirectFrom),
    ...(library.redirects ?? []).map(({ from }) => from),
  ]);
  const all = Object.entries(describeFront(library).redirects)
    // The hosts do this by themselves, and a line for it would lead in a circle.
    .filter(([from, to]) => from !== '/index.html' && isPublished(site, to))
    .map(([from, to]) => ({ from, to, isOwn: owner.has(from) }))
    .concat(toSidecar(site));
  return [...all.filter(({ isOwn }) => isOwn), ...all.filter(({ isOwn }) => !isOwn)];
}

/** Addresses that people and programs know by heart, and that a sidecar answers on a host of its own. */
function toSidecar(site: Site): PlainRedirect[] {
  return [paths.contact, paths.apiCatalog]
    .filter((path) => isOnSidecar(site, path))
    .map((path) => ({ from: path, to: absoluteUrl(site, path), isOwn: false }));
}

/** Such a host has no 410, looks at no query, and knows whole parts of a path only. */
const isHostRule = (redirect: Redirect): boolean =>
  redirect.to !== null &&
  !redirect.from.startsWith('/?') &&
  !redirect.to.startsWith('/?') &&
  !/[^/]\{|\}[^/]|\*\}./.test(redirect.from);

/** `/a/{id:number}/{rest*}` is `/a/:id/*` there, and what the star matched is `:splat`. */
function hostRule({ from, to, status }: Redirect): string {
  const rest = /\{(\w+)\*\}/.exec(from)?.[1];
  const pattern = from
    .split(/(\{\w+(?::number|\*)?\})/)
    .map((piece) => {
      const [, name, kind] = /^\{(\w+)(:number|\*)?\}$/.exec(piece) ?? [];
      return name === undefined ? hostPattern(piece) : kind === '*' ? '*' : `:${name}`;
    })
    .join('');
  const target = (to ?? '').replace(/\{(\w+)\}/g, (_, name: string) => `:${name === rest ? 'splat' : name}`);
  return `${pattern} ${encodeTarget(target)} ${status}`;
}

/** A page in the place of an old address, by its file: `old/index.html`. */
export interface RedirectPage {
  readonly file: string;
  readonly html: string;
}

/**
 * For hosts that lead nothing on: a page at each old address that a folder can stand for, which names the new one and
 * goes there.
 * @returns with the owner's addresses that no page can stand for, such as `/old.xml`
 */
export function describeRedirectPages(library: Omit<Library, 'body' | 'skills'>): {
  readonly pages: readonly RedirectPage[];
  readonly dropped: readonly DroppedRedirect[];
} {
  const { site } = library;
  const plain = listPlain(library);
  const pages = new Map<string, RedirectPage>();
  for (const { from, to } of plain) {
    const file = pageFileOf(from);
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
  if (from.endsWith('/') && from !== paths.home) return `${from.slice(1)}index.html`;
  return from.includes('.') || from === paths.home ? null : `${from.slice(1)}/index.html`;
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
