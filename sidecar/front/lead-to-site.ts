import type { RequestHandler } from 'express';
import { isInternal } from '../../src/core/front/front-table.ts';
import { freshCache } from '../../src/core/front/headers.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, isOnSidecar } from '../../src/core/model/urls.ts';
import { checkPath } from './path-guard.ts';
import type { Release } from './resolve-path.ts';

/** Pages and texts; styles, scripts and pictures are sent, since the pages that are rendered here need them. */
const isText = (path: string) => /\/$|\.(?:md|txt|json|xml)$|^\/\.well-known\//.test(path);

/**
 * Where the sidecar has a host of its own: a page or a text that is published on the site's host is there, and nowhere
 * else (301). Scripts may follow from anywhere, as they may read these texts.
 */
export function leadToSite(site: Site, { files }: Release): RequestHandler {
  return function leadToSite(request, response, next) {
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
