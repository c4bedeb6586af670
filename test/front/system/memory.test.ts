import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import express, { type RequestHandler, type Response } from 'express';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../../../sidecar/app.ts';
import { PublishedFolder } from '../../../sidecar/front/published-files.ts';
import { createHttpServer, type HttpServer } from '../../../sidecar/http/http-server.ts';
import { boundUnread } from '../../../sidecar/http/unread-answers.ts';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { openTextSearch } from '../../../sidecar/wp/collections/text-search.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import { writeContentIndex } from '../../../src/build/index/write-content-index.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

/** More than the buffers of a socket take, also compressed, so that an answer that nobody reads stays in the process. */
const body = randomBytes(6_000_000);
const pass: RequestHandler = (_request, _response, next) => next();
let http: HttpServer | null = null;
const clients: Socket[] = [];
const folder = mkdtempSync(join(tmpdir(), 'agentsite-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await http?.stop(100);
  http = null;
});

/**
 * The application, for callers that name themselves in a header: `/long` answers with 6 MB, `/together` with 3 KB that end
 * when 200 answers have begun.
 */
async function start(timeout?: number, max?: number): Promise<Server> {
  const app = createApp({
    trustProxy: 'loopback',
    setCommonHeaders: pass,
    guardPath: pass,
    boundUnread: boundUnread((request) => request.get('Caller') ?? '', max),
    announceLifecycle: pass,
    front: (request, response) => {
      if (request.path === '/together') return answerTogether(response);
      response.set({ 'Content-Type': 'application/json', 'Content-Length': String(body.length) }).end(body);
    },
    notFound: pass,
    handleError: (_error, _request, response, _next) => response.destroy(),
  });
  http = createHttpServer(app, timeout === undefined ? {} : { timeout });
  await http.listen(0, '127.0.0.1');
  return http.server;
}

const together: Response[] = [];
function answerTogether(response: Response): void {
  response.type('text').write('short '.repeat(499));
  together.push(response);
  if (together.length === 200) for (const one of together) one.end('short ');
}

/** Asks for the answer and doesn't read it, once its first byte is there. */
async function ask(server: Server, caller: string, coding = ''): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => undefined);
  const accepts = coding === '' ? '' : `Accept-Encoding: ${coding}\r\n`;
  socket.write(`GET /long HTTP/1.1\r\nHost: localhost\r\nCaller: ${caller}\r\n${accepts}\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Bytes of the answer that a client gets from now on, until its end or until it is cut off. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0;
  const ended = once(socket, 'close');
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= body.length) socket.destroy();
  });
  await ended;
  return bytes;
}

const connections = (server: Server) => promisify(server.getConnections.bind(server))();
const isWhole = async (socket: Socket) => (await read(socket)) >= body.length;

test.each([
  ['as they are', '', 2],
  ['with a coding, whose encoders take memory as well', 'br', 1],
])(
  'answers %s that a client does not read are cut off before they fill the memory, the newest are not',
  async (_, coding, kept) => {
    const server = await start();
    const greedy: Socket[] = [];
    for (let turn = 0; turn < 8; turn++) greedy.push(await ask(server, 'greedy', coding));
    await expect.poll(() => connections(server)).toBe(kept);
    const whole = await Promise.all(greedy.map(isWhole));
    expect(whole).toEqual([...Array(8 - kept).fill(false), ...Array(kept).fill(true)]);
  },
);

test('answers of one client at once are not cut off while the server produces them', async () => {
  const server = await start();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/together`;
  const bodies = await Promise.all(Array.from({ length: 200 }, async () => (await fetch(url)).text()));
  expect(new Set(bodies)).toEqual(new Set(['short '.repeat(500)]));
});

test('an answer alone is sent, whatever its size', async () => {
  const server = await start(undefined, 1_000_000);
  const socket = await ask(server, 'slow');
  // It is checked a second after the server began to send it.
  await delay(1_500);
  expect(await isWhole(socket)).toBe(true);
});

test('other clients lose nothing by it, and all memory is free when clients leave', async () => {
  const server = await start();
  const modest = await ask(server, 'modest');
  for (let turn = 0; turn < 4; turn++) await ask(server, 'greedy');
  expect(await isWhole(modest)).toBe(true);
  for (const socket of clients) socket.destroy();
  await delay(50);
  expect(await isWhole(await ask(server, 'greedy'))).toBe(true);
});

test('a client that stops to read is disconnected after a while', async () => {
  const server = await start(300);
  const socket = await ask(server, 'slow');
  await delay(1_000);
  expect(await isWhole(socket)).toBe(false);
});

test('files that are kept in memory take up to 8 MB, in whatever coding', () => {
  const names = Array.from({ length: 40 }, (_, at) => `/file-${at}.bin`);
  for (const name of names) writeFileSync(join(folder, name), Buffer.alloc(400_000, name));
  const files = new PublishedFolder(folder);
  const read = (name: string) =>
    files.read(files.find(name) as NonNullable<ReturnType<typeof files.find>>, 'identity');
  const first = names.map(read);
  // The newest first: a file that isn't kept would push out one that is.
  const kept = [...names.keys()].reverse().filter((at) => read(names[at] ?? '') === first[at]);
  const bytes = kept.length * 400_000;
  expect(bytes).toBeGreaterThan(6_000_000);
  expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
});

test('answers of wp/v2 that are kept take up to 4 MB with their addresses and headers', async () => {
  let asked = 0;
  const answer = Buffer.alloc(60_000, ' ');
  const wp = createWp(
    { site: createSite(), digest: '0'.repeat(16) },
    async () => {
      asked += 1;
      return { busy: false, answer: { status: 200, headers: {}, body: new Uint8Array(answer) } };
    },
    () => 'caller',
  );
  http = createHttpServer(express().use(wp));
  const url = await http.listen(0, '127.0.0.1');
  const addresses = Array.from(
    { length: 150 },
    (_, at) => `${url}/wp-json/wp/v2/posts?page=${at}&${'x'.repeat(2_000)}`,
  );
  const get = async (address: string) => (await fetch(address)).arrayBuffer();
  // Long answers are kept from the second request on.
  for (const address of addresses) for (let turn = 0; turn < 2; turn++) await get(address);
  expect(asked).toBe(300);
  asked = 0;
  for (const address of addresses.reverse()) await get(address);
  const kept = 150 - asked;
  expect(kept).toBeGreaterThan(40);
  expect(kept * (60_000 + 4_000)).toBeLessThanOrEqual(4_000_000);
});

test('the words of an index are read once, before the first search', () => {
  const file = join(folder, 'content.sqlite');
  writeContentIndex(createLibrary(), file);
  const index = openContentIndex(file);
  const words = index.prepare('SELECT term FROM search_vocabulary');
  const read = vi.spyOn(words, 'iterate');
  const search = openTextSearch(index, 10);
  search.warmUp();
  expect(read).toHaveBeenCalledTimes(1);
  search.find('term');
  expect(read).toHaveBeenCalledTimes(1);
  index.close();
});

test('terms of searches are kept up to a number', () => {
  const file = join(folder, 'content.sqlite');
  writeContentIndex(createLibrary(), file);
  const index = openContentIndex(file);
  const search = openTextSearch(index, 10);
  const terms = Array.from({ length: 600 }, (_, at) => `term${at}`);
  const first = terms.map(search.find);
  const kept = [...terms.keys()].reverse().filter((at) => search.find(terms[at] ?? '') === first[at]);
  index.close();
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.length).toBeLessThanOrEqual(400);
});
