import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { QueryEngine } from '../../../sidecar/queries/query-engine.ts';
import { QueryThread } from '../../../sidecar/queries/query-thread.ts';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import { writeContentIndex } from '../../../src/build/index/write-content-index.ts';
import type { Library } from '../../../src/core/model/document.ts';

/** The REST interface over a library, on a free local port. */
export interface ServedLibrary {
  readonly url: string;
  /** The content index that is served. */
  readonly file: string;
  get(path: string, init?: RequestInit): Promise<Response>;
  json(path: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function serveLibrary(library: Library): Promise<ServedLibrary> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-wp-'));
  const file = join(folder, 'content.sqlite');
  writeContentIndex(library, file);
  return serveIndex(file, () => rmSync(folder, { recursive: true, force: true }));
}

/** @param atTheEnd called when it is closed */
export async function serveIndex(
  file: string,
  atTheEnd: () => void = () => undefined,
): Promise<ServedLibrary> {
  const index = openContentIndex(file);
  const app = express();
  app.set('query parser', 'simple');
  const engine = new QueryEngine();
  const queries = new QueryThread(file, engine);
  app.use(createWp(index, queries.askWp, () => 'test'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, init?: RequestInit) => fetch(url + path, init);
  return {
    url,
    file,
    get,
    json: async (path) => (await get(path)).json(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      queries.close();
      await engine.end();
      index.close();
      atTheEnd();
    },
  };
}
