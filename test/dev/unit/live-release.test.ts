import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import type { SharedParts } from '../../../sidecar/open-release.ts';
import { QueryEngine } from '../../../sidecar/queries/query-engine.ts';
import { loadLibrary } from '../../../src/content/library/load-library.ts';
import { LiveIndex } from '../../../src/dev/live-index.ts';
import { openLiveRelease } from '../../../src/dev/live-release.ts';
import type { ThemeRenderer } from '../../../src/dev/theme-renderer.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const pass: RequestHandler = (_request, _response, next) => next();

it('a page that is missing is so while two edits share one index', async () => {
  const project = new ContentProject({ 'content/posts/a.md': post('Words.') });
  onTestFinished(() => project.remove());
  const source = {
    root: project.root,
    site: testSite,
    compilerDigest: 'test',
    cacheFile: join(project.root, 'cache/compiled.sqlite'),
    nowGmt: '2026-11-21T12:00:00',
  };
  const queryEngine = new QueryEngine();
  onTestFinished(() => queryEngine.end());
  const shared = {
    queryEngine,
    trustProxy: 'loopback',
    boundUnread: pass,
    contact: { api: pass, form: () => pass },
    mcp: { limiter: createLimiter({ perMinute: 10 }), behindSocket: false },
    now: () => 0,
    logger: pino({ level: 'silent' }),
  } as unknown as SharedParts;
  const theme: ThemeRenderer = {
    pagesOf: () => async (page) => `<p>${page.view}`,
    onDemand: (_request, _response, next) => next(),
  };
  const index = new LiveIndex(source, join(project.root, 'content.sqlite'), shared);
  onTestFinished(() => index.close());
  const open = async (name: string) => {
    const library = await loadLibrary(source);
    const live = {
      library,
      source,
      images: project.root,
      convert: async () => undefined,
      ownPage: async () => null,
      modified: new Date(0).toUTCString(),
    };
    return openLiveRelease(name, live, theme, index, shared, {
      onError: () => false,
      onMissing: () => false,
    });
  };
  const [first, second] = [await open('1'), await open('2')];
  const ask = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/gone/`, {
      headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' },
    });
    const text = await response.text();
    server.close();
    return [response.status, text];
  };
  expect(await ask(first.answer)).toEqual([404, '<p>not-found']);
  expect(await ask(second.answer)).toEqual([404, '<p>not-found']);
  for (const release of [first, second]) release.close();
});
