import type { RequestHandler } from 'express';
import { isInternal } from '../../src/core/front/front-table.ts';
import { freshCache } from '../../src/core/front/headers.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, isOnSidecar } from '../../src/core/model/urls.ts';
import { checkPath } from './path-guard.ts';
import type { Release } from './resolve-path.ts';

/** Pages and documents; not styles, scripts and images, which pages rendered here need. */
const isText = (path: string) => /\/$|\.(?:md|txt|json|xml)$|^\/\.well-known\//.test(path);

/** Of a sidecar with its own host: redirects to pages and documents on the site's host (301). */
export function redirectToSite(site: Site, { files }: Release): RequestHandler {
  return function redirectToSite(request, response, next) {
    const checked = checkPath(request.url);
    if (!checked.ok || !['GET', 'HEAD'].includes(request.method)) return next();
    const { path } = checked;
    const isThere = files.find(path.endsWith('/') ? `${path}index.html` : path) !== undefined;
    if (!isThere || !isText(path) || isInternal(path) || isOnSidecar(site, path)) return next();
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    response
      .status(301)
      .set({
        Location: absoluteUrl(site, path) + query,
        'Cache-Control': freshCache,
        'Access-Control-Allow-Origin': '*',
      })
      .end();
  };
}
