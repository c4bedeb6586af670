import type { RequestHandler } from 'express';
import { errorLinks } from '../../src/core/front/headers.ts';
import { findNearPages } from '../../src/core/front/near-pages.ts';
import { negotiateError } from '../../src/core/front/negotiation.ts';
import { notFoundError, renderNotFoundMarkdown } from '../../src/core/front/not-found.ts';
import { errorObject } from '../../src/core/model/errors.ts';
import { notFoundLinks } from '../../src/core/model/surfaces.ts';
import type { PageLink } from '../../src/core/pages/page.ts';
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
    .map((row): PageLink => ({ path: String(row.path), title: String(row.title) }));

  return function notFound(request, response) {
    const checked = checkPath(request.url);
    const path = checked.ok ? checked.path : null;
    response.set('Cache-Control', 'no-store').vary('Accept');
    if (path !== null && isReadOnly(path, release) && !['GET', 'HEAD'].includes(request.method)) {
      response.set('Allow', 'GET, HEAD');
      if (request.method === 'OPTIONS') {
        response.status(204).set('Access-Control-Allow-Origin', '*').end();
        return;
      }
      response
        .status(405)
        .json(errorObject(405, 'rest_method_not_allowed', 'This address can only be read.'));
      return;
    }
    response.status(404).set('Link', errorLinks(notFoundLinks(site)));
    const form = formOf(path, request.get('Accept'));
    const near = form === 'html' || path === null ? [] : findNearPages(path, pages);
    if (form === 'json') {
      const error = notFoundError(site, near);
      response.set('Link', errorLinks(error.links ?? [])).json(error);
      return;
    }
    if (form === 'markdown') {
      response.type('text/markdown; charset=utf-8').send(renderNotFoundMarkdown(site, path, near));
      return;
    }
    const file = release.files.find('/_errors/404.html');
    if (file) sendFile(request, response, release.files, file);
    else response.json(notFoundError(site));
  };
}

/** The interface answers in JSON and twins in Markdown, whatever the client prefers. */
function formOf(path: string | null, accept: string | undefined): 'html' | 'markdown' | 'json' {
  if (path?.startsWith('/wp-json')) return 'json';
  if (path?.endsWith('.md')) return 'markdown';
  return negotiateError(accept);
}

function isReadOnly(path: string, { files }: Release): boolean {
  return files.find(path) !== undefined || files.find(`${path}index.html`) !== undefined;
}
