import { mcpSkill, noteDate, skill, tools } from './healthy-documents.ts';
import type { Asked, Reply } from './healthy-site.ts';

/** What the healthy site computes: wp/v2 over two notes, an MCP server of both eras, a contact endpoint. */

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
const reply = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { ...json, ...headers },
  body: value === undefined ? '' : JSON.stringify(value),
});
const refuse = (status: number, code: string): Reply =>
  reply(status, { code, message: 'No.', data: { status } });

export function answerWordPress({ path, query, method }: Asked, origin: string): Reply | null {
  if (!path.startsWith('/wp-json')) return null;
  if (method !== 'GET' && method !== 'HEAD') return refuse(404, 'rest_no_route');
  if (path === '/wp-json/')
    return reply(200, {
      name: 'Field notes',
      url: origin,
      home: origin,
      namespaces: ['wp/v2'],
      routes: { '/wp/v2/posts': {} },
    });
  const [, collection, id] =
    /^\/wp-json\/wp\/v2\/(posts|pages|users|categories|tags)(?:\/(\d+))?$/.exec(path) ?? [];
  if (!collection) return refuse(404, 'rest_no_route');
  if (query.get('context') === 'edit') return refuse(401, 'rest_forbidden_context');
  const items = listItems(collection, origin);
  if (id !== undefined) {
    const item = items.find((entry) => String(entry.id) === id);
    return item ? reply(200, item) : refuse(404, 'rest_post_invalid_id');
  }
  const size = Number(query.get('per_page') ?? 10);
  if (size < 1 || size > 100) return refuse(400, 'rest_invalid_param');
  if (query.has('status') && query.get('status') !== 'publish') return refuse(400, 'rest_invalid_param');
  const page = Number(query.get('page') ?? 1);
  const total = Math.ceil(items.length / size);
  if (page > Math.max(1, total)) return refuse(400, 'rest_post_invalid_page_number');
  return reply(200, items.slice((page - 1) * size, page * size), {
    'x-wp-total': String(items.length),
    'x-wp-totalpages': String(total),
    ...(page < total ? { link: `<${origin}${path}?per_page=${size}&page=${page + 1}>; rel="next"` } : {}),
  });
}

function listItems(collection: string, origin: string): ({ id: number } & Record<string, unknown>)[] {
  if (collection === 'users')
    return [{ id: 1, name: 'The owner', slug: 'owner', link: `${origin}/about/`, avatar_urls: {} }];
  const kind = { posts: 'post', pages: 'page' }[collection];
  if (!kind)
    return [{ id: 5, name: 'One', slug: 'one', count: 2, taxonomy: collection, link: `${origin}/about/` }];
  const at = collection === 'posts' ? ['second', 'first'] : ['about'];
  return at.map((slug, index) => ({
    id: 20 - index,
    slug,
    type: kind,
    status: 'publish',
    date: noteDate.replace('Z', ''),
    date_gmt: noteDate.replace('Z', ''),
    link: collection === 'posts' ? `${origin}/notes/${slug}/` : `${origin}/about/`,
    title: { rendered: slug },
    content: { rendered: '<p>Words.</p>', protected: false },
    excerpt: { rendered: '', protected: false },
    author: 1,
  }));
}

const modern = '2026-07-28';
const legacy = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const versionKey = 'io.modelcontextprotocol/protocolVersion';

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly name?: string;
    readonly arguments?: object;
    readonly _meta?: Record<string, unknown>;
  };
}

export function answerMcp({ path, method, headers, body }: Asked, host: string): Reply | null {
  if (path !== '/mcp') return null;
  if (method !== 'POST')
    return { status: 405, headers: { ...json, allow: 'POST' }, body: '{"code":"rest_method_not_allowed"}' };
  if (headers.host !== host) return refuse(403, 'rest_forbidden');
  let message: Message;
  try {
    message = JSON.parse(body) as Message;
  } catch {
    return fail(400, null, -32700);
  }
  if (message.id === undefined) return { status: 202, headers: {}, body: '' };
  const version = message.params?._meta?.[versionKey];
  return version === undefined
    ? answerLegacy(message, headers)
    : answerModern(message, headers, String(version));
}

const result = (id: number | string | undefined, value: object) =>
  reply(200, { jsonrpc: '2.0', id, result: value });
const fail = (status: number, id: number | string | null | undefined, code: number) =>
  reply(status, { jsonrpc: '2.0', id: id ?? null, error: { code, message: 'No.' } });

function answerLegacy({ id, method, params }: Message, headers: Asked['headers']): Reply {
  const status = /event-stream/.test(String(headers.accept)) ? 200 : 400;
  if (method === 'initialize') {
    const wanted = params?.protocolVersion ?? '';
    const protocolVersion = legacy.includes(wanted) ? wanted : legacy[0];
    return result(id, {
      protocolVersion,
      capabilities: { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
      serverInfo: { name: 'notes', version: '1.0.0' },
    });
  }
  if (method === 'ping') return result(id, {});
  if (method === 'tools/list') return result(id, { tools });
  if (method === 'resources/list') return result(id, { resources: [] });
  if (method === 'skills/list') return result(id, { skills: [mcpSkill] });
  if (method === 'resources/read')
    return result(id, { contents: [{ uri: mcpSkill.uri, mimeType: 'text/markdown', text: skill }] });
  if (method === 'tools/call') return result(id, callTool(params?.arguments));
  return fail(status === 200 ? 200 : 404, id, -32601);
}

function callTool(given: object | undefined) {
  const isRight = typeof (given as { query?: unknown })?.query === 'string';
  return {
    content: [{ type: 'text', text: isRight ? 'Nothing.' : 'The query is missing.' }],
    ...(isRight ? {} : { isError: true }),
  };
}

function answerModern({ id, method, params }: Message, headers: Asked['headers'], version: string): Reply {
  if (version !== modern) return fail(400, id, -32022);
  if (headers['mcp-method'] !== method || headers['mcp-protocol-version'] !== version)
    return fail(400, id, -32020);
  const cached = { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' };
  if (method === 'server/discover')
    return result(id, { ...cached, supportedVersions: [modern], capabilities: { tools: {} } });
  if (method === 'tools/list') return result(id, { ...cached, tools });
  if (method === 'tools/call') return result(id, { resultType: 'complete', ...callTool(params?.arguments) });
  return fail(404, id, -32601);
}

let tokens = 0;

/** @param messages what was delivered, by its idempotency key */
export function answerContact(
  { path, method, body, headers }: Asked,
  messages: Map<string, string>,
): Reply | null {
  if (path !== '/wp-json/site/v1/contact') return null;
  const own = { 'cache-control': 'no-store', 'access-control-allow-origin': 'none' };
  if (method === 'POST') {
    if (!body.includes('submit_token'))
      return reply(422, { code: 'site_contact_invalid', message: 'No.', data: { status: 422 } }, own);
    const key = String(headers['idempotency-key']);
    const replayed = messages.has(key);
    messages.set(key, body);
    return reply(200, { sent: true, message: 'Sent.', ...(replayed ? { replayed } : {}) }, own);
  }
  const schema = {
    type: 'object',
    required: ['name', 'email', 'message', 'submit_token'],
    properties: { name: { type: 'string' } },
  };
  const token = `token-${++tokens}-abcdefghijkl`;
  return reply(200, { submit_token: token, expires_in: 900, schema, limits: { per_hour: 10 } }, own);
}
