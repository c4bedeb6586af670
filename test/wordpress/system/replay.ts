import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { QueryEngine } from '../../../sidecar/queries/query-engine.ts';
import { QueryThread } from '../../../sidecar/queries/query-thread.ts';
import { openContentIndex } from '../../../sidecar/release/content-index.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import { writeContentIndex } from '../../../src/build/index/write-content-index.ts';
import type { Corpus, Exchange } from './corpus.ts';
import { buildCorpusLibrary } from './corpus-site.ts';
import type { Answer } from './differences.ts';
import { replayBase } from './replay-base.ts';

/** A running sidecar over a corpus. */
export interface CorpusServer {
  ask(request: Exchange['request']): Promise<Answer>;
  close(): Promise<void>;
}

export async function serveCorpus(corpus: Corpus): Promise<CorpusServer> {
  const scratch = mkdtempSync(join(tmpdir(), 'agentsite-corpus-'));
  const library = await buildCorpusLibrary(corpus, scratch, replayBase);
  const file = join(scratch, 'content.sqlite');
  writeContentIndex(library, file);
  const index = openContentIndex(file);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const engine = new QueryEngine();
  const queries = new QueryThread(file, engine);
  app.use(createWp(index, queries.askWp, () => 'replay'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ask: (request) => ask(port, request),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      queries.close();
      await engine.end();
      index.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Fills the placeholders of a recorded exchange. */
export function fillIn<T>(value: T): T {
  const host = new URL(replayBase).host;
  const text = JSON.stringify(value)
    .replaceAll('{base_urlencoded}', encodeURIComponent(replayBase))
    .replaceAll('%7Bbase%7D', encodeURIComponent(replayBase))
    .replaceAll('{base}', replayBase)
    .replaceAll('{host}', host);
  return JSON.parse(text) as T;
}

function ask(port: number, request: Exchange['request']): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: request.path,
        headers: {
          ...request.headers,
          ...(request.data ? { 'Content-Length': Buffer.byteLength(request.data) } : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: flatten(response.headers),
            text,
          });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(request.data);
  });
}

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
