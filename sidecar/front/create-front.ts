import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import type { FrontTable } from '../../src/core/front/front-table.ts';
import {
  browserHeaders,
  commonHeadersOf,
  commonLinks,
  contentSignal,
  freshCache,
  immutableCache,
  isForPrograms,
  pageLinks,
  twinLinks,
} from '../../src/core/front/headers.ts';
import { negotiatePage } from '../../src/core/front/negotiation.ts';
import { findOldAddress } from '../../src/core/front/old-addresses.ts';
import { findByQuery } from '../../src/core/front/old-queries.ts';
import { errorObject } from '../../src/core/model/errors.ts';
import type { Site } from '../../src/core/model/site.ts';
import { notFoundLinks, surfaceAt } from '../../src/core/model/surfaces.ts';
import { encodePath, pagePathOfTwin, paths, reservedBy, twinPath } from '../../src/core/model/urls.ts';
import { sendError } from '../http/send-error.ts';
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

/**
 * The embedded front: everything that nginx does in production, by the same rules. It answers GET and HEAD for
 * what is published and lets everything else pass.
 */
export function createFront(site: Site, release: Release): RequestHandler {
  return function front(request, response, next) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const checked = checkPath(request.url);
    if (!checked.ok) return next();
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const resolution = resolvePath(checked.path, negotiatePage(request.get('Accept')), release);
    const isPublished = resolution.kind === 'page' || resolution.kind === 'locked';
    // What is rendered on demand reads its own query.
    const named =
      isPublished || reservedBy(checked.path) === null
        ? findByQuery(encodePath(checked.path), query.slice(1), isPublished, release.table.old)
        : null;
    if (named === 'missing') return next();
    if (named !== null) return sendRedirect(response, chooseExisting(named, release.files), 301);
    switch (resolution.kind) {
      case 'missing':
        return answerOldAddress(site, release, checked.path, request, response, next);
      case 'redirect':
        return sendRedirect(response, addQuery(resolution.location, query), 301);
      case 'locked':
        response.status(403).set('Cache-Control', 'no-store');
        return sendTwin(request, response, site, release.files, resolution.file, resolution.page);
      case 'page':
        if (resolution.negotiated) response.set('Content-Location', encodePath(twinPath(resolution.page)));
        if (resolution.form === 'markdown') {
          return sendTwin(request, response, site, release.files, resolution.file, resolution.page);
        }
        return sendPage(request, response, site, release.files, resolution.file, resolution.page);
      case 'file':
        return sendPublished(request, response, site, release.files, resolution.file);
    }
  };
}

function sendPage(
  request: Request,
  response: Response,
  site: Site,
  files: PublishedFiles,
  file: PublishedFile,
  page: string,
): void {
  const twin = twinPath(page);
  // The twin of a protected page is a refusal, to which nothing points.
  const link = pageLinks(site, files.find(twin) ? twin : null);
  response.vary('Accept').set({ Link: link, 'Cache-Control': freshCache });
  sendFile(request, response, files, file);
}

/** Headers that hardly depend on what is answered; the first middleware of all. */
export function setCommonHeaders(site: Site): RequestHandler {
  const headers = Object.entries(commonHeadersOf(site));
  const ofBrowsers = Object.keys(browserHeaders);
  return function setCommonHeaders(_request, response, next) {
    for (const [name, value] of headers) response.setHeader(name, value);
    onHeaders(response, () => {
      if (!isForPrograms(String(response.getHeader('Content-Type') ?? ''))) return;
      for (const name of ofBrowsers) response.removeHeader(name);
    });
    next();
  };
}

/** What is nowhere may have been somewhere: it has moved, or is gone for good. */
function answerOldAddress(
  site: Site,
  { files, table }: Release,
  path: string,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const exists = (at: string) => isFound(files, at);
  const asked = !path.startsWith('/wp-json') && !path.endsWith('.md');
  const found = asked ? findOldAddress(path, table.old, exists) : null;
  if (found === null) {
    next();
    return;
  }
  if (found.kind === 'moved') {
    sendRedirect(response, found.location, found.status);
    return;
  }
  const message = `${path} is gone, and will not come back.`;
  sendError(request, response, errorObject(410, 'rest_gone', message, {}, [...notFoundLinks(site)]));
}

/** Is there a page or a file at a path? A page that is rendered on demand has its twin among the files. */
function isFound(files: PublishedFiles, at: string): boolean {
  if (!at.endsWith('/')) return files.find(at) !== undefined;
  return files.find(`${at}index.html`) !== undefined || files.find(twinPath(at)) !== undefined;
}

/** The first of several encoded addresses where something is; otherwise the last. */
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
  request: Request,
  response: Response,
  site: Site,
  files: PublishedFiles,
  file: PublishedFile,
  page: string,
): void {
  response.vary('Accept').set({
    Link: twinLinks(site, page),
    'X-Robots-Tag': 'noindex, follow',
    'X-Markdown-Tokens': String(Math.ceil(file.size / 4)),
    'Content-Signal': contentSignal(site),
    'Access-Control-Allow-Origin': '*',
  });
  if (!response.get('Cache-Control')) response.set('Cache-Control', freshCache);
  sendFile(request, response, files, file);
}

/** A file that is not a page: documents for programs are open to scripts of other sites. */
function sendPublished(
  request: Request,
  response: Response,
  site: Site,
  files: PublishedFiles,
  file: PublishedFile,
): void {
  if (isTwin(file.path)) {
    sendTwin(request, response, site, files, file, pagePathOfTwin(file.path));
    return;
  }
  const immutable = file.path.startsWith('/_astro/');
  response.set('Cache-Control', immutable ? immutableCache : freshCache);
  const surface = surfaceAt(file.path);
  if (surface || file.path.startsWith('/.well-known/')) response.set('Access-Control-Allow-Origin', '*');
  if (file.path === paths.apiCatalog) {
    response.set('Link', `<${paths.apiCatalog}>; rel="api-catalog", ${commonLinks}`);
  }
  sendFile(request, response, files, file);
}

function isTwin(path: string): boolean {
  return path.endsWith('.md') && !surfaceAt(path) && !path.startsWith('/.well-known/');
}
