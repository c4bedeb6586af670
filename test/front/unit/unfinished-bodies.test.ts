import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { readBody } from '../../../sidecar/http/read-body.ts';
import { UnfinishedBodies } from '../../../sidecar/http/unfinished-bodies.ts';
import { paths } from '../../../src/core/model/urls.ts';

let server: Server;
const stuck: Socket[] = [];
afterEach(() => {
  for (const socket of stuck.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function listen(handler: express.RequestHandler): Promise<number> {
  server = express().use(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Clients that send the beginning of a body and then nothing. */
async function getStuck(port: number, count: number, begin: Buffer, headers: string): Promise<void> {
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    stuck.push(socket);
    await once(socket, 'connect');
    socket.write(
      `POST ${paths.mcp} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`,
    );
    socket.write(`${begin.length.toString(16)}\r\n`);
    socket.write(Buffer.concat([begin, Buffer.from('\r\n')]));
  }
  await delay(300);
}

const megabytes = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};
const answerLength: express.RequestHandler = async (request, response) => {
  const body = await readBody(request, response);
  if (body.ok) response.json(body.text.length);
  else response.status(body.error.data.status).end();
};

it('500 clients whose compressed bodies never end take little memory', async () => {
  const port = await listen(answerLength);
  const before = megabytes();
  await getStuck(
    port,
    500,
    gzipSync(Buffer.alloc(250_000, ' ')).subarray(0, -8),
    'Content-Encoding: gzip\r\n',
  );
  expect(megabytes() - before).toBeLessThan(40);
  for (const [coding, compress] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
  })) {
    const init = { method: 'POST', headers: { 'Content-Encoding': coding } };
    const ask = (body: Uint8Array<ArrayBuffer>) =>
      fetch(`http://127.0.0.1:${port}${paths.mcp}`, { ...init, body });
    expect(await (await ask(compress('x'.repeat(200_000)))).json()).toBe(200_000);
    expect((await ask(compress('x'.repeat(300_000)))).status).toBe(413);
    expect((await ask(compress('x'.repeat(20_000)).subarray(0, -9))).status).toBe(400);
  }
});

it('the oldest bodies are cut off where all together exceed the bound, and later clients are served', async () => {
  const port = await listen(answerLength);
  const cut: number[] = [];
  await getStuck(port, 100, Buffer.alloc(250_000, ' '), '');
  for (const [index, socket] of stuck.entries())
    if (socket.readableLength > 0 || socket.closed) cut.push(index);
  expect(cut.length).toBeGreaterThan(30);
  expect(cut).toEqual(cut.map((_, index) => index));
  const body = 'x'.repeat(250_000);
  const answer = await fetch(`http://127.0.0.1:${port}${paths.mcp}`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toEqual([200, 250_000]);
});

it('a body that is complete, refused or given up is no longer held', async () => {
  const bodies = new UnfinishedBodies(100_000);
  const port = await listen(async (request, response) => {
    const { kind } = await bodies.collect(request, 1_000);
    response.end(kind);
  });
  const send = async (body: string, headers = {}) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).text();
  expect(await send('x'.repeat(1_000))).toBe('complete');
  expect(await send('x'.repeat(1_001))).toBe('too-large');
  expect(await send('x', { 'Content-Encoding': 'gzip' })).toBe('unknown-coding');
  await getStuck(port, 3, Buffer.from('ab'), '');
  expect(bodies.held).toBe(3 * 1024);
  for (const socket of stuck) socket.destroy();
  await delay(100);
  expect(bodies.held).toBe(0);
});
