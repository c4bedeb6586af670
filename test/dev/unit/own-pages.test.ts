import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LiveOwnPages } from '../../../src/dev/live-own-pages.ts';
import { createSite } from '../../helpers/library.ts';
import { findFreePort } from '../../helpers/ports.ts';

/** A development server with one page, one that fails, and one that asks not to be indexed. */
const pages: Record<string, string> = {};
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const html = pages[request.url ?? ''];
  response.writeHead(html === undefined ? 500 : 200, { 'Content-Type': 'text/html' }).end(html);
});
let own: LiveOwnPages;
let url = '';

beforeAll(async () => {
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  own = new LiveOwnPages(url, createSite());
  asked.length = 0;
  pages['/lab/'] =
    '<html><head><title>The lab</title></head><body><main><h1>The lab</h1></main></body></html>';
  pages['/hidden/'] =
    '<html><head><title>H</title><meta name="robots" content="noindex"></head><body></body></html>';
});
afterAll(() => void server.close());

const files = ['/lab/', '/broken/', '/hidden/', '/data.json'].map((path) => ({
  path,
  source: `src/pages${path}`,
  file: path,
}));

it('lists the pages that can be rendered and indexed', async () => {
  expect((await own.list(files)).map(({ title }) => title)).toEqual(['The lab']);
  expect(asked).not.toContain('/data.json');
});

it('keeps a title until a module changes', async () => {
  await own.list(files);
  pages['/lab/'] = (pages['/lab/'] ?? '').replaceAll('The lab', 'The workshop');
  expect((await own.list(files)).map(({ title }) => title)).toEqual(['The lab']);
  own.forget();
  expect((await own.list(files)).map(({ title }) => title)).toEqual(['The workshop']);
});

it('reports the file of a page that fails', async () => {
  const [, broken] = files;
  if (!broken) throw new Error('no file');
  await expect(own.read(broken)).rejects.toThrow('src/pages/broken/ was rendered with status 500');
});
