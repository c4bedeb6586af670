import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { negotiateError, negotiatePage } from '../../../../src/core/front/negotiation.ts';
import { listDocuments } from './healthy-documents.ts';
import { answerContact, answerMcp, answerWordPress } from './healthy-interfaces.ts';

/**
 * A small site that does everything right, and whose problems a test plants one by one: a text is edited, a header
 * removed, an answer changed.
 */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Text {
  type: string;
  text: string;
  headers?: Record<string, string>;
  /** Path of the twin of a page. */
  twin?: string;
}

export interface ServeOptions {
  /** Origin that the documents name, when it is not the one at which they are served. */
  readonly publishedAs?: string;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
}

export interface HealthySite {
  /** Messages that the contact endpoint delivered. */
  readonly messages: readonly string[];
  readonly origin: string;
  readonly documents: Map<string, Text>;
  /** Changes the text of a document. */
  edit(path: string, change: (text: string) => string): void;
  /** Changes answers: all, or those at one path. */
  change(change: (reply: Reply, asked: Asked) => void, path?: string): void;
  /** Changes one header of the answers at a path; null removes it. */
  header(path: string, name: string, value: string | null): void;
  close(): Promise<void>;
}

export async function serveHealthySite({ publishedAs, tls }: ServeOptions = {}): Promise<HealthySite> {
  const changes: ((reply: Reply, asked: Asked) => void)[] = [];
  let documents = new Map<string, Text>();
  const messages = new Map<string, string>();
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://site.invalid');
      const { method = 'GET', headers } = request;
      const asked = { method, path: url.pathname, query: url.searchParams, headers, body };
      const reply = answer(documents, named, asked, { messages, host: address });
      for (const change of changes) change(reply, asked);
      send(response, asked, reply);
    });
  };
  const server = tls ? createTlsServer(tls, respond) : createServer(respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `${tls ? 'https' : 'http'}://${address}`;
  const named = publishedAs ?? origin;
  documents = listDocuments(named);
  const change: HealthySite['change'] = (edit, path) => {
    changes.push((reply, asked) => {
      if (path === undefined || asked.path === path) edit(reply, asked);
    });
  };
  return {
    origin,
    get messages() {
      return [...messages.values()];
    },
    documents,
    edit: (path, edit) => {
      const document = documents.get(path);
      if (!document) throw new Error(`The healthy site has no ${path}.`);
      const text = edit(document.text);
      if (text === document.text) throw new Error(`Nothing was planted in ${path}.`);
      documents.set(path, { ...document, text });
    },
    change,
    header: (path, name, value) =>
      change((reply) => {
        if (value === null) delete reply.headers[name];
        else reply.headers[name] = value;
      }, path),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const common: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'access-control-allow-origin': '*',
};

interface State {
  readonly messages: Map<string, string>;
  readonly host: string;
}

function answer(
  documents: ReadonlyMap<string, Text>,
  origin: string,
  asked: Asked,
  { messages, host }: State,
): Reply {
  const { path, method, headers } = asked;
  const interfaces =
    answerMcp(asked, host) ?? answerContact(asked, messages) ?? answerWordPress(asked, origin);
  const link = `<${origin}/llms.txt>; rel="describedby"; type="text/plain", <${origin}/.well-known/api-catalog>; rel="api-catalog"`;
  if (interfaces) return { ...interfaces, headers: { ...common, ...interfaces.headers } };
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: { ...common, allow: 'GET, HEAD' }, body: '' };
  const page = documents.get(path);
  if (!page) return notFound(asked, link);
  const chosen = page.twin && negotiatePage(headers.accept) === 'markdown' ? documents.get(page.twin) : page;
  const { type, text, headers: own = {} } = chosen ?? page;
  const isPair = page.twin !== undefined || path.endsWith('.md');
  const reply: Reply = {
    status: 200,
    headers: {
      ...common,
      'content-type': type,
      'cache-control': 'public, max-age=300, must-revalidate',
      vary: isPair ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
      link,
      ...(chosen !== page && page.twin ? { 'content-location': page.twin } : {}),
      ...own,
      ...(own.link ? { link: `${own.link}, ${link}` } : {}),
    },
    body: text,
  };
  return reply;
}

function notFound({ headers, path }: Asked, link: string): Reply {
  const form = path.endsWith('.md') ? 'markdown' : negotiateError(headers.accept);
  const [type, body] = {
    json: ['application/json', '{"code":"rest_no_route","message":"There is none.","data":{"status":404}}'],
    markdown: ['text/markdown; charset=utf-8', '# Not found\n'],
    html: [
      'text/html; charset=utf-8',
      '<!doctype html><html lang="en"><title>Not found</title><p>Not found.',
    ],
  }[form] as [string, string];
  return { status: 404, headers: { ...common, 'content-type': type, vary: 'Accept', link }, body };
}

/** Adds validators, ranges and compression to what was planted, as a server does to the files that it has. */
function send(response: ServerResponse, asked: Asked, reply: Reply): void {
  const { headers } = asked;
  let { status } = reply;
  let body = Buffer.from(reply.body);
  const out: Record<string, string> = { ...reply.headers };
  const isFile = status === 200 && out['cache-control']?.includes('max-age');
  const gzip =
    body.length > 1000 && /gzip/.test(String(headers['accept-encoding'] ?? '')) && out['x-plain'] !== '1';
  if (isFile) {
    out.etag ??= `"${createHash('sha256').update(body).digest('hex').slice(0, 12)}${gzip ? '-gzip' : ''}"`;
    if (headers['if-none-match'] === out.etag) status = 304;
    else if (headers.range === 'bytes=0-9' && out['accept-ranges'] === 'bytes') {
      status = 206;
      out['content-range'] = `bytes 0-9/${body.length}`;
      body = body.subarray(0, 10);
    }
  }
  delete out['x-plain'];
  if (gzip && status === 200) {
    out['content-encoding'] ??= 'gzip';
    body = gzipSync(body, { level: 1 });
  }
  for (const [name, value] of Object.entries(out)) if (value === 'none') delete out[name];
  response.writeHead(status, out);
  response.end(asked.method === 'HEAD' || status === 304 ? undefined : body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
