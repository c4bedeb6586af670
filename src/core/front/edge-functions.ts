import { printPageNegotiation } from './negotiation.ts';

/**
 * Programs that hosts of files run before a page is sent, so that one address serves a page and its twin there too.
 * They hold the rules of `negotiation.ts`, from which the nginx maps are made as well. A page that has no twin is sent
 * as it is to everybody.
 */

/** What is the same on every host. `serve` gives the answer of the host, `serveTwin` that of another address. */
const shared = `
/** The address of the twin: /about/ gives /about.md, / gives /index.md. */
function twinOf(path) {
  return path === '/' ? '/index.md' : path.slice(0, -1) + '.md';
}

async function negotiate(request, serve, serveTwin) {
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !url.pathname.endsWith('/')) return serve();
  const wantsTwin = negotiatePage(request.headers.get('accept') ?? undefined) === 'markdown';
  const twin = twinOf(url.pathname);
  const found = wantsTwin ? await serveTwin(new URL(twin, url)) : null;
  const isTwin = found !== null && found.status < 400;
  const answer = isTwin ? found : await serve();
  const headers = new Headers(answer.headers);
  headers.append('Vary', 'Accept');
  if (isTwin) headers.set('Content-Location', twin);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
`;

/** Paths that are never a page: requests for them need no program. */
const otherPaths = [
  '/_astro/*',
  '/media/*',
  '/pagefind/*',
  '/wp-json/*',
  '/.well-known/*',
  '/*.md',
  '/*.txt',
  '/*.xml',
  '/*.json',
];

const head =
  '// Made by the build, from the rules by which every front of the site chooses the form of a page.\n';

/** `_worker.js`: the program of a Cloudflare Pages site, which lies among its files and is not sent. */
export function renderCloudflareWorker(): string {
  return `${head}${printPageNegotiation()}
${shared}
export default {
  fetch: (request, env) =>
    negotiate(
      request,
      () => env.ASSETS.fetch(request),
      (address) => env.ASSETS.fetch(new Request(address, request)),
    ),
};
`;
}

/** `_routes.json`: which requests the program gets; the others are sent without it. */
export function renderCloudflareRoutes(): string {
  return `${JSON.stringify({ version: 1, include: ['/*'], exclude: otherPaths }, null, 2)}\n`;
}

/** The edge function of a Netlify site. When it fails, everybody gets the page as HTML. */
export function renderNetlifyFunction(): string {
  const config = { path: '/*', excludedPath: otherPaths, method: ['GET', 'HEAD'], onError: 'bypass' };
  return `${head}${printPageNegotiation()}
${shared}
export default (request, context) =>
  negotiate(
    request,
    () => context.next(),
    (address) => context.next(new Request(address, request)),
  );

export const config = ${JSON.stringify(config)};
`;
}
