import http from 'node:http';
import { createRandom } from '../../bench/large-library.ts';

/**
 * Requests that no one would write by hand: valid, nearly valid and hostile parameters in every combination.
 * The same seed gives the same requests.
 */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const routes = [
  '',
  '/posts',
  '/posts/12',
  '/posts/8',
  '/posts/0',
  '/posts/99999999999999999999',
  '/pages',
  '/pages/21',
  '/pages/20',
  '/talks',
  '/talks/31',
  '/plugin-entries',
  '/plugin-entries/30',
  '/media',
  '/media/301',
  '/categories',
  '/categories/102',
  '/tags',
  '/tags/201',
  '/users',
  '/users/1',
  '/users/2',
  '/users/me',
  '/comments',
  '/comments/1',
  '/search',
  '/types',
  '/types/post',
  '/types/nope',
  '/taxonomies',
  '/taxonomies/category',
  '/statuses',
  '/statuses/draft',
  '/settings',
  '/blocks',
  '/menus',
  '/posts/12/revisions',
  '/nope',
  '/Posts',
  '/posts/12/',
  '//posts',
  '/posts/%31%32',
  '/posts%2F12',
  '/%00',
  '/types/__proto__',
  '/types/constructor',
];
const names = [
  'context',
  'page',
  'per_page',
  'search',
  'after',
  'before',
  'modified_after',
  'modified_before',
  'author',
  'author_exclude',
  'exclude',
  'include',
  'offset',
  'order',
  'orderby',
  'search_columns',
  'slug',
  'status',
  'tax_relation',
  'categories',
  'categories_exclude',
  'tags',
  'tags_exclude',
  'sticky',
  'parent',
  'parent_exclude',
  'menu_order',
  'hide_empty',
  'post',
  'type',
  'subtype',
  'roles',
  'who',
  'media_type',
  'mime_type',
  'password',
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_method',
  '_pretty',
  '_locale',
  '_wpnonce',
  'rest_route',
  'id',
  'lang',
  'PER_PAGE',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '[',
  'a[b',
  'x.y',
];
const suffixes = [
  '',
  '',
  '',
  '',
  '[]',
  '[0]',
  '[a]',
  '[terms]',
  '[terms][]',
  '[operator]',
  '[include_children]',
  '[][]',
  '[__proto__]',
  '[',
];
const values = [
  '',
  '0',
  '1',
  '2',
  '5',
  '10',
  '100',
  '101',
  '-1',
  '1.5',
  '1e1',
  '0x10',
  '007',
  ' 10',
  '99999999999999999999',
  '1e400',
  'NaN',
  'true',
  'false',
  'null',
  'abc',
  '12,11',
  '12 11',
  '12,,11',
  '12,abc',
  ',',
  '101,102',
  '201',
  'asc',
  'desc',
  'ASC',
  'date',
  'id',
  'include',
  'include_slugs',
  'relevance',
  'title',
  'slug',
  'name',
  'count',
  'menu_order',
  'view',
  'embed',
  'edit',
  'publish',
  'draft',
  'any',
  'post',
  'page',
  'talk',
  'term',
  'post-format',
  'category',
  'post_tag',
  'AND',
  'OR',
  'kettle',
  'copper kettle',
  '"copper kettle"',
  '-kettle',
  '-',
  '"',
  "'",
  '%',
  '_',
  '\\',
  '\\\\',
  '*',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '^',
  '$',
  '.*',
  '(a+)+$',
  "' OR 1=1 --",
  '"; DROP TABLE document; --',
  'NEAR(a b)',
  'title:x',
  '<script>alert(1)</script>',
  '<b',
  '<<<<',
  '&amp;',
  '😀',
  '東京',
  'ß',
  'İ',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: 1',
  '\u202e',
  '\uffff',
  'über',
  '%e6%9d%b1%e4%ba%ac',
  '2026-03-15T00:00:00',
  '2026-03-15T00:00:00Z',
  '2026-13-45T99:99:99',
  '2026-03-15',
  'yesterday',
  'id,title.rendered',
  '_links',
  'content',
  '__proto__',
  'author',
  'wp:term',
  'self',
  'cb',
  'a.b',
  'bad-name()',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'NOPE',
  '/wp/v2/posts',
  '/',
  'image',
  'x'.repeat(10_000),
  'ab '.repeat(1_500),
  '"'.repeat(2_000),
  '<'.repeat(4_000),
  ' '.repeat(5_000),
  '1,'.repeat(3_000),
  '-'.repeat(1_000),
  '日'.repeat(500),
  '&'.repeat(20),
  '😀'.repeat(300),
];
const rawValues = ['%', '%zz', '%ff%fe', '%c3%28', '%ed%a0%80', '%00', '+', '%2B', '%F0%9F'];
const headers: readonly Record<string, string>[] = [
  {},
  {},
  {},
  {},
  { Origin: 'https://other.example.org' },
  { Origin: 'null' },
  { Accept: 'text/html' },
  { 'If-None-Match': '*' },
  { 'X-WP-Nonce': 'bad' },
  { Authorization: 'Basic YTpi' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Host: 'evil.example' },
];
const bodies = [
  '{"per_page":2}',
  '{bad',
  '[1,2]',
  '"text"',
  'null',
  '{"categories":{"terms":[101]}}',
  '{"search":["a"]}',
  '{"__proto__":{"page":0}}',
  '{"include":[1,{"a":2}]}',
  `{"search":"${'z'.repeat(9_000)}"}`,
];

export function createFuzzer(seed: number): () => FuzzRequest {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const parameter = () => {
    const name =
      encodeURIComponent(pick(names)) +
      (random() < 0.7 ? pick(suffixes) : encodeURIComponent(pick(suffixes)));
    if (random() < 0.03) return name;
    return `${name}=${random() < 0.06 ? pick(rawValues) : encodeURIComponent(pick(values).toWellFormed())}`;
  };
  return () => {
    const count = Math.floor(random() * 5);
    const query = Array.from({ length: count }, parameter).join('&').slice(0, 14_000);
    const route = random() < 0.03 ? '/wp-json/' : `/wp-json/wp/v2${pick(routes)}`;
    const withBody = random() < 0.06;
    const json = random() < 0.8;
    return {
      method:
        random() < 0.85
          ? 'GET'
          : pick(['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']),
      path: query === '' ? route : `${route}?${query}`,
      headers: {
        ...pick(headers),
        ...(withBody
          ? { 'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded' }
          : {}),
      },
      body: withBody ? pick(bodies) : null,
    };
  };
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends one request over a kept connection. */
export function sendFuzz(port: number, agent: http.Agent, request: FuzzRequest): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const length = request.body === null ? {} : { 'Content-Length': Buffer.byteLength(request.body) };
    const sent = http.request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: request.method,
        path: request.path,
        headers: { ...request.headers, ...length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            milliseconds: performance.now() - started,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(request.body ?? undefined);
  });
}

/** What the interface may answer, by the contract: success, a bad parameter, a login, a wrong password, nothing there. */
const documented = new Set([200, 304, 400, 401, 403, 404]);

/** Why an answer is not one that the contract allows, or null. */
export function problemOf(
  request: FuzzRequest,
  { status, headers: received, text }: FuzzAnswer,
): string | null {
  if (!documented.has(status)) return `status ${status}`;
  if (received['x-injected'] !== undefined) return 'a header out of a parameter';
  if (status === 304 || request.method === 'HEAD' || text === '') return null;
  if (!String(received['content-type']).startsWith('application/json')) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the body is not JSON';
  }
  if (status === 200) return null;
  const error = body as { code?: unknown; message?: unknown; data?: { status?: unknown } };
  const complete =
    typeof error.code === 'string' && typeof error.message === 'string' && error.data?.status === status;
  return complete ? null : 'the body is not an Error object';
}
