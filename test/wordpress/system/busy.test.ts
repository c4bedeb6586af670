import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueued } from '../../../sidecar/mcp/features/queued-search.ts';
import { rateLimited } from '../../../sidecar/mcp/status.ts';
import { type ContentIndex, openContentIndex } from '../../../sidecar/release/content-index.ts';
import { createSearchPage } from '../../../sidecar/search/search-page.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

/** What callers get while too many queries wait. */
let served: ServedLibrary;
let index: ContentIndex;
let url: string;
let close: () => void;
const full = async () => ({ busy: true }) as const;

beforeAll(async () => {
  served = await serveLibrary(fieldNotes());
  index = openContentIndex(served.file);
  const app = express();
  app.set('query parser', 'simple');
  app.use(createWp(index, full, () => 'test'));
  app.use(
    createSearchPage(
      index,
      { askSearch: full, askPassages: full },
      () => 'test',
      () => {},
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterAll(async () => {
  close();
  index.close();
  await served.close();
});

test.each([
  ['text/html,*/*;q=0.8', 'text/html; charset=utf-8', /<h1>.*<\/h1>/],
  ['text/markdown', 'text/markdown; charset=utf-8', /^# /],
  ['application/json', 'application/json; charset=utf-8', /"code":"rest_unavailable"/],
])('the search page answers 503 in the form that %s asks for', async (accept, type, shape) => {
  const response = await fetch(`${url}/search/?q=kettle`, { headers: { accept } });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('vary')).toContain('Accept');
  expect(await response.text()).toMatch(shape);
});

test('a query of wp/v2 is answered 503 with the wait in header and body, and is not kept', async () => {
  const response = await fetch(`${url}/wp-json/wp/v2/posts?search=kettle`);
  expect(response.status).toBe(503);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const wait = Number(response.headers.get('retry-after'));
  expect(await response.json()).toMatchObject({
    code: 'rest_unavailable',
    data: { status: 503, retry_after: wait },
  });
});

test('a search of MCP fails with the error of a spent budget, and with the wait', async () => {
  const question = { query: 'kettle', kind: null, category: null, year: null, limit: 5, offset: 0 };
  await expect(createQueued(full)({ ...question, snippets: true })).rejects.toMatchObject({
    code: rateLimited,
    data: { retry_after: expect.any(Number) },
  });
});
