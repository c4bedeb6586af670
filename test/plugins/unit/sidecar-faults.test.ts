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
};

async function serve(modules: Readonly<Record<string, unknown>>) {
  const plugins = Object.keys(modules).map(
    (name) => ({ name, options: null, sidecar: './x.ts', tools: [] }) as unknown as PluginRow,
  );
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
    },
    async ({ name }) => {
      const module = modules[name];
      if (module instanceof Error) throw module;
      return { default: module };
    },
  );
  const server = express().use(opened.handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    opened.close();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/_plugins/${path}`, init);
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
