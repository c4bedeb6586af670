import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createPlainServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><body><main><h1>A page</h1>${body}</main></html>`;
const send = (
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
) => {
  response.writeHead(200, { 'content-type': type, ...headers });
  response.end(body);
};

/** 300 megabytes of zeros in 300 kilobytes. */
const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024));

/** Sends without an end, as fast as it is read. */
function pour({ method }: IncomingMessage, response: ServerResponse, type: string, chunk: string): void {
  response.writeHead(200, { 'content-type': type });
  if (method === 'HEAD') return void response.end();
  const next = () => {
    if (response.destroyed) return;
    if (response.write(chunk)) setImmediate(next);
    else response.once('drain', next);
  };
  next();
}

/** What a server may do to those who read it. */
export const hostileServers: Readonly<Record<string, Respond>> = {
  'an endless page': (request, response) =>
    pour(request, response, 'text/html; charset=utf-8', '<p>more and more</p>'.repeat(1000)),
  'endless JSON, XML and Markdown': (request, response) =>
    request.url === '/'
      ? send(response, 'text/html', page('<p>words</p>'))
      : pour(
          request,
          response,
          request.url?.endsWith('.json') ? 'application/json' : 'application/xml',
          '[{"a":[{},{},[['.repeat(1000),
        ),
  'a decompression bomb': (_, response) => send(response, 'text/html', bomb, { 'content-encoding': 'gzip' }),
  'a coding that it does not keep to': (_, response) =>
    send(response, 'text/html', page('<p>words</p>'), { 'content-encoding': 'br' }),
  'redirects in a circle': ({ url = '/' }, response) => {
    response.writeHead(302, { location: url === '/a' ? '/b' : '/a' });
    response.end();
  },
  'redirects without an end': ({ url = '/' }, response) => {
    response.writeHead(302, { location: `${url}x` });
    response.end();
  },
  'bytes of no charset': (_, response) =>
    send(
      response,
      'text/html; charset=nonsense-8',
      Buffer.from(page('\xff\xfe\x00\xd8'.repeat(50_000)), 'latin1'),
    ),
  'a million nested elements': (_, response) =>
    send(response, 'text/html', page('<div hidden>'.repeat(200_000) + '<a href=/x>'.repeat(50_000))),
  'a sitemap of entities and depth': ({ url = '' }, response) =>
    url === '/sitemap.xml'
      ? send(
          response,
          'application/xml',
          `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">]><urlset>${'<url>'.repeat(100_000)}</urlset>`,
        )
      : send(response, 'text/html', page('<p>words</p>')),
  'Markdown that is all brackets': ({ url = '' }, response) =>
    url.endsWith('.md') || url === '/llms.txt'
      ? send(
          response,
          'text/markdown',
          `${'[('.repeat(200_000)}\n${'`'.repeat(100_000)}\n${'<a '.repeat(100_000)}\n${'![['.repeat(50_000)}`,
        )
      : send(response, 'text/html', page('<p>words</p>')),
  'JSON of great depth': ({ url = '' }, response) =>
    url.endsWith('.json')
      ? send(response, 'application/json', '['.repeat(1_000_000))
      : send(response, 'text/html', page('<p>words</p>')),
  'headers that steer a terminal': (_, { socket }) => {
    const body = page('<p>words</p>');
    const lines = [
      'HTTP/1.1 200 OK',
      'content-type: text/html',
      'link: \u001b[2J<x>; rel="y',
      'cache-control: max-age=99999999999',
    ];
    socket?.end(`${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  },
  'thousands of links': (_, response) =>
    send(
      response,
      'text/html',
      page(
        '<a href="/a">a</a>'.repeat(20_000) +
          Array.from({ length: 20_000 }, (__, at) => `<a href="/p${at}">p</a>`).join(''),
      ),
    ),
};

/** Sends one byte at a time, without an end. */
export function createDrip(): Server {
  return createPlainServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 100);
    socket.on('close', () => clearInterval(drip));
  });
}
