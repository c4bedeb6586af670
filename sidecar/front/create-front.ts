import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import { formOfError } from '../../src/core/front/error-forms.ts';
import type { FrontTable } from '../../src/core/front/front-table.ts';
import {
  browserHeaders,
  cdnHeadersOf,
  commonHeadersOf,
  freshCache,
  immutableCache,
  isForPrograms,
  openHeaders,
  pageLinks,
  serverLinksOf,
  twinLinks,
  unsharedCache,
  usageHeaders,
} from '../../src/core/front/headers.ts';
import { negotiatePage } from '../../src/core/front/negotiation.ts';
import { findOldAddress } from '../../src/core/front/old-addresses.ts';
import { findByQuery } from '../../src/core/front/old-queries.ts';
import { errorObject } from '../../src/core/model/errors.ts';
import { withoutLanguage } from '../../src/core/model/languages.ts';
import { shownFeedType } from '../../src/core/model/media-types.ts';
import type { Site } from '../../src/core/model/site.ts';
import { isTwin, notFoundLinks, surfaceAt } from '../../src/core/model/surfaces.ts';
import { encodePath, pagePathOfTwin, paths, reservedBy, twinPath } from '../../src/core/model/urls.ts';
import { pathAsSent, sendError } from '../http/send-error.ts';
import { sendMissingPage } from './missing-page.ts';
import { checkPath } from './path-guard.ts';
import { type PublishedFile, type PublishedFiles, PublishedFolder } from './published-files.ts';
import { type Release, resolvePath } from './resolve-path.ts';
import { sendFile } from './send-file.ts';

/** Reads the front table of a build and opens its published files. */
export function readRelease(folder: string): Release {
  const table = JSON.parse(readFileSync(join(folder, 'server/front.json'), 'utf8')) as FrontTable;
  return {
    files: new PublishedFolder(join(folder, 'client')),
    table,
    lockedTwins: new Set(table.lockedTwins),
  };
}

/** The embedded front: GET and HEAD of published pages and files, by the rules of nginx in production. */
export function createFront(site: Site, release: Release): RequestHandler {
  return function front(request, response, next) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const checked = checkPath(request.url);
    if (!checked.ok) return next();
    const exchange = { request, response, site, release };
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const resolution = resolvePath(checked.path, negotiatePage(request.get('Accept')), release);
    const isPublished = resolution.kind === 'page' || resolution.kind === 'locked';
    // What is rendered on demand reads its own query.
    const named =
      isPublished || reservedBy(withoutLanguage(site, checked.path)) === null
        ? findByQuery(encodePath(checked.path), query.slice(1), isPublished, release.table.old)
        : null;
    if (named === 'missing') return next();
    if (named !== null) return sendRedirect(response, chooseExisting(named, release.files), 301);
    switch (resolution.kind) {
      case 'missing': {
        const composed = checked.path.normalize('NFC');
        if (composed !== checked.path && resolvePath(composed, 'html', release).kind !== 'missing') {
          return sendRedirect(response, addQuery(encodePath(composed), query), 301);
        }
        return answerOldAddress(exchange, checked.path, next);
      }
      case 'redirect':
        return sendRedirect(response, addQuery(resolution.location, query), 301);
      case 'locked':
        response.status(403).set('Cache-Control', 'no-store');
        return sendTwin(exchange, resolution.file, resolution.page);
      case 'page':
        if (resolution.negotiated) response.set('Content-Location', encodePath(twinPath(resolution.page)));
        if (resolution.form === 'markdown') {
          if (resolution.negotiated) response.set('Cache-Control', unsharedCache);
          return sendTwin(exchange, resolution.file, resolution.page);
        }
        return sendPage(exchange, resolution.file, resolution.page);
      case 'file':
        return sendPublished(exchange, resolution.file);
    }
  };
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly site: Site;
  readonly release: Release;
}

function sendPage(
  { request, response, site, release: { files } }: Exchange,
  file: PublishedFile,
  page: string,
) {
  const twin = twinPath(page);
  // The twin of a protected page is a refusal, to which nothing links.
  const link = pageLinks(site, files.find(twin) ? twin : null);
  response.vary('Accept').set({ Link: link, 'Cache-Control': freshCache });
  sendFile(request, response, files, file);
}

/** Sets the headers that most answers share; the first middleware. */
export function setCommonHeaders(site: Site): RequestHandler {
  const headers = Object.entries(commonHeadersOf(site));
  const ofBrowsers = Object.keys(browserHeaders);
  const ofCdn = Object.entries(cdnHeadersOf(site));
  return function setCommonHeaders(_request, response, next) {
    for (const [name, value] of headers) response.setHeader(name, value);
    onHeaders(response, () => {
      if (response.getHeader('Cache-Control') === freshCache)
        for (const [name, value] of ofCdn) response.setHeader(name, value);
      if (!isForPrograms(String(response.getHeader('Content-Type') ?? ''))) return;
      for (const name of ofBrowsers) response.removeHeader(name);
    });
    next();
  };
}

/** Redirects from old addresses, or answers that they are gone for good. */
function answerOldAddress({ request, response, site, release }: Exchange, path: string, next: NextFunction) {
  const { files, table } = release;
  const exists = (at: string) => isFound(files, at);
  const asked = !path.startsWith('/wp-json') && !path.endsWith('.md');
  const found = asked ? findOldAddress(path, table.old, exists) : null;
  if (found === null) return next();
  if (found.kind === 'moved') return sendRedirect(response, found.location, found.status);
  const form = formOfError(410, pathAsSent(request), request.get('Accept'));
  if (form === 'html' && sendMissingPage(request, response, { site, release, path, status: 410 })) return;
  const message = `${path} is gone, and will not come back.`;
  sendError(request, response, errorObject(410, 'rest_gone', message, {}, [...notFoundLinks(site)]));
}

/** Whether there is a page or a file at a path. A page that is rendered on demand has a twin among the files. */
function isFound(files: PublishedFiles, at: string): boolean {
  if (!at.endsWith('/')) return files.find(at) !== undefined;
  return files.find(`${at}index.html`) !== undefined || files.find(twinPath(at)) !== undefined;
}

/** The first of several encoded addresses that exists; otherwise the last. */
function chooseExisting(locations: readonly string[], files: PublishedFiles): string {
  const found = locations.slice(0, -1).find((location) => isFound(files, decodeURIComponent(location)));
  return found ?? locations.at(-1) ?? paths.home;
}

/** A Location that has a query of its own keeps it, before that of the request. */
function addQuery(location: string, query: string): string {
  return location + (location.includes('?') ? query.replace('?', '&') : query);
}

function sendRedirect(response: Response, location: string, status: number): void {
  response.status(status).set({ Location: location, 'Cache-Control': freshCache, Vary: 'Accept' }).end();
}

function sendTwin(
  { request, response, site, release: { files } }: Exchange,
  file: PublishedFile,
  page: string,
) {
  response.vary('Accept').set({
    Link: twinLinks(site, page),
    'X-Robots-Tag': 'noindex, follow',
    'X-Markdown-Tokens': String(Math.ceil(file.size / 4)),
    ...usageHeaders(site),
    ...openHeaders,
  });
  if (!response.get('Cache-Control')) response.set('Cache-Control', freshCache);
  sendFile(request, response, files, file);
}

/** Sends a file that is not a page; scripts of other sites may read documents for programs. */
function sendPublished(exchange: Exchange, file: PublishedFile) {
  const { request, response, site, release } = exchange;
  if (isTwin(site, file.path)) return sendTwin(exchange, file, pagePathOfTwin(file.path));
  response.set('Cache-Control', file.path.startsWith('/_astro/') ? immutableCache : freshCache);
  response.set(openHeaders);
  const surface = surfaceAt(file.path, site);
  response.set(surface?.headers ?? {});
  if (file.path === paths.apiCatalog) {
    response.set('Link', `<${paths.apiCatalog}>; rel="api-catalog", ${serverLinksOf(site)}`);
  }
  const { type } = surface ?? file;
  const shown = shownFeedType(type);
  if (shown !== type) response.vary('Accept');
  const isBrowser = /text\/html/i.test(request.get('Accept') ?? '');
  sendFile(request, response, release.files, { ...file, type: isBrowser ? shown : type });
}
