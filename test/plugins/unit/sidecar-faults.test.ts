import { once } from 'node:events';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../sidecar/contact/ports.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { openPlugins } from '../../../sidecar/plugins/open-plugins.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import type { PluginRow } from '../../../src/core/model/settings/plugins.ts';
import type { SidecarPlugin } from '../../../src/plugins/sidecar-plugin.ts';
import { testSite } from '../../helpers/content-project.ts';

const store = {
  get: () => Promise.reject(new StoreUnavailable('gone')),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  replace: () => Promise.reject(new StoreUnavailable('gone')),
  append: () => Promise.resolve(),
  list: async () => [],
};

const row = { options: null, sidecar: './x.ts', tools: [], addresses: [], pageTypes: [] };

async function serve(modules: Readonly<Record<string, unknown>>, more: Partial<PluginRow> = {}) {
  const plugins = Object.keys(modules).map((name) => ({ ...row, name, ...more }) as unknown as PluginRow);
  const opened = await openPlugins(
    { ...testSite, plugins },
    {
      openStore: () => store,
      createLimiter: (_, perMinute) => createLimiter({ perMinute }),
      mail: async () => 'sent',
      secret: Buffer.from('secret'),
      logger: createLogger('silent'),
      now: () => 0,
      behindSocket: false,
      read: () => null,
      dataOf: ({ name }) => `data of ${name}`,
    },
    async ({ name }) => {
      const module = modules[name];
      if (module instanceof Error) throw module;
      return { default: module };
    },
  );
  const server = express()
    .use(opened.handler, (_, response) => response.status(404).json({ Vary: response.get('Vary') }))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    opened.close();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return (path: string, init?: RequestInit) =>
    fetch(new URL(path, `http://127.0.0.1:${port}/_plugins/`), init);
}

const routes: SidecarPlugin = ({ store, urlOf }) => ({
  routes: [
    { method: 'GET', path: 'fine', handle: (_, response) => response.json({ url: urlOf('fine') }) },
    {
      method: 'GET',
      path: 'throws',
      handle: () => {
        throw new Error('secret words');
      },
    },
    { method: 'GET', path: 'rejects', handle: async () => Promise.reject(new Error('secret words')) },
    { method: 'GET', path: 'store', handle: () => store.get('x') },
    { method: 'GET', path: 'nothing', handle: () => undefined },
    {
      method: 'POST',
      path: 'small',
      maxBytes: 10,
      perMinute: 2,
      handle: (request, response) => response.json(request.body),
    },
  ],
  jobs: [{ name: 'broken', every: 1_000, run: async () => undefined }],
});

test('what a plugin throws ends one request, and says nothing of the inside', async () => {
  const ask = await serve({ own: routes });
  for (const path of ['own/throws', 'own/rejects']) {
    const response = await ask(path, { headers: { Accept: 'application/json' } });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  }
  expect((await ask('own/store')).status).toBe(503);
  expect((await ask('own/nothing')).status).toBe(204);
  expect(await (await ask('own/fine')).json()).toEqual({
    url: 'https://notes.example.org/_plugins/own/fine',
  });
});

test('bodies and requests of a route have limits', async () => {
  const ask = await serve({ own: routes });
  const post = (body: string) => ask('own/small', { method: 'POST', body }).then(({ status }) => status);
  expect([await post('words'), await post('more than ten bytes'), await post('words')]).toEqual([
    200, 413, 429,
  ]);
  expect((await ask('own/small')).status).toBe(405);
});

test('a plugin that can’t be opened answers 503, and the others work', async () => {
  const ask = await serve({
    own: routes,
    throws: () => {
      throw new Error('no');
    },
    wrong: () => 7,
    absent: undefined,
    missing: new Error('no such module'),
  });
  for (const name of ['throws', 'wrong', 'absent', 'missing'])
    expect((await ask(`${name}/x`)).status).toBe(503);
  expect((await ask('own/fine')).status).toBe(200);
});

test('a route may ask for the bytes of a body, and for larger ones', async () => {
  const ask = await serve({
    own: () => ({
      routes: [
        {
          method: 'POST',
          path: 'inbox',
          body: 'bytes',
          maxBytes: 500_000,
          handle: (request, response) =>
            response.json([Buffer.isBuffer(request.body), request.body.toString('hex').slice(0, 8)]),
        },
        {
          method: 'POST',
          path: 'text',
          maxBytes: 500_000,
          handle: ({ body }, response) => response.json(body),
        },
      ],
    }),
  } satisfies Record<string, SidecarPlugin>);
  const post = (path: string, body: Buffer) => ask(path, { method: 'POST', body: new Uint8Array(body) });
  // A byte order mark, and what is no UTF-8.
  const body = Buffer.concat([Buffer.from('efbbbfff', 'hex'), Buffer.alloc(400_000)]);
  expect(await (await post('own/inbox', body)).json()).toEqual([true, 'efbbbfff']);
  expect((await post('own/text', body)).status).toBe(400);
  expect((await post('own/inbox', Buffer.alloc(500_001))).status).toBe(413);
});

test('a plugin answers its addresses, and pages in its types unless it leaves them', async () => {
  const type = 'application/activity+json';
  const ask = await serve(
    {
      own: ({ data }) => ({
        routes: [
          {
            method: 'GET',
            path: '/.well-known/webfinger',
            handle: ({ query }, response) => response.json([query.resource, data()]),
          },
        ],
        page: (path, _, response) => (path === '/walk/' ? response.type(type).send(`"${path}"`) : false),
      }),
    } satisfies Record<string, SidecarPlugin>,
    { addresses: ['/.well-known/webfinger'], pageTypes: [type, 'application/ld+json'] },
  );
  expect(await (await ask('/.well-known/webfinger?resource=acct:a')).json()).toEqual([
    'acct:a',
    'data of own',
  ]);
  expect((await ask('/.well-known/webfinger', { method: 'POST' })).status).toBe(405);
  const page = (path: string, Accept: string, method = 'GET') => ask(path, { method, headers: { Accept } });
  const walk = await page('/walk/', `${type}, text/html;q=0.5`);
  expect([walk.status, walk.headers.get('Vary'), await walk.text()]).toEqual([200, 'Accept', '"/walk/"']);
  expect(
    (await page('/walk/', `application/ld+json; profile="https://www.w3.org/ns/activitystreams"`)).status,
  ).toBe(200);
  const left = await page('/other/', type);
  expect([left.status, left.headers.get('Cache-Control'), await left.json()]).toEqual([
    404,
    null,
    { Vary: 'Accept' },
  ]);
  for (const accept of ['*/*', 'text/html,*/*;q=0.8', `text/html, ${type};q=0.9`, 'text/markdown'])
    expect((await page('/walk/', accept)).status).toBe(404);
  expect((await page('/walk/', type, 'POST')).status).toBe(404);
  expect((await page('/walk', type)).status).toBe(404);
});
