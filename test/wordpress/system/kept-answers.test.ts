import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import type { WpRequest } from '../../../sidecar/wp/request.ts';
import { createLibrary } from '../../helpers/library.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

/** Posts of 150 KB: a page of five is kept, all of them together are not, and no socket takes those at once. */
const documents = Array.from({ length: 60 }, (_, at) => ({
  title: `Long post ${at}`,
  html: `<p>${`${at} says the same thing, at length. `.repeat(4_300)}</p>`,
}));
const list = '/wp-json/wp/v2/posts?per_page=5';
const longList = '/wp-json/wp/v2/posts?per_page=60';
let served: ServedLibrary;

beforeAll(async () => {
  served = await serveLibrary(createLibrary({ documents }));
});
afterAll(async () => {
  await served.close();
});

const addresses = Array.from({ length: 12 }, (_, turn) => `${list}&page=${1 + (turn % 4)}&turn=${turn}`);

/** More different answers than are kept, so that none of those before stays. */
async function pushOut(): Promise<void> {
  for (const address of addresses) await (await served.get(address)).arrayBuffer();
}

test('an answer is the same bytes whether it is read, kept, or was pushed out by others', async () => {
  const first = await (await served.get(list)).text();
  const kept = await (await served.get(list)).text();
  await pushOut();
  const again = await (await served.get(list)).text();
  expect(JSON.parse(first)).toHaveLength(5);
  expect(kept === first).toBe(true);
  expect(again === first).toBe(true);
});

test('a short answer is kept at once, a long one from the second request on, and what is not kept is freed', async () => {
  const index = openContentIndex(served.file);
  const asked: string[] = [];
  const bodies: Buffer<ArrayBuffer>[] = [];
  const sizes = [20_000, 20_000, 20_000, 20_000, 5_000, 8_000_000];
  const ask = async ({ query }: WpRequest) => {
    asked.push(String(query.get('page')));
    const body = Buffer.alloc(sizes.shift() ?? 20_000, 'a');
    bodies.push(body);
    return { busy: false, answer: { status: 200, headers: {}, body } } as const;
  };
  const server = express()
    .set('query parser', 'simple')
    .use(createWp(index, ask, () => 'test'))
    .listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${list}`;
  for (const page of [1, 2, 1, 1, 2, 1, 3, 3]) await (await fetch(`${url}&page=${page}`)).text();
  expect(asked).toEqual(['1', '2', '1', '2', '3']);
  expect(bodies.map(({ buffer }) => buffer.detached)).toEqual([true, true, false, false, false]);
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${list}&page=4 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => bodies.at(-1)?.buffer.detached).toBe(true);
  server.close();
  index.close();
});

test.each([list, longList])(
  'a slow reader gets the whole answer to %s while others are sent',
  async (address) => {
    const whole = await (await served.get(address)).text();
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await pushOut();
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text.slice(text.indexOf('\r\n\r\n') + 4) === whole).toBe(true);
  },
);

test('a reader who goes away in the middle harms no other', async () => {
  const whole = await (await served.get(list)).text();
  for (let turn = 0; turn < 5; turn++) {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.write(`GET ${list}&turn=gone-${turn} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await pushOut();
    expect(await (await served.get(list)).text()).toBe(whole);
  }
});

test('embedded and enveloped answers are whole when they are asked for twice', async () => {
  for (const more of ['&_embed', '&_envelope', '&_fields=id,title', '&_jsonp=show']) {
    const first = await (await served.get(list + more)).text();
    expect(await (await served.get(list + more)).text()).toBe(first);
    await pushOut();
    expect(await (await served.get(list + more)).text()).toBe(first);
  }
});
