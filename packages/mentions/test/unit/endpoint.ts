import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { onTestFinished } from 'vitest';
import type { PluginMail, SidecarContext } from '../../../../src/plugins/sidecar-plugin.ts';
import { testSite } from '../../../../test/helpers/content-project.ts';
import { readPage } from '../../src/endpoint/read-page.ts';
import { createEndpoint } from '../../src/endpoint/sidecar.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A site of a stranger on this machine: pages by path, and the requests that it got. */
export async function startSite(pages: Record<string, string | Answer>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages[path];
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page ?? '');
  });
  const url = await listen(server);
  return { url, pages, asked };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The endpoint, with a store in memory and a clock that the test sets. Pages are read in this thread, since others start slowly. */
export async function startEndpoint(options: object = {}) {
  const values = new Map<string, string>();
  const mails: PluginMail[] = [];
  const clock = { now: Date.parse('2026-11-28T12:00:00Z') };
  const context: SidecarContext = {
    site: testSite,
    options: { approve: [], privateHosts: ['127.0.0.1'], ...options },
    urlOf: (path) => `${base}/${path}`,
    read: () => null,
    data: () => JSON.stringify(['/hello/', '/old-hello', '/other/']),
    store: {
      get: async (key) => values.get(key) ?? null,
      set: async (key, value) => void values.set(key, value),
      delete: async (key) => void values.delete(key),
      async replace(key, expected, value) {
        if ((values.get(key) ?? null) !== expected) return false;
        if (value === null) values.delete(key);
        else values.set(key, value);
        return true;
      },
      append: async (key, text) => void values.set(key, (values.get(key) ?? '') + text),
      list: async (prefix) => [...values].filter(([key]) => key.startsWith(prefix)).sort(),
    },
    async mail(mail) {
      mails.push(mail);
      return 'sent';
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => clock.now,
    sign: (text) => createHash('sha256').update(`secret ${text}`).digest('base64url'),
    setting: () => undefined,
    signal: new AbortController().signal,
  };
  const { routes = [], jobs = [] } = await createEndpoint(async (page) => readPage(page))(context);
  const app = express();
  app.use(express.text({ type: () => true }));
  for (const { method, path, handle } of routes)
    app[method.toLowerCase() as 'get'](
      `/${path}`,
      async (request, response) => void (await handle(request, response)),
    );
  const base = await listen(createServer(app));
  const key = context.sign('owner');
  return {
    base,
    key,
    mails,
    clock,
    values,
    send: (source: string, target: string) =>
      fetch(`${base}/webmention`, { method: 'POST', body: new URLSearchParams({ source, target }) }),
    /** Verifies what is due, as the job does. */
    verify: async () => jobs[0]?.run(),
    async list(): Promise<Record<string, unknown>[]> {
      const answer = await fetch(`${base}/api/mentions.jf2`, { headers: { Authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { children: Record<string, unknown>[] }).children;
    },
  };
}
