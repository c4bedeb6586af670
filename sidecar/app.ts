import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { httpErrors } from '../src/core/model/errors.ts';
import { compressAnswers } from './http/compress.ts';
import { refuseLargeBody } from './http/read-body.ts';
import { sendError } from './http/send-error.ts';

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
  /** Routes of plugins, each below a path of its own. */
  readonly plugins?: RequestHandler;
  readonly passages?: RequestHandler;
  readonly wp?: RequestHandler;
  /** Redirects to the site's own host, where the sidecar has another one. */
  readonly redirectToSite?: RequestHandler;
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
  if (parts.contact) app.use(parts.contact);
  if (parts.mcp) app.use(parts.mcp);
  app.use(refuseTrace);
  if (parts.plugins) app.use(parts.plugins);
  app.use(refuseLargeBody);
  if (parts.passages) app.use(parts.passages);
  if (parts.wp) app.use(parts.wp);
  if (parts.redirectToSite) app.use(parts.redirectToSite);
  if (parts.search) app.use(parts.search);
  app.use(parts.front);
  if (parts.form) app.use(parts.form);
  app.use(parts.notFound);
  app.use(parts.handleError);
  return app;
}

/** No address answers TRACE, also those that don't exist, as nginx has it. */
const refuseTrace: RequestHandler = (request, response, next) => {
  if (request.method !== 'TRACE') return next();
  response.set('Allow', 'GET, HEAD');
  sendError(request, response, httpErrors.methodNotAllowed());
};
