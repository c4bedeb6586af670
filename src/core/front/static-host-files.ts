import type { Library, Redirect } from '../model/document.ts';
import { mimeTypes } from '../model/media-types.ts';
import type { Site } from '../model/site.ts';
import { surfaces } from '../model/surfaces.ts';
import { encodePath, paths } from '../model/urls.ts';
import { describeFront } from './front-table.ts';
import { commonLinks, contentSignal, immutableCache, securityHeaders } from './headers.ts';
import { lifecycleHeaders, readTarget } from './lifecycle.ts';
import { encodeTarget, isPlain } from './old-addresses.ts';

/**
 * The two files with which static hosts (Netlify, Cloudflare Pages and those that took over their format) are
 * told headers and redirects. Such a host cannot look at Accept: it serves pages as HTML and twins at their
 * own address, and the dynamic routes need a sidecar elsewhere.
 */

/**
 * `_headers`:
 *
 * ```text
 * /*
 *   X-Content-Type-Options: nosniff
 *   Link: </llms.txt>; rel="describedby"; type="text/plain", …
 *
 * /.well-known/api-catalog
 *   Content-Type: application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"
 * ```
 *
 * All blocks that match a path apply, and a header that two of them set arrives as one list. So a header other
 * than Link stands in blocks that never match the same path.
 */
export function renderHostHeaders(site: Site): string {
  const typed = surfaces.filter(({ path, dynamic }) => !dynamic && !path.endsWith('.md') && !isWpJson(path));
  return [
    block('/*', { ...securityHeaders, 'Access-Control-Allow-Origin': '*', Link: commonLinks }),
    block('/*.md', {
      'Content-Type': mimeTypes['.md'] ?? 'text/markdown',
      'X-Robots-Tag': 'noindex, follow',
      'Content-Signal': contentSignal(site),
    }),
    block('/wp-json/*', {
      'Content-Type': mimeTypes['.json'] ?? 'application/json',
      'X-Robots-Tag': 'noindex',
    }),
    block('/_astro/*', { 'Cache-Control': immutableCache }),
    ...typed.map(({ path, type }) => block(encodePath(path), { 'Content-Type': type })),
    ...site.lifecycle.map((entry) =>
      block(hostPattern(readTarget(entry).path), { ...lifecycleHeaders(site, entry) }),
    ),
  ].join('\n');
}

/**
 * `_redirects`, the first line that matches counts:
 *
 * ```text
 * /2019/05/hello/ /hello/ 301
 * /wp-json/wp/v2/* /wp-json/wp/v2/:splat.json 200
 * /* /_errors/404.html 404
 * ```
 *
 * The last lines give the stored JSON at its address and the error page to what is missing; a host that does
 * not know one of the forms passes it over.
 */
export function renderHostRedirects(library: Omit<Library, 'body' | 'skills'>): string {
  const { redirects } = describeFront(library);
  const patterns = (library.redirects ?? []).filter(isHostRule);
  return [
    ...Object.entries(redirects).map(([from, to]) => `${hostPattern(from)} ${to} 301`),
    ...patterns.map(hostRule),
    `${paths.wpRoot} ${paths.wpRoot}index.json 200`,
    `${paths.wpV2}/* ${paths.wpV2}/:splat.json 200`,
    '/* /_errors/404.html 404',
    '',
  ].join('\n');
}

/** Such a host has no 410, looks at no query, and knows whole parts of a path only. */
const isHostRule = (redirect: Redirect): boolean =>
  !isPlain(redirect) &&
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

const isWpJson = (path: string): boolean => path.startsWith(paths.wpRoot);

function block(pattern: string, headers: Readonly<Record<string, string>>): string {
  return [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** A path as these files write it: encoded, its `:` and `*` taken literally, `{name}` any one part. */
function hostPattern(path: string): string {
  return encodePath(path)
    .replaceAll(':', '%3A')
    .replaceAll('*', '%2A')
    .replace(/%7B(\w+)%7D/g, ':$1');
}
