import type { ErrorLink } from '../model/errors.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import type { Surface } from '../model/surface.ts';
import { bareType, surfaces, surfacesOf } from '../model/surfaces.ts';
import { absoluteUrl, encodePath, hrefOf, paths } from '../model/urls.ts';
import { contentSecurityPolicy, strictPolicy } from './security-policy.ts';

/** Response headers of both fronts, the static-host files and the nginx maps. */

/** One value of a Link header (RFC 8288): `</llms.txt>; rel="describedby"; type="text/plain"`. */
export function formatLink(target: string, relation: string, type?: string): string {
  return `<${target}>; rel="${relation}"${type ? `; type="${type}"` : ''}`;
}

/** The links to surfaces that every response carries. */
export function linkSurfaces(site: Site): string {
  return linkAll(surfacesOf(site), (path) => hrefOf(site, path));
}

function linkAll(present: readonly Surface[], href: (path: string) => string): string {
  return present
    .filter((surface) => surface.inHeader)
    .map((surface) => formatLink(href(surface.path), surface.relation ?? '', bareType(surface.type)))
    .join(', ');
}

/** Links that every response of a server carries which is on the site's own host. */
export const commonLinks: string = linkAll(surfaces, encodePath);

/** The same with those of plugins. */
export const serverLinksOf = memoize((site: Site): string =>
  site.plugins === undefined ? commonLinks : linkAll(surfacesOf(site), encodePath),
);

function commonLinksOf(site: Site): string {
  return site.sidecar === undefined ? serverLinksOf(site) : linkSurfaces(site);
}

/** Link header of an HTML page: the common links, its twin (null if that is not readable), and the WordPress API. */
export function pageLinks(site: Site, twin: string | null): string {
  const own = twin === null ? [] : [formatLink(hrefOf(site, twin), 'alternate', 'text/markdown')];
  return [commonLinksOf(site), ...own, apiRootLink(site)].join(', ');
}

/** Absolute, because the clients that look for it on a page take it as it is. */
export function apiRootLink(site: Site): string {
  return formatLink(absoluteUrl(site, paths.wpRoot), 'https://api.w.org/');
}

/** Link header of a Markdown twin: the page it stands for, and the common links. */
export function twinLinks(site: Site, path: string): string {
  return `${formatLink(absoluteUrl(site, path), 'canonical')}, ${commonLinksOf(site)}`;
}

/** The same links as a 404 body carries, as a header. */
export function errorLinks(links: readonly ErrorLink[]): string {
  return links.map((link) => formatLink(link.href, link.rel, link.type)).join(', ');
}

/** Rules for a browser that shows an answer. They mean nothing for data and plain text, which carry none of them. */
export const browserHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': strictPolicy,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Of every response, whatever it is. */
export const typeHeaders: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' };

/** {@link browserHeaders} of a site that may work with other services. */
export function browserHeadersOf(site: Site): Readonly<Record<string, string>> {
  return { ...browserHeaders, 'Content-Security-Policy': contentSecurityPolicy(site) };
}

/** Of what a browser shows, and of whatever is not known to be data. */
export function securityHeadersOf(site: Site): Readonly<Record<string, string>> {
  return { ...browserHeadersOf(site), ...typeHeaders };
}

/** What every response of a site carries, unless it says otherwise or its type is one of {@link isForPrograms}. */
export function commonHeadersOf(site: Site): Readonly<Record<string, string>> {
  return { ...securityHeadersOf(site), Link: commonLinksOf(site) };
}

/** The same for an answer that is made without checking the site, and is not a page of it. */
export const commonHeaders: Readonly<Record<string, string>> = {
  ...browserHeaders,
  ...typeHeaders,
  Link: commonLinks,
};

/** Is an answer of this media type data or plain text: JSON, Markdown, text? nginx goes by {@link programFiles}. */
export function isForPrograms(type: string): boolean {
  return /^(?:application\/(?:[\w.-]+\+)?jsonl?|text\/(?:markdown|plain))(?:;|$)/.test(type);
}

/** The same of the path of a file, as a regular expression that nginx reads too. */
export const programFiles = String.raw`(?:\.(?:jsonl?|md|txt)|/\.well-known/api-catalog)$`;

/** Read by scripts of any origin: what is public, without credentials. */
export const openHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Repr-Digest',
};

/** What a preflight asks for; `*` leaves out Authorization. */
export const preflightAnswer: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '86400',
};

/** CORS headers of an OPTIONS request to what is only read. @param asked Access-Control-Request-Method */
export function preflightHeaders(asked: string | undefined): Readonly<Record<string, string>> {
  return { 'Access-Control-Allow-Origin': '*', ...(asked === undefined ? {} : preflightAnswer) };
}

/** Anything whose address does not change with its content: cached, but asked about again soon. */
export const freshCache = 'public, max-age=0, must-revalidate';
/** Twins at the addresses of their pages: a shared cache that ignores Vary would send them to browsers. */
export const unsharedCache = 'private, max-age=0, must-revalidate';
/** Files whose name contains a digest of their content. */
export const immutableCache = 'public, max-age=31536000, immutable';

/** Next to {@link freshCache}: what a CDN may do (RFC 9213), and the key by which a publication removes it there. */
export function cdnHeadersOf({ cdnMaxAge }: Site): Readonly<Record<string, string>> {
  if (cdnMaxAge === 0) return {};
  return {
    'CDN-Cache-Control': `max-age=${cdnMaxAge}, stale-while-revalidate=60, stale-if-error=86400`,
    'Surrogate-Key': 'site',
    'Cache-Tag': 'site',
  };
}

/**
 * Content signals next to every twin, and the same in the IETF's draft (draft-ietf-aipref-attach, -vocab), which
 * robots.txt leaves out since checkers report it as unknown.
 */
export function usageHeaders(site: Site): Readonly<Record<string, string>> {
  const { search, aiInput, aiTrain } = site.contentSignal;
  const word = (allowed: boolean) => (allowed ? 'y' : 'n');
  return {
    'Content-Signal': contentSignal(site),
    'Content-Usage': `train-ai=${word(aiTrain)}, ai-use=${word(aiInput)}, search=${word(search)}`,
  };
}

/** `search=yes, ai-input=yes, ai-train=no`: the same line in robots.txt and next to every twin. */
export function contentSignal({ contentSignal: signal }: Site): string {
  const word = (allowed: boolean) => (allowed ? 'yes' : 'no');
  return `search=${word(signal.search)}, ai-input=${word(signal.aiInput)}, ai-train=${word(signal.aiTrain)}`;
}
