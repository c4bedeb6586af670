import { groupAddress } from 'agentsite/http';
import { isLocalUrl, type Site } from 'agentsite/model';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
  type Router,
} from 'express';
import { editorHeaders, renderEditorPage } from '../form/editor-page.ts';
import { type Author, isOfFullDisk } from './git.ts';
import { type HostParts, hostRoutes, refuse } from './host-routes.ts';
import { BusyError } from './saver.ts';
import { previewText } from './text-preview.ts';

export interface EditParts extends Omit<HostParts, 'url'> {
  readonly site: Site;
  /** Folder of the editor's program. */
  readonly program: string;
  /** The author that the token of a request belongs to; null for one that isn't valid. */
  readonly authorOfToken: (token: string, request: Request) => Author | null;
  /** The token that the page gives to its reader, who is at this machine: others are refused. */
  readonly openToken?: string;
  /** Further routes below `/edit/`, which don't need a token. */
  readonly addRoutes?: (app: Express) => void;
  /** Further routes below `/edit/api/v1`, for those who are signed in. */
  readonly addOwnRoutes?: (router: Router) => void;
}

/** Everything below `/edit/`: the page, its program, and the routes that it saves with. */
export function createEditApp(parts: EditParts): Express {
  const { site, program } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    response.set(editorHeaders(site));
    if (isForeign(request)) refuse(response, 403, 'Requests from other sites are refused.');
    else if (parts.openToken !== undefined && !isOfThisMachine(request)) refuse(response, 403, onlyHere);
    else next();
  });
  app.get('/', (request, response) => {
    const [path = '', ...query] = request.originalUrl.split(/(?=\?)/);
    if (!path.endsWith('/')) return response.redirect(`${path}/${query.join('')}`);
    response.type('html').send(renderEditorPage(site, parts.openToken));
  });
  parts.addRoutes?.(app);
  app.use(express.static(program, { index: false, redirect: false }));
  app.use('/api/v1', (request, response, next) => {
    const token = readToken(request);
    const author = token === null ? null : parts.authorOfToken(token, request);
    if (!author) return refuse(response, 401, 'Sign in first.');
    response.locals.author = author;
    next();
  });
  const routes = hostRoutes({ ...parts, url: site.url });
  routes.post('/preview', ...previewText(parts.content.root, site));
  parts.addOwnRoutes?.(routes);
  app.use('/api/v1', routes);
  app.use((_: Request, response: Response) => refuse(response, 404, 'There is nothing at this address.'));
  app.use(handleError);
  return app;
}

/** Says what a request can't have, such as a body of that size; of other errors only whether the disk is full. */
const handleError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const { status = 500, message, code } = error as { status?: number; message: string; code?: string };
  if (error instanceof BusyError) response.set('Retry-After', String(error.retryAfter));
  if (status !== 500) return refuse(response, status, message);
  console.error(error);
  if (!isOfFullDisk(`${code} ${message}`))
    return refuse(response, 500, 'Something went wrong; the log of the editor says what.');
  refuse(response, 507, "The server's disk is full, so nothing was saved. Make room on it, then save again.");
};

/** `Authorization: token …`, as Gitea's clients send it, or `Bearer`. */
export function readToken(request: Request): string | null {
  return /^(?:token|bearer) +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1] ?? null;
}

const onlyHere =
  'The editor of the dev server is for its own machine: open it there at http://localhost. For other devices there is "agentsite edit".';

/** Does it come from this machine, under its own name? A name of another site may lead here, too. */
function isOfThisMachine({ socket, headers }: Request): boolean {
  const address = groupAddress(socket.remoteAddress ?? '') ?? '';
  const host = `http://${headers.host}`;
  return /^(?:127\.|::\/64$)/.test(address) && URL.canParse(host) && isLocalUrl(host);
}

/** Does another site's page send the request? */
function isForeign(request: Request): boolean {
  const origin = request.get('Origin');
  if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== request.get('Host');
  const site = request.get('Sec-Fetch-Site');
  return (
    site !== undefined &&
    site !== 'same-origin' &&
    site !== 'none' &&
    request.get('Sec-Fetch-Mode') !== 'navigate'
  );
}
