import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

/** The parts of the application, each made by its own room; `main.ts` and the tests choose them. */
export interface AppParts {
  /** Addresses whose forwarded client address is believed; Express's `trust proxy`. */
  readonly trustProxy: string;
  /** Headers of every response. */
  readonly setCommonHeaders: RequestHandler;
  /** Refuses malformed paths before anything looks at them. */
  readonly guardPath: RequestHandler;
  /** Headers of what goes away, and 410 for what has gone. */
  readonly announceLifecycle: RequestHandler;
  readonly contact?: RequestHandler;
  readonly mcp?: RequestHandler;
  readonly wp?: RequestHandler;
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
  app.set(
    'trust proxy',
    parts.trustProxy.split(',').map((part) => part.trim()),
  );
  app.set('query parser', 'simple');

  app.use(parts.setCommonHeaders);
  app.use(parts.guardPath);
  app.use(parts.announceLifecycle);
  if (parts.contact) app.use(parts.contact);
  if (parts.mcp) app.use(parts.mcp);
  if (parts.wp) app.use(parts.wp);
  if (parts.search) app.use(parts.search);
  app.use(parts.front);
  if (parts.form) app.use(parts.form);
  app.use(parts.notFound);
  app.use(parts.handleError);
  return app;
}
