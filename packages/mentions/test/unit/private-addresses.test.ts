import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost } from '../../../../src/requests/address-guard.ts';
import { fetchPolitely } from '../../../../src/requests/polite-fetch.ts';
import { request } from '../../../../src/requests/request.ts';
import { sendWebmention } from '../../src/send.ts';

const asked: string[] = [];
let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.headers.host?.split(':')[0]} ${incoming.url}`);
    const hops = decodeURIComponent(incoming.url ?? '')
      .split('!')
      .slice(1);
    if (hops[0] !== undefined) {
      const [code = '', location = ''] = hops[0].split('>');
      const next = location === '' ? `/${encodeURIComponent(`!${hops.slice(1).join('!')}`)}` : location;
      response.writeHead(Number(code), { Location: Buffer.from(next).toString('latin1') }).end();
      return;
    }
    const status = Number(/^\/to-localhost-(\d+)/.exec(incoming.url ?? '')?.[1] ?? 200);
    const headers = status === 200 ? {} : { Location: `http://localhost:${port}/inside` };
    const page = `<link rel="webmention" href="/to-localhost-307"> ${'a'.repeat(5000)}`;
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const bounds = { milliseconds: 5000, bytes: 1000 };
const get = (url: string, named: string | null, method = 'GET') =>
  request({ url, method, headers: {}, ...(method === 'POST' ? { body: 'a=b' } : {}) }, bounds, named);

const hostsOfThisMachine = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '0.0.0.0',
    '0',
  ],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]'],
  ...[
    '[0:0:0:0:0:0:0:1]',
    '１２７.0.0.1',
    '127。0。0。1',
    '①27.0.0.1',
    '%31%32%37.0.0.1',
    'localhost.',
    'a.localhost',
  ],
];

describe('requests of the owner’s machine', () => {
  it('reach no private address by any of its names', async () => {
    asked.length = 0;
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST.', '2130706433', '0x7f.1', '[::ffff:7f00:1]'])
      expect(await get(`http://${host}:${port}/inside`, null), host).toMatch(/private|no answer/);
    expect(await sendWebmention('https://a.example/', `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'unreachable',
    });
    expect(asked).toEqual([]);
  });

  it('follow no redirect to one, with any method or status', async () => {
    asked.length = 0;
    for (const status of [301, 302, 303, 307, 308])
      for (const method of ['GET', 'POST'])
        expect(await get(`http://127.0.0.1:${port}/to-localhost-${status}`, '127.0.0.1', method)).toContain(
          'private',
        );
    await sendWebmention('https://a.example/', `http://127.0.0.1:${port}/page`, true);
    const fetched = await fetchPolitely(`http://127.0.0.1:${port}/to-localhost-302`, () => true);
    expect(fetched).toMatchObject({ ok: false });
    expect(asked.filter((line) => line.includes('inside'))).toEqual([]);
  });

  it('follow no redirect of 300 to this machine, however its address is written', async () => {
    asked.length = 0;
    const status = fc.constantFrom(301, 302, 303, 307, 308);
    const redirects = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT'),
      before: fc.array(status, { maxLength: 4 }),
      last: status,
      scheme: fc.constantFrom(
        'http://',
        'HTTP:',
        'http:/',
        'http:///',
        'https://',
        '//',
        'http://a:b@',
        '\\\\',
      ),
      host: fc.constantFrom(...hostsOfThisMachine),
      path: fc.constantFrom('/inside', '/./x/../inside', '/inside?a#b', '\\inside'),
    });
    const run = fc.asyncProperty(redirects, async ({ method, before, last, scheme, host, path }) => {
      const hops = [...before.map((code) => `${code}>`), `${last}>${scheme}${host}:${port}${path}`].join('!');
      const url = `http://localhost:${port}/${encodeURIComponent(`!${hops}`)}`;
      await get(url, 'localhost', method);
    });
    await fc.assert(run, { numRuns: 300, seed: 54 });
    expect(asked.length).toBeGreaterThan(300);
    expect(asked.filter((line) => / \/inside|x\/\.\./.test(line))).toEqual([]);
  });

  it('end at the bounds of size, redirects and schemes', async () => {
    expect(await get(`http://127.0.0.1:${port}/page`, '127.0.0.1')).toMatchObject({ isCut: true });
    expect(await get('file:///etc/hosts', null)).toContain('file:');
    expect(await get('data:text/html,a', null)).toContain('data:');
  });

  it.each([
    ['::ffff:10.0.0.1', true],
    ['64:ff9b::7f00:1', true],
    ['64:ff9b::808:808', false],
    ['64:ff9b:1::808:808', true],
    ['2002:7f00:1::1', true],
    ['::127.0.0.1', true],
    ['fe80::1', true],
    ['fd00::1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['9.9.9.9', false],
    ['2620:fe::fe', false],
  ])('know %s', (address, isPrivate) => {
    expect(isPrivateAddress(address)).toBe(isPrivate);
  });

  it('ask a private host that the owner names, and no public name that resolves to one', () => {
    const hosts = ['localhost', 'nas', 'wordpress.local', '192.168.1.4', '[::1]', 'blog.example.org'];
    expect(hosts.map(isPrivateHost)).toEqual([true, true, true, true, true, false]);
  });
});
