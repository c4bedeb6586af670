import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { mimeTypes, shownFeedType } from '../core/model/media-types.ts';
import type { Site } from '../core/model/site.ts';
import { surfacesOf } from '../core/model/surfaces.ts';
import { hostOf } from '../core/model/targets.ts';
import { basePath } from '../core/model/urls.ts';

/** What GitHub Pages, Netlify and Cloudflare Pages answer alike. */
export type FileAnswer =
  | { readonly status: 200 | 404; readonly file: string; readonly type: string }
  | { readonly status: 301; readonly location: string };

/** Files that configure the hosts and are not served. */
const unsent = /^\/(?:_headers|_redirects|_worker\.js|_routes\.json)$/;

/** @param dist the build; @param path without its query */
export function answerFromFolder(dist: string, site: Site, path: string): FileAnswer {
  const base = basePath(site);
  const missing = { status: 404, file: join(dist, '404.html'), type: typeOf(site, '.html') } as const;
  if (path === base && base !== '') return { status: 301, location: `${base}/` };
  const below = decode(path);
  if (below === null || !path.startsWith(`${base}/`) || /\.\.|\/\/|\\/.test(below)) return missing;
  const inside = below.slice(decodeURIComponent(base).length);
  const file = join(dist, inside.endsWith('/') ? `${inside}index.html` : inside);
  if (unsent.test(inside) || !existsSync(file)) {
    const target = hostOf(site).redirects ? findRedirect(dist, path) : undefined;
    return target === undefined ? missing : { status: 301, location: target };
  }
  if (statSync(file).isFile())
    return { status: 200, file, type: typeOf(site, inside.endsWith('/') ? '.html' : inside) };
  return existsSync(join(file, 'index.html')) ? { status: 301, location: `${path}/` } : missing;
}

/** The target of a redirect without a pattern in `_redirects`. */
function findRedirect(dist: string, path: string): string | undefined {
  const lines = readFileSync(join(dist, '_redirects'), 'utf8').split('\n');
  return lines.map((line) => line.split(' ')).find(([from]) => from === path)?.[1];
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Hosts that read the site's headers send the types of its surfaces; others derive them from the name. */
function typeOf(site: Site, path: string): string {
  const surface = hostOf(site).setsHeaders ? surfacesOf(site).find((one) => one.path === path) : undefined;
  if (surface) return shownFeedType(surface.type);
  return mimeTypes[extname(path).toLowerCase() || path] ?? 'application/octet-stream';
}

/** Serves a build locally as its host will. */
export function createFileHost(dist: string, site: Site): Server {
  const listener: RequestListener = (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const answer = answerFromFolder(dist, site, path);
    if (answer.status === 301) {
      response.writeHead(301, { Location: answer.location }).end();
      return;
    }
    const bytes = existsSync(answer.file) ? readFileSync(answer.file) : Buffer.from('Not found');
    const headers = { 'Content-Type': answer.type, 'Content-Length': bytes.length };
    response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : bytes);
  };
  return createServer(listener);
}
