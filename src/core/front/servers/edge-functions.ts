import { startOfPattern } from '../../model/kinds.ts';
import { pathsOf } from '../../model/languages.ts';
import type { Site } from '../../model/site.ts';
import { isPublished } from '../../model/targets.ts';
import { printPageNegotiation } from '../negotiation.ts';
import { describeOldAddresses } from '../old-addresses.ts';
import { listQueryNames, printFindByQuery } from '../old-queries.ts';

/** Programs at the edge of hosts: negotiation of pages and twins, and redirects of queries. */

/** What is the same on every host. `serve` gives the answer of the host, `serveTwin` that of another address. */
const shared = `
/** The address of the twin: /about/ gives /about.md, / gives /index.md. */
function twinOf(path) {
  return path === '/' ? '/index.md' : path.slice(0, -1) + '.md';
}

/** Where a query or an archive of a month or a day redirects; null where it names nothing. */
async function findMoved(url, isPublished, serveOther) {
  const exists = async (path) => (await serveOther(new URL(path, url))).status === 200;
  const isNamed = [...url.searchParams.keys()].some((name) => queryNames.includes(name));
  const queries = isNamed ? await (await serveOther(new URL(queryFile, url))).json() : {};
  const found = findByQuery(url.pathname, url.search.slice(1), isPublished, { queries, posts, search });
  if (found === 'missing') return found;
  for (const location of found?.slice(0, -1) ?? []) if (await exists(location)) return location;
  if (found !== null) return found.at(-1);
  const date = url.pathname.startsWith(dateArchives) ? url.pathname.slice(dateArchives.length) : '';
  const [, year] = /^(\\d{4})\\/(?:\\d\\d?\\/){0,2}(?:page\\/\\d+\\/)?$/.exec(date) ?? [];
  return !isPublished && year !== undefined && (await exists('/' + year + '/')) ? '/' + year + '/' : null;
}

async function answer(request, serve, serveOther) {
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !/\\/(?:index\\.php)?$/.test(url.pathname)) return serve();
  const served = await negotiate(request, url, serve, serveOther);
  const isMissing = served.status === 404;
  if (!isMissing && (url.search === '' || served.status !== 200)) return served;
  const location = await findMoved(url, !isMissing, serveOther);
  if (location === null) return served;
  if (location === 'missing') return serveOther(new URL('/_missing', url));
  return new Response(null, { status: 301, headers: { Location: location } });
}

async function negotiate(request, url, serve, serveTwin) {
  if (!url.pathname.endsWith('/')) return serve();
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

/** Where the program finds what a query names. It may hold many addresses, and few requests need it. */
const queryFile = '/_queries.json';

/** {@link queryFile}: `{ "p=137": "/hello/" }`. */
export function renderQueryFile(library: Parameters<typeof describeOldAddresses>[0]): {
  readonly file: string;
  readonly text: string;
} {
  const { queries } = describeOldAddresses(library);
  const here = Object.entries(queries).filter(([, to]) => isPublished(library.site, to));
  return { file: queryFile.slice(1), text: `${JSON.stringify(Object.fromEntries(here))}\n` };
}

/** The rules of the site. They change with its settings, and not with its content. */
function printRules(site: Site): string {
  const constants = {
    queryFile,
    queryNames: listQueryNames(site),
    dateArchives: startOfPattern(site.permalinks.post),
    posts: pathsOf(site).posts,
    search: site.show.search ? pathsOf(site).search : null,
  };
  return [
    printPageNegotiation(),
    printFindByQuery(),
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`),
  ].join('\n\n');
}

const head =
  '// Made by the build, from the rules by which every front of the site chooses the form of a page.\n';

/** `_worker.js`: the program of a Cloudflare Pages site, which lies among its files and is not sent. */
export function renderCloudflareWorker(site: Site): string {
  return `${head}${printRules(site)}
${shared}
export default {
  fetch: (request, env) =>
    answer(
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
export function renderNetlifyFunction(site: Site): string {
  const config = { path: '/*', excludedPath: otherPaths, method: ['GET', 'HEAD'], onError: 'bypass' };
  return `${head}${printRules(site)}
${shared}
export default (request, context) =>
  answer(
    request,
    () => context.next(),
    (address) => context.next(new Request(address, request)),
  );

export const config = ${JSON.stringify(config)};
`;
}
