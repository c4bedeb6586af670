import type { RequestHandler } from 'express';
import { formOfError } from '../../src/core/front/error-forms.ts';
import { errorLinks } from '../../src/core/front/headers.ts';
import { findNearPages } from '../../src/core/front/near-pages.ts';
import { notFoundError, renderNotFoundMarkdown } from '../../src/core/front/not-found.ts';
import { httpErrors } from '../../src/core/model/errors.ts';
import { notFoundLinks } from '../../src/core/model/surfaces.ts';
import { twinPath } from '../../src/core/model/urls.ts';
import type { PageLink } from '../../src/core/pages/page.ts';
import { pathAsSent, sendError } from '../http/send-error.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { checkPath } from './path-guard.ts';
import type { Release } from './resolve-path.ts';
import { sendFile } from './send-file.ts';

/** The last handler: what nobody answered is a 404 in the form that the client reads, or a 405 on a page. */
export function createNotFound(index: ContentIndex, release: Release): RequestHandler {
  const { site } = index;
  const pages = index
    .prepare('SELECT path, title FROM page ORDER BY path')
    .all()
    .map((row): PageLink => {
      const path = String(row.path);
      return { path, title: String(row.title), locked: release.lockedTwins.has(twinPath(path)) };
    });

  return function notFound(request, response) {
    const checked = checkPath(request.url);
    const path = checked.ok ? checked.path : null;
    if (path !== null && isReadOnly(path, release) && !['GET', 'HEAD'].includes(request.method)) {
      response.set('Allow', 'GET, HEAD');
      if (request.method === 'OPTIONS') {
        response
          .status(204)
          .set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', Vary: 'Accept' })
          .end();
        return;
      }
      return sendError(request, response, httpErrors.methodNotAllowed());
    }
    const form = formOfError(404, pathAsSent(request), request.get('Accept'));
    const file = form === 'html' ? release.files.find('/_errors/404.html') : undefined;
    if (file) {
      response.status(404).vary('Accept');
      response.set({ Link: errorLinks(notFoundLinks(site)), 'Cache-Control': 'no-store' });
      return sendFile(request, response, release.files, file);
    }
    const near = path === null ? [] : findNearPages(path, pages);
    const markdown = form === 'markdown' ? renderNotFoundMarkdown(site, path, near) : undefined;
    sendError(request, response, notFoundError(site, near), markdown === undefined ? {} : { markdown });
  };
}

function isReadOnly(path: string, { files }: Release): boolean {
  return files.find(path) !== undefined || files.find(`${path}index.html`) !== undefined;
}
