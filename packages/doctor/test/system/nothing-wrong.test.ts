import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { findMismatch } from '../../src/checks/interfaces/openapi-schema.ts';
import { examineSite, listFindings } from './examine-site.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

/** What sites do otherwise than the healthy one, and rightly: no rule may speak of it. */
const about = '/about/';
const ways: readonly (readonly [name: string, plant: (site: HealthySite) => void])[] = [
  [
    'a main part by its role',
    (site) =>
      site.edit(about, (text) => text.replace('<main', '<div role="main"').replace('</main>', '</div>')),
  ],
  [
    'a field that its placeholder names',
    (site) =>
      site.edit(about, (text) => text.replace('</main>', '<input name="q" placeholder="Search"></main>')),
  ],
  [
    'a link without words that only eyes shall see',
    (site) =>
      site.edit(about, (text) => text.replace('</h1>', '<a href="/about/" aria-hidden="true"></a></h1>')),
  ],
  [
    'a link that the heading next to it names',
    (site) =>
      site.edit(about, (text) =>
        text.replace('<h1', '<a href="/about/" aria-labelledby="top"></a><h1 id="top"'),
      ),
  ],
];

it.each(ways)('%s is no finding', async (_, plant) => {
  const site = await serveHealthySite();
  plant(site);
  const examination = await examineSite(site.origin);
  await site.close();
  expect(listFindings(examination)).toBe('');
});

it('a connection that is closed in the moment in which it is used again is no finding', async () => {
  let closed = 0;
  const links = Array.from({ length: 20 }, (_, at) => `<a href="/${at}">page ${at}</a>`).join(' ');
  const server = createServer((request, response) => {
    // The second request of each connection meets its end, as when a server has just given it up.
    if (used.has(request.socket)) {
      closed++;
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${links}</main>`);
  });
  const used = new WeakSet<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const examination = await examineSite(url, { areas: ['http', 'links'] });
  server.close();
  expect(closed).toBeGreaterThan(5);
  expect(listFindings(examination)).not.toContain('no answer');
});

it('a member called format is no finding where a schema is closed', () => {
  const schema = { type: 'object', additionalProperties: false, properties: { format: { type: 'string' } } };
  expect(findMismatch({}, schema, { format: 'standard' })).toBeNull();
  expect(findMismatch({}, schema, { format: 1 })).toContain('format');
});
