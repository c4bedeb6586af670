import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

/** The parts of the application, each made by its own room; `main.ts` and the tests choose them. */
export interface AppParts {
  /** Addresses whose forwarded client address is believed; Express's `trust proxy`. */
  readonly trustProxy: string;
  /** Refuses malformed paths before anything looks at them. */
  readonly guardPath: RequestHandler;
  readonly contact?: RequestHandler;
  readonly form?: RequestHandler;
  readonly mcp?: RequestHandler;
  readonly wp?: RequestHandler;
  /** The built site: what nginx does in production. */
  readonly front: RequestHandler;
  readonly notFound: RequestHandler;
  readonly handleError: ErrorRequestHandler;
}

/** The visible order of everything that answers a request. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', parts.trustProxy.split(',').map((part) => part.trim()));
  app.set('query parser', 'simple');

  app.use(parts.guardPath);
  if (parts.contact) app.use(parts.contact);
  if (parts.form) app.use(parts.form);
  if (parts.mcp) app.use(parts.mcp);
  if (parts.wp) app.use(parts.wp);
  app.use(parts.front);
  app.use(parts.notFound);
  app.use(parts.handleError);
  return app;
}
