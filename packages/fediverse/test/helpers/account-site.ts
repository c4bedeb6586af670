import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Site } from 'agentsite/model';
import type { SidecarContext } from 'agentsite/plugin';
import { fediverse } from '../../src/fediverse.ts';
import plugin from '../../src/sidecar.ts';

export type Options = Parameters<typeof fediverse>[0];
export type Store = SidecarContext['store'];

/** A store in memory, with the clock of a test. */
export function memoryStore(now: () => number = Date.now): Store & { readonly size: () => number } {
  const entries = new Map<string, { value: string; until: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.until > now() ? entry.value : null;
  };
  const write = (key: string, value: string | null, lifetime = Number.POSITIVE_INFINITY) => {
    if (value === null) entries.delete(key);
    else entries.set(key, { value, until: now() + lifetime });
  };
  return {
    get: async (key) => read(key),
    set: async (key, value, lifetime) => write(key, value, lifetime),
    delete: async (key) => write(key, null),
    async replace(key, expected, value, lifetime) {
      if (read(key) !== expected) return false;
      write(key, value, lifetime);
      return true;
    },
    append: async (key, text) => write(key, (read(key) ?? '') + text),
    list: async (prefix) =>
      [...entries.keys()]
        .filter((key) => key.startsWith(prefix) && read(key) !== null)
        .sort()
        .map((key) => [key, read(key) ?? ''] as const),
    size: () => entries.size,
  };
}

export interface AccountSite {
  readonly url: string;
  readonly actor: string;
  readonly store: Store;
  readonly mails: string[];
  /** Serves another release. @param objects by ID: fields of the object that a build would write */
  readonly release: (objects: Readonly<Record<string, object>>, options?: Options) => Promise<void>;
  /** Runs a job of the plugin now. */
  readonly run: (job: 'announce' | 'deliver') => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The plugin behind a server of its own, without the rest of a site. */
export async function startAccountSite({
  options = {},
  now = Date.now,
  store = memoryStore(now),
}: {
  options?: Options;
  now?: () => number;
  store?: Store;
} = {}): Promise<AccountSite> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = {
    url,
    title: 'Field notes',
    description: 'Notes & news.',
    language: 'en',
    timezone: 'UTC',
    social: [],
    locales: [],
  } as unknown as Site;
  const base = `${url}/_plugins/fediverse/`;
  const mails: string[] = [];
  const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('base64url');
  let parts: Awaited<ReturnType<typeof plugin>>;
  async function release(objects: Readonly<Record<string, object>>, changed: Options = options) {
    const files = new Map(
      Object.entries(objects).map(([id, fields]) => {
        const object = {
          '@context': 'https://www.w3.org/ns/activitystreams',
          id: `${base}objects/${id}`,
          type: 'Note',
          attributedTo: `${base}actor`,
          ...fields,
        };
        return [`/activitypub/${id}.json`, JSON.stringify(object)];
      }),
    );
    const index = {
      objects: Object.entries(objects).map(([id, fields]) => [
        id,
        sign(JSON.stringify(fields)).slice(0, 16),
        `/${id}/`,
      ]),
      featured: [],
    };
    files.set('/activitypub/index.json', JSON.stringify(index));
    const checked = fediverse.definition.options?.parse(changed);
    const log = () => undefined;
    parts = await plugin({
      site,
      options: checked,
      urlOf: (path) => base + path,
      read: (path) => files.get(path) ?? null,
      data: () => '',
      store,
      mail: async ({ subject, text }) => {
        mails.push(`${subject}\n${text}`);
        return 'sent';
      },
      log: { info: log, warn: log, error: (_, message) => console.error(message) },
      now,
      sign,
      setting: () => undefined,
      signal: new AbortController().signal,
    });
  }
  await release({});
  server.on('request', async (request, response) => {
    const asked = new URL(request.url ?? '/', url);
    const found = parts.routes?.flatMap((route) => {
      const pattern = route.path.startsWith('/') ? route.path : `/_plugins/fediverse/${route.path}`;
      const match = new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(
        asked.pathname,
      );
      return match && route.method === request.method ? [{ route, params: match.groups ?? {} }] : [];
    })[0];
    if (!found) return void response.writeHead(404).end();
    const body = await buffer(request);
    const own = {
      status: (code: number) => {
        response.statusCode = code;
        return own;
      },
      set: (headers: Record<string, string> | string, value?: string) => {
        if (typeof headers === 'string') response.setHeader(headers, value ?? '');
        else for (const [name, one] of Object.entries(headers)) response.setHeader(name, one);
        return own;
      },
      type: (type: string) => own.set('Content-Type', type),
      send: (text: string) => response.end(text),
      json: (value: unknown) => own.type('application/json').send(JSON.stringify(value)),
      redirect: (code: number, to: string) => response.writeHead(code, { Location: to }).end(),
      end: () => response.end(),
    };
    try {
      await found.route.handle(
        {
          headers: request.headers,
          originalUrl: request.url,
          query: Object.fromEntries(asked.searchParams),
          params: found.params,
          body,
        } as never,
        own as never,
      );
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  return {
    ...{ url, actor: `${base}actor`, store, mails, release },
    run: async (job) => parts.jobs?.find(({ name }) => name === job)?.run(),
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
