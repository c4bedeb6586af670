import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { ContentFolder } from '../../src/saves/content-folder.ts';
import { createEditApp } from '../../src/saves/create-app.ts';

const app = createEditApp({
  site: siteSchema.parse({
    ...{ title: 'Notes', description: 'Notes.', url: 'https://notes.example' },
    ...{ owner: { name: 'Zoë', slug: 'zoe' }, editor: true },
  }),
  program: tmpdir(),
  content: new ContentFolder(tmpdir()),
  head: async () => '',
  history: async () => [],
  save: async () => ({ kind: 'refused', message: '' }),
  authorOfToken: () => null,
  openToken: 'the-token',
});
const server = createServer((request, response) => {
  const { 'x-from': from } = request.headers;
  if (from) Object.defineProperty(request.socket, 'remoteAddress', { value: from });
  app(request, response);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

async function ask(headers: Readonly<Record<string, string>>): Promise<readonly [number, boolean]> {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ host: '127.0.0.1', port, agent: false, headers }), 'response')) as [
    IncomingMessage,
  ];
  return [response.statusCode ?? 0, (await text(response)).includes('the-token')];
}

it.each([
  ['localhost', '127.0.0.1', true],
  ['localhost:4321', '::ffff:127.0.0.1', true],
  ['[::1]:4321', '::1', true],
  ['localhost', '192.0.2.9', false],
  ['192.0.2.2:4321', '192.0.2.9', false],
  ['localhost', '2001:db8::9', false],
  ['rebound.example', '127.0.0.1', false],
  ['bad host', '127.0.0.1', false],
])('the dev server gives its token at %s to %s: %s', async (host, from, isGiven) => {
  expect(await ask({ Host: host, 'X-From': from })).toEqual([isGiven ? 200 : 403, isGiven]);
});
