import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { exchange } from '../../../packages/contract/src/mcp-client.ts';
import { createMcp } from '../../../sidecar/mcp/create-mcp.ts';
import { createEndpoint } from '../../../sidecar/mcp/endpoint.ts';
import { createEngine } from '../../../sidecar/mcp/engine.ts';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteFeatures } from '../../../sidecar/mcp/features/site-features.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { paths } from '../../../src/core/model/urls.ts';
import { createFixtureIndex, fixtureSite } from './fixture-site.ts';
import { type Running, serve, serveFixtureSite } from './serve.ts';

const running: Running[] = [];
const start = async (server: Promise<Running>): Promise<Running> => {
  running.push(await server);
  return server;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('it answers for the host of the site and for loopback, and for no other', async () => {
  const { mcpUrl } = await start(serveFixtureSite());
  for (const host of [
    'notes.example.org',
    'notes.example.org:443',
    'NOTES.example.org',
    'localhost:4321',
    '127.0.0.1',
    '[::1]:80',
  ]) {
    expect((await exchange(mcpUrl, { body: ping, headers: { Host: host } })).status, host).toBe(200);
  }
  for (const host of [
    'evil.example',
    'notes.example.org.evil.example',
    '192.0.2.1',
    'localhost.evil.example',
  ]) {
    const answer = await exchange(mcpUrl, { body: ping, headers: { Host: host } });
    expect(answer.status, host).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'rest_forbidden', data: { status: 403 } });
    expect(answer.headers).toHaveProperty('ratelimit-remaining');
  }
});

test('a forwarded host does not be in for the real one', async () => {
  const { mcpUrl } = await start(serveFixtureSite());
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'localhost' };
  expect((await exchange(mcpUrl, { body: ping, headers })).status).toBe(403);
});

test('an array costs one unit per element; refused methods and preflights cost none', async () => {
  const { mcpUrl } = await start(serveFixtureSite({ perMinute: 30 }));
  const remaining = async (request: Parameters<typeof exchange>[1]) =>
    Number((await exchange(mcpUrl, request)).headers['ratelimit-remaining']);
  expect(await remaining({ body: ping })).toBe(29);
  expect(await remaining({ body: [ping, ping, { jsonrpc: '2.0', method: 'notifications/x' }] })).toBe(26);
  expect(await remaining({ method: 'GET' })).toBe(26);
  expect(await remaining({ method: 'OPTIONS' })).toBe(26);
  expect(await remaining({ body: ping, headers: { Host: 'evil.example' } })).toBe(26);
  expect(await remaining({ body: '{' })).toBe(25);
  expect(await remaining({ body: [] })).toBe(24);
  expect(await remaining({ body: Array.from({ length: 5000 }, () => ping) })).toBe(4);
});

test('callers behind a trusted proxy have a budget each', async () => {
  const { mcpUrl } = await start(serveFixtureSite({ perMinute: 2 }));
  const send = (address: string) => exchange(mcpUrl, { body: ping, headers: { 'X-Forwarded-For': address } });
  for (const [address, status] of [
    ['192.0.2.1', 200],
    ['192.0.2.1', 200],
    ['192.0.2.1', 429],
    ['192.0.2.2', 200],
    ['2001:db8::1', 200],
    ['2001:db8::2', 200],
    ['2001:db8::3', 429],
    ['203.0.113.9, 192.0.2.2', 200],
    ['203.0.113.9, 192.0.2.2', 429],
    ['2001:db8:0:1::1', 200],
    ['::ffff:192.0.2.1', 429],
    ['nonsense', 200],
    ['nonsense too', 200],
    ['and more', 429],
  ] as const) {
    expect((await send(address)).status, address).toBe(status);
  }
});

test('a spent budget answers a notification, an array and broken JSON with 429 too', async () => {
  const { mcpUrl } = await start(serveFixtureSite({ perMinute: 1 }));
  await exchange(mcpUrl, { body: ping });
  for (const body of [{ jsonrpc: '2.0', method: 'notifications/initialized' }, [ping], '{', 'null']) {
    const answer = await exchange(mcpUrl, { body });
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(JSON.parse((await exchange(mcpUrl, { body: ping })).text)).toMatchObject({
    id: 1,
    error: { code: -32000 },
  });
});

test('requests of many callers with the same id do not meet', async () => {
  const { mcpUrl } = await start(serveFixtureSite());
  const words = ['loom', 'governor', 'crank', 'beads', 'uhren', 'slides'];
  const asked = Array.from({ length: 120 }, (_, number) => words[number % words.length]);
  const answers = await Promise.all(
    asked.map((query) => {
      const body = {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'search', arguments: { query } },
      };
      return exchange(mcpUrl, { body });
    }),
  );
  const alone = new Map<string | undefined, string>();
  answers.forEach((answer, number) => {
    const expected = alone.get(asked[number]) ?? answer.text;
    alone.set(asked[number], expected);
    expect(answer.text).toBe(expected);
    expect(JSON.parse(answer.text).id).toBe(7);
  });
  expect(new Set(alone.values()).size).toBe(words.length);
});

test('what one caller says at the handshake changes nothing for the next', async () => {
  const { mcpUrl } = await start(serveFixtureSite());
  const hello = (version: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: version,
      capabilities: { sampling: {} },
      clientInfo: { name: version, version },
    },
  });
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const before = await exchange(mcpUrl, { body: list });
  const versions = ['2024-11-05', '2025-11-25', '2025-03-26', '2025-06-18'];
  const answers = await Promise.all(versions.map((version) => exchange(mcpUrl, { body: hello(version) })));
  expect(answers.map((answer) => JSON.parse(answer.text).result.protocolVersion)).toEqual(versions);
  expect((await exchange(mcpUrl, { body: list })).text).toBe(before.text);
});

test('a caller cannot cancel the request of another', async () => {
  const { mcpUrl } = await start(serveFixtureSite());
  const cancel = (requestId: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });
  const bodies = Array.from({ length: 60 }, (_, number) =>
    number % 2 ? cancel(Math.ceil(number / 2)) : { ...ping, id: number },
  );
  const answers = await Promise.all(bodies.map((body) => exchange(mcpUrl, { body })));
  expect(answers.map((answer) => answer.status)).toEqual(bodies.map((body) => ('id' in body ? 200 : 202)));
});

test('a problem of ours is a 500 as Error object with the cause in the log, and the next request is served', async () => {
  const features = createSiteFeatures(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite));
  const broken = new Error('the disk is gone');
  let fail = true;
  const tools = features.tools.map((tool) => ({
    ...tool,
    call: (given: Readonly<Record<string, unknown>>) => {
      if (fail) throw broken;
      return tool.call(given);
    },
  }));
  const engine = await createEngine({ ...features, tools });
  const limiter = createLimiter({ perMinute: 100 });
  const { mcpUrl, problems } = await start(
    serve(createEndpoint({ engine, limiter, hostnames: ['127.0.0.1'], behindSocket: false })),
  );
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_site_info' } };
  const answer = await exchange(mcpUrl, { body: call });
  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.text)).toMatchObject({ data: { status: 500 } });
  expect(answer.text).not.toContain('disk');
  expect(answer.headers).toHaveProperty('ratelimit-limit', '100');
  expect(problems).toEqual([broken]);
  fail = false;
  expect((await exchange(mcpUrl, { body: call })).status).toBe(200);
});

test('behind a unix socket the proxy names the caller', async () => {
  const handler = await createMcp({
    site: fixtureSite,
    index: createFixtureIndex(),
    limiter: createLimiter({ perMinute: 1 }),
    behindSocket: true,
  });
  const folder = await mkdtemp(join(tmpdir(), 'mcp-socket-'));
  const socketPath = join(folder, 'socket');
  const server = express().use(handler).listen(socketPath);
  await once(server, 'listening');
  const send = (address: string) =>
    new Promise<number | undefined>((resolve) => {
      const headers = { 'X-Forwarded-For': address, Host: 'notes.example.org' };
      const sent = request(
        { socketPath, path: paths.mcp, method: 'POST', headers, agent: false },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.end(JSON.stringify(ping));
    });
  expect(await send('192.0.2.1')).toBe(200);
  expect(await send('192.0.2.1')).toBe(429);
  expect(await send('192.0.2.2')).toBe(200);
  expect(await send('203.0.113.9, 192.0.2.2')).toBe(429);
  server.close();
  await rm(folder, { recursive: true });
});

test('messages are answered one in each turn of the event loop, also those of several callers', async () => {
  let turn = 0;
  let counting = true;
  const count = (): void => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  const turns: number[] = [];
  const answers = await createEngine(
    createSiteFeatures(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite)),
  );
  const endpoint = createEndpoint({
    engine: {
      ask: (era, asked) => {
        turns.push(turn);
        return answers.ask(era, asked);
      },
    },
    limiter: createLimiter({ perMinute: 1_000 }),
    hostnames: ['127.0.0.1'],
    behindSocket: false,
  });
  const { mcpUrl } = await start(serve(endpoint));
  setImmediate(count);
  const body = Array.from({ length: 10 }, (_, id) => ({ ...ping, id }));
  await Promise.all(Array.from({ length: 4 }, () => exchange(mcpUrl, { body })));
  counting = false;
  expect(turns).toHaveLength(40);
  expect(new Set(turns).size).toBe(40);
});
