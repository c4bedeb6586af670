import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { paths } from '../src/core/model/urls.ts';
import { compressAnswers } from './http/compress.ts';
import { refuseLargeBody } from './http/read-body.ts';

/** The parts of the application; `open-release.ts` and tests choose them. */
export interface AppParts {
  /** Addresses whose forwarded client address is believed; Express's `trust proxy`. */
  readonly trustProxy: string;
  /** Only where requests are logged. */
  readonly logRequests?: RequestHandler;
  /** Headers of every response. */
  readonly setCommonHeaders: RequestHandler;
  /** Refuses malformed paths before anything reads them. */
  readonly guardPath: RequestHandler;
  /** Bounds the memory of answers that clients read slowly. */
  readonly boundUnread: RequestHandler;
  /** Headers of what goes away, and 410 for what has gone. */
  readonly announceLifecycle: RequestHandler;
  readonly contact?: RequestHandler;
  readonly mcp?: RequestHandler;
  readonly wp?: RequestHandler;
  /** Redirects to the site's own host, where the sidecar has another one. */
  readonly leadToSite?: RequestHandler;
  /** The search page with its results, for browsers without scripts; the page itself is a file of the front. */
  readonly search?: RequestHandler;
  /** The built site: what nginx does in production. */
  readonly front: RequestHandler;
  /** Pages that are rendered on demand; behind the front, which knows their twins. */
  readonly form?: RequestHandler;
  readonly notFound: RequestHandler;
  readonly handleError: ErrorRequestHandler;
}

/** The visible order of everything that answers a request. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Every address has one spelling. A Router does not take these over; each is made with the same two options.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set(
    'trust proxy',
    parts.trustProxy.split(',').map((part) => part.trim()),
  );
  app.set('query parser', 'simple');

  if (parts.logRequests) app.use(parts.logRequests);
  app.use(compressAnswers);
  app.use(parts.boundUnread);
  app.use(parts.setCommonHeaders);
  app.use(parts.guardPath);
  app.use(parts.announceLifecycle);
  for (const path of [paths.contactApi, paths.mcp]) app.all(`${path}/`, redirectTo(path));
  if (parts.contact) app.use(parts.contact);
  if (parts.mcp) app.use(parts.mcp);
  app.use(refuseLargeBody);
  if (parts.wp) app.use(parts.wp);
  if (parts.leadToSite) app.use(parts.leadToSite);
  if (parts.search) app.use(parts.search);
  app.use(parts.front);
  if (parts.form) app.use(parts.form);
  app.use(parts.notFound);
  app.use(parts.handleError);
  return app;
}

/** Redirects from an endpoint with a trailing slash, keeping method and body (308). */
function redirectTo(path: string): RequestHandler {
  return (request, response) => {
    const query = request.url.slice(request.path.length);
    response
      .status(308)
      .set({ Location: path + query, 'Cache-Control': 'no-store' })
      .end();
  };
}
