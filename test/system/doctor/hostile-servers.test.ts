import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

/** What a server may do to those who read it. Each ends, says something, and takes less than 200 MB. */
const mostMegabytes = 200;
const seconds = 20;

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

const servers: Readonly<Record<string, Respond>> = {
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

/** Runs the doctor as its own process, and looks at how much memory it took at most. */
async function examine(url: string, ...options: string[]) {
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'src/cli/doctor.ts'), url, '--private', '--json', '--fail-on', 'never', ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, readPeak(child.pid ?? 0));
  }, 20);
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [status] = await once(child, 'close');
  clearInterval(timer);
  return { status: status as number, text, errors, megabytes };
}

/** The most memory that a process held so far, in megabytes. */
function readPeak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe('a hostile server', () => {
  it.each(Object.entries(servers))(
    '%s: the doctor ends, and takes less than 200 MB',
    async (_, respond) => {
      const server = createServer(respond);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { status, text, errors, megabytes } = await examine(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        '--seconds',
        String(seconds),
      );
      server.closeAllConnections();
      server.close();
      expect([0, 2], errors).toContain(status);
      expect(JSON.parse(text).format).toBe('agentsite-doctor/1');
      expect(text).not.toContain('\u001b');
      expect(megabytes).toBeGreaterThan(10);
      expect(megabytes).toBeLessThan(mostMegabytes);
    },
    90_000,
  );

  it('one byte at a time: the doctor stops asking after some requests that had no answer', async () => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, text } = await examine(url, '--timeout', '1');
    server.close();
    expect(status).toBe(2);
    expect(text).toContain('no whole answer within 1 s');
    expect(JSON.parse(text).requests).toBeLessThan(10);
  }, 60_000);
});
