import { once } from 'node:events';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../sidecar/contact/ports.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import type { ServerFeatures } from '../../../sidecar/mcp/server-features.ts';
import { bounded } from '../../../sidecar/plugins/bounded.ts';
import { startJobs } from '../../../sidecar/plugins/jobs.ts';
import { addPluginFeatures } from '../../../sidecar/plugins/mcp-parts.ts';
import { openPlugins } from '../../../sidecar/plugins/open-plugins.ts';
import { createLogger, describeError } from '../../../sidecar/process/logger.ts';
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

const noFeatures: ServerFeatures = {
  info: { name: 'test', version: '1' },
  instructions: '',
  tools: [],
  prompts: [],
  complete: () => undefined,
  resources: { templates: [], list: () => ({ items: [] }), read: () => undefined },
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
      describe: describeError,
      read: () => null,
      setting: () => undefined,
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
    method: () => ({ routes: [{ method: 'FETCH', path: 'x', handle: () => undefined }] }),
    handle: () => ({ routes: [{ method: 'GET', path: 'x' }] }),
    address: () => ({ routes: [{ method: 'GET', path: '/wp-json/x', handle: () => undefined }] }),
    pattern: () => ({ routes: [{ method: 'GET', path: ':', handle: () => undefined }] }),
    job: () => ({ jobs: [{ name: 'x', every: '1s', run: () => undefined }] }),
    tool: () => ({ mcp: { tools: { x: 7 } } }),
    absent: undefined,
    missing: new Error('no such module'),
  });
  const broken = [
    'throws',
    'wrong',
    'method',
    'handle',
    'address',
    'pattern',
    'job',
    'tool',
    'absent',
    'missing',
  ];
  for (const name of broken) expect([name, (await ask(`${name}/x`)).status]).toEqual([name, 503]);
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

test('what never ends has a limit: opening, a request, a tool and a job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const never = () => new Promise<never>(() => undefined);
  const late = expect(bounded(never)).rejects.toThrow('it took longer than 30 seconds');
  const logged: unknown[] = [];
  const end = startJobs(
    [{ name: 'slow', every: 60_000, run: never }],
    { ...store, replace: async () => true },
    (error, job) => logged.push(job, String(error)),
  );
  const [tool] = addPluginFeatures(noFeatures, [
    {
      row: { tools: [{ name: 't', title: 'T', description: 'D', inputSchema: { type: 'object' } }] } as never,
      parts: { tools: { t: never } },
      fail: (error, name) => logged.push(name, String(error)),
    },
  ]).tools;
  const answer = tool?.call({});
  await vi.advanceTimersByTimeAsync(30_000);
  await late;
  expect(await answer).toMatchObject({
    isError: true,
    content: [{ text: 'The tool failed. Try again later.' }],
  });
  await vi.advanceTimersByTimeAsync(570_000);
  end();
  expect(logged).toEqual([
    ...['t', 'Error: it took longer than 30 seconds'],
    ...['slow', 'Error: it took longer than 600 seconds'],
  ]);
});

test('resources, prompts and tools of MCP that throw or return something else say nothing of the inside', async () => {
  const logged: string[] = [];
  const throws = () => {
    throw new Error('secret words');
  };
  const { resources, prompts, tools } = addPluginFeatures(noFeatures, [
    {
      row: {
        tools: ['a', 'b', 'c'].map((name) => ({
          name,
          title: name,
          description: name,
          inputSchema: { type: 'object' },
        })),
      } as never,
      parts: {
        tools: { a: throws, b: () => 7 as never },
        resources: [
          { uri: 'x:a', name: 'ra', mimeType: 'text/plain', read: throws },
          { uri: 'x:b', name: 'rb', mimeType: 'text/plain', read: () => 7 as never },
        ],
        prompts: [{ name: 'pa', description: 'A', get: throws }],
      },
      fail: (_, name) => logged.push(name),
    },
  ]);
  for (const tool of tools) expect(JSON.stringify(await tool.call({}))).not.toContain('secret');
  expect(() => resources.read('x:a')).toThrow('"ra" failed. Try again later.');
  expect(() => resources.read('x:b')).toThrow('"rb" failed. Try again later.');
  expect(() => prompts[0]?.get({})).toThrow('"pa" failed. Try again later.');
  expect(logged).toEqual(['a', 'b', 'c', 'ra', 'rb', 'pa']);
});
