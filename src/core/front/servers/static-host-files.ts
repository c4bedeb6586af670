import { feedPaths, listFeeds } from '../../feeds/feeds.ts';
import type { Library } from '../../model/document.ts';
import { viewsOf } from '../../model/language-views.ts';
import { shownFeedType } from '../../model/media-types.ts';
import type { Site } from '../../model/site.ts';
import { surfaceAt, surfacesOfAll } from '../../model/surfaces.ts';
import { encodePath } from '../../model/urls.ts';
import { immutableCache, linkSurfaces, securityHeadersOf, usageHeaders } from '../headers.ts';
import { lifecycleHeaders, readTarget } from '../lifecycle.ts';

/** Blocks that Cloudflare reads of `_headers`; it drops what follows without failing. */
export const maxHeaderBlocks = 100;

/**
 * `_headers`, the headers that Netlify and Cloudflare send.
 *
 * All blocks that match a path apply, and a header in two of them becomes a list. So headers other than Link are in blocks
 * that never match the same path. Patterns also match error pages, so a type is only in the block of one file.
 */
export function renderHostHeaders(library: Library): string {
  const { site } = library;
  const common = { ...securityHeadersOf(site), 'Access-Control-Allow-Origin': '*' };
  const noindex = (value: string) => (site.preview ? {} : { 'X-Robots-Tag': value });
  const fixed = [
    block('/*', {
      ...common,
      ...(site.preview ? { 'X-Robots-Tag': 'noindex' } : {}),
      Link: linkSurfaces(site),
    }),
    block('/*.md', { ...noindex('noindex, follow'), ...usageHeaders(site) }),
    ...(site.preview ? [] : [block('/wp-json/*', noindex('noindex'))]),
    block('/_astro/*', { 'Cache-Control': immutableCache }),
    ...surfacesOfAll(site).map(({ path, type, headers }) =>
      block(encodePath(path), { 'Content-Type': shownFeedType(type), ...headers }),
    ),
    ...site.lifecycle.map((entry) =>
      block(hostPattern(readTarget(entry).path), { ...lifecycleHeaders(site, entry) }),
    ),
  ];
  const feeds = describeListFeeds(library);
  const isFull = site.deploy === 'cloudflare' && fixed.length + feeds.length > maxHeaderBlocks;
  return [...fixed, ...(isFull ? [] : feeds)].join('\n');
}

/** The JSON feeds of categories, tags and series; the site's own are in the registry of surfaces. */
function describeListFeeds(library: Library): string[] {
  const { site } = library;
  return viewsOf(library)
    .flatMap((view) => listFeeds(view))
    .map(({ path }) => feedPaths(path))
    .filter(({ rss }) => !surfaceAt(rss, site))
    .map(({ json }) => block(encodePath(json), { 'Content-Type': 'application/feed+json; charset=utf-8' }));
}

function block(pattern: string, headers: Readonly<Record<string, string>>): string {
  return [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** A path as these files write it: encoded, its `:` and `*` taken literally, `{name}` any one part. */
export function hostPattern(path: string): string {
  return encodePath(path)
    .replaceAll(':', '%3A')
    .replaceAll('*', '%2A')
    .replace(/%7B(\w+)%7D/g, ':$1');
}

/** `CNAME`, which a branch that GitHub Pages publishes needs for a domain of the owner's: one name, nothing else. */
export function renderCname({ url }: Site): string | null {
  const { hostname, pathname } = new URL(url);
  const isOwn = pathname === '/' && !/(?:^|\.)(?:github\.io|localhost)$/.test(hostname);
  return isOwn ? `${hostname}\n` : null;
}
