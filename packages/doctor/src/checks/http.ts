import { readContentType, readDirectives, readList } from '../documents/headers.ts';
import { type Answer, describeStatus, wasSkipped } from '../http/answer.ts';
import { answeredHome } from '../visit/pages.ts';
import { looksLikeHtml, type Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf, quote } from './check.ts';
import { httpBodyChecks } from './http-bodies.ts';

/** HTTP behaviour, independent of content. */
const start: readonly Check[] = checksOf('http', 'A first page', (visit) => visit.home(), [
  {
    id: 'http-home',
    severity: 'error',
    title: 'The address answers with a page',
    source: 'RFC 9110, 15.3.1',
    fix: 'Make the address answer 200 with HTML, without a login, a challenge or a script.',
    find: (home) => {
      if (wasSkipped(home))
        return [
          [home.url, home.failure?.message ?? '', 'Run the doctor again, with the option that allows it.'],
        ];
      if (home.failure) return [[home.url, home.failure.message]];
      const isPage = looksLikeHtml(home);
      const seen = `${home.status}, ${quote(home.headers['content-type'])}`;
      return problemIf(home.status !== 200 || !isPage, home.url, seen);
    },
  },
  {
    id: 'http-redirects',
    severity: 'warning',
    title: 'The first page is at most two redirects away',
    source: 'afdocs redirect-behavior',
    fix: 'Let each old address lead straight to the final one.',
    find: async (_, visit) => {
      const { hops, url, finalUrl } = await visit.ask(visit.options.url.href);
      return problemIf(hops.length > 2, url, [...hops.map((hop) => hop.url), finalUrl].join(' → '));
    },
  },
]);

const page: readonly Check[] = checksOf('http', 'A first page', answeredHome, [
  {
    id: 'http-not-found',
    severity: 'error',
    title: 'A page that does not exist answers 404',
    source: 'RFC 9110, 15.5.5; afdocs http-status-codes',
    fix: 'Answer unknown addresses with status 404. nginx: try_files $uri $uri/ =404; Netlify: remove "/* /index.html 200" from _redirects.',
    find: async (_, visit) => {
      const answer = await visit.ask(visit.missingPage);
      return problemIf(
        !wasSkipped(answer) && answer.status !== 404 && answer.status !== 410,
        answer.url,
        `${describeStatus(answer)} for a page that does not exist`,
      );
    },
  },
  {
    id: 'http-not-found-json',
    severity: 'warning',
    title: 'An error for a program that asks for JSON is what its type says',
    source: 'RFC 9110, 8.3',
    fix: 'Send errors with the type of their body, and status 404 in every form.',
    find: async (_, visit) => {
      const answer = await visit.ask(visit.missingPage, { headers: { Accept: 'application/json' } });
      const { type } = readContentType(answer.headers['content-type']);
      const isJson = /json$/.test(type);
      const isBroken = isJson && (answer.status === 200 || !canParse(answer.text));
      return problemIf(
        isBroken,
        answer.url,
        `${answer.status} with ${quote(type)}: ${answer.text.slice(0, 60)}`,
      );
    },
  },
  {
    id: 'http-head',
    severity: 'error',
    title: 'HEAD answers as GET does, without a body',
    source: 'RFC 9110, 9.3.2',
    fix: 'Allow HEAD wherever GET is allowed, with the same status and headers.',
    wrong: async (home, visit) => {
      const head = await visit.ask(home.finalUrl, { method: 'HEAD' });
      if (wasSkipped(head)) return false;
      const same =
        head.status === home.status && head.headers['content-type'] === home.headers['content-type'];
      const seen = `HEAD ${describeStatus(head)} ${quote(head.headers['content-type'])}, GET ${home.status} ${quote(home.headers['content-type'])}`;
      return !same && seen;
    },
  },
  {
    id: 'http-validators',
    severity: 'warning',
    title: 'A page has an ETag or a Last-Modified date, so that it need not be sent twice',
    source: 'RFC 9110, 8.8',
    fix: 'Send ETag or Last-Modified with pages; nginx does for files ("etag on;").',
    wrong: ({ headers }) => {
      const isStored = !readDirectives(headers['cache-control']).has('no-store');
      const has = headers.etag !== undefined || headers['last-modified'] !== undefined;
      return isStored && !has && 'neither ETag nor Last-Modified';
    },
  },
  {
    id: 'http-etag',
    severity: 'error',
    title: 'If-None-Match with the ETag of a page gives 304',
    source: 'RFC 9110, 13.1.2',
    fix: 'Compare If-None-Match with the ETag that you send; an ETag must not change while the page stays the same.',
    find: (home, visit) => revalidate(home, visit, 'If-None-Match', home.headers.etag),
  },
  {
    id: 'http-last-modified',
    severity: 'warning',
    title: 'If-Modified-Since with the date of a page gives 304',
    source: 'RFC 9110, 13.1.3',
    fix: 'Compare If-Modified-Since with the Last-Modified date that you send.',
    find: (home, visit) => revalidate(home, visit, 'If-Modified-Since', home.headers['last-modified']),
  },
  {
    id: 'http-304-headers',
    severity: 'warning',
    title: 'A 304 repeats ETag, Vary and Cache-Control of the page',
    source: 'RFC 9110, 15.4.5',
    fix: 'Send these headers with 304 as with 200. nginx: add "always" to add_header, and do not key maps on the type of the answer.',
    wrong: async (home, visit) => {
      if (home.headers.etag === undefined) return false;
      const again = await visit.ask(home.finalUrl, { headers: { 'If-None-Match': home.headers.etag } });
      if (again.status !== 304) return false;
      // Caches keep the Vary that they have; only one with more than compression must not get lost.
      const isVaried = readList(home.headers.vary).some((name) => name !== 'accept-encoding');
      const lost = ['etag', ...(isVaried ? ['vary'] : []), 'cache-control'].filter(
        (name) => home.headers[name] !== undefined && again.headers[name] === undefined,
      );
      return lost.length > 0 && `304 without ${lost.join(', ')}`;
    },
  },
  {
    id: 'http-cache-control',
    severity: 'warning',
    title: 'A page is not kept for longer than a day without being looked after',
    source: 'afdocs cache-header-hygiene',
    fix: 'Cache-Control: public, max-age=300, must-revalidate',
    wrong: ({ headers }) => {
      const directives = readDirectives(headers['cache-control']);
      const age = Number(directives.get('s-maxage') ?? directives.get('max-age') ?? 0);
      const isLooked = ['no-cache', 'no-store', 'must-revalidate'].some((name) => directives.has(name));
      return age > 86_400 && !isLooked && `Cache-Control: ${headers['cache-control']}`;
    },
  },
]);

export const httpChecks: readonly Check[] = [...start, ...page, ...httpBodyChecks];

async function revalidate(
  home: Answer,
  visit: Visit,
  header: string,
  value: string | undefined,
): Promise<Problem[]> {
  if (value === undefined) return [];
  const again = await visit.ask(home.finalUrl, { headers: { [header]: value } });
  if (wasSkipped(again) || again.status === 304) return [];
  return [[home.finalUrl, `${describeStatus(again)} for ${header}: ${value}`]];
}

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
