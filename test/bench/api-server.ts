import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { createApp } from '../../sidecar/app.ts';
import { setCommonHeaders } from '../../sidecar/front/create-front.ts';
import { handleError } from '../../sidecar/front/handle-error.ts';
import { announceLifecycle } from '../../sidecar/front/lifecycle.ts';
import { guardPath } from '../../sidecar/front/path-guard.ts';
import { boundUnread } from '../../sidecar/http/unread-answers.ts';
import { createLogger } from '../../sidecar/process/logger.ts';
import { keepHeapSmall } from '../../sidecar/process/small-heap.ts';
import { QueryEngine } from '../../sidecar/queries/query-engine.ts';
import { QueryThread } from '../../sidecar/queries/query-thread.ts';
import { openContentIndex } from '../../sidecar/release/content-index.ts';
import { createWp } from '../../sidecar/wp/handler.ts';

/**
 * One of the two servers that `api.ts` compares, alone in its process: `ours FILE` is the sidecar's application
 * over a content index, `bare FILE` is node:http with ready bytes by path. Reports to its parent its port and how long
 * it took to be ready, and when asked the processor time and the memory that it has used.
 */
const [name, file = ''] = process.argv.slice(2);
keepHeapSmall();

function ours(): RequestListener {
  const index = openContentIndex(file);
  const pass: RequestHandler = (_request, _response, next) => next();
  return createApp({
    trustProxy: 'loopback',
    setCommonHeaders: setCommonHeaders(index.site),
    guardPath: guardPath(),
    boundUnread: boundUnread(() => 'bench'),
    announceLifecycle: announceLifecycle(index.site, () => Date.now()),
    wp: createWp(index, new QueryThread(file, new QueryEngine()).askWp, () => 'bench'),
    front: pass,
    notFound: pass,
    handleError: handleError(createLogger('silent')),
  });
}

function bare(): RequestListener {
  const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { path, headers, body } = JSON.parse(line) as {
      path: string;
      headers: Record<string, string>;
      body: string;
    };
    answers.set(path, { headers, body: Buffer.from(body) });
  }
  return (request, response) => {
    const answer = answers.get((request.url ?? '').replace(/&turn=\d+$/, ''));
    response.writeHead(200, answer?.headers);
    response.end(answer?.body);
  };
}

const server: Server = createServer(name === 'ours' ? ours() : bare());
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, readyAfter: performance.now() });
});
process.on('message', (message) => {
  // The compile cache is written when a process ends by itself.
  if (message === 'end') process.exit();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage().rss });
});
