import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type RequestListener, type ServerResponse } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../sidecar/http/http-server.ts';

let running: HttpServer | null = null;
afterEach(async () => {
  await running?.stop(100);
  running = null;
});

const quick = {
  headersTimeout: 300,
  requestTimeout: 600,
  connectionsCheckingInterval: 50,
  keepAliveTimeout: 200,
};

async function start(listener: RequestListener, limits = {}): Promise<{ http: HttpServer; port: number }> {
  const http = createHttpServer(listener, limits);
  running = http;
  const url = await http.listen(0, '127.0.0.1');
  return { http, port: Number(new URL(url).port) };
}

/** Sends raw bytes and gathers the answer until the server ends the connection. */
async function talk(port: number, text: string | Buffer): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const answerAll: RequestListener = (request, response) => {
  request.resume();
  request.on('end', () => response.end('fine'));
};

test('headers that trickle in are given up within their time', async () => {
  const { port } = await start(answerAll, quick);
  const answer = await talk(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
});

test('a body that trickles in is given up within its time', async () => {
  const { port } = await start(answerAll, quick);
  const answer = await talk(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab');
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
});

test.each([
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  [
    'two lengths of a body',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['20 kB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
] as const)('%s is refused', async (_, text, status) => {
  const { port } = await start(answerAll);
  expect(await talk(port, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
});

test.each([
  ['/s?q=Grüße', '/s?q=Gr%C3%BC%C3%9Fe'],
  ['/東京?x', '/%E6%9D%B1%E4%BA%AC?x'],
])('%s is read as it is meant, also where the answer takes its time', async (target, read) => {
  const { port } = await start((request, response) => {
    setTimeout(() => response.end(`${request.url} of ${request.socket.remoteAddress}`), 50);
  });
  const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const answer = await talk(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
  expect(answer).toContain(`${read} of 127.0.0.1`);
});

test('of what it cannot read it says how to write it', async () => {
  const { port } = await start(answerAll);
  const answer = await talk(port, Buffer.from('POST /ü HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*--data-urlencode/s);
});

test('what listens on 127.0.0.1 answers at ::1 too, until it stops', async () => {
  const { http, port } = await start(answerAll);
  expect((await fetch(`http://[::1]:${port}/`)).status).toBe(200);
  await http.stop(100);
  running = null;
  await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow();
});

test('a stop finishes what is in flight, closes kept connections at once and takes no new ones', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const { http, port } = await start((_request, response) => arrived.resolve(response));
  const pending = fetch(`http://127.0.0.1:${port}/`);
  const response = await arrived.promise;
  // Longer than a test may take: it ends by itself, and not by this limit.
  const stopped = http.stop(900_000);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  response.end('done');
  const answer = await pending;
  expect([answer.status, await answer.text(), answer.headers.get('Connection')]).toEqual([
    200,
    'done',
    'close',
  ]);
  await stopped;
});

test('a stop does not wait for ever', async () => {
  const arrived = Promise.withResolvers<void>();
  const { http, port } = await start(() => arrived.resolve());
  const pending = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut');
  await arrived.promise;
  await http.stop(200);
  expect(await pending).toBe('cut');
});

test('it listens on a unix socket, also where a killed process left one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-socket-'));
  const socketPath = join(folder, 'sidecar.sock');
  const listen = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', listen, socketPath]);
  expect(lstatSync(socketPath).isSocket()).toBe(true);
  const http = createHttpServer(answerAll);
  running = http;
  expect(await http.listen(0, socketPath)).toBe(socketPath);
  const request = httpRequest({ socketPath, path: '/', agent: false }).end();
  const [answer] = await once(request, 'response');
  expect(answer.resume().statusCode).toBe(200);
  await http.stop(100);
  rmSync(folder, { recursive: true });
});

test('a file that is no socket is not removed for one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-socket-'));
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'kept');
  await expect(createHttpServer(answerAll).listen(0, path)).rejects.toThrow(/EADDRINUSE/);
  expect(readFileSync(path, 'utf8')).toBe('kept');
  rmSync(folder, { recursive: true });
});
