import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { borrowBuild, type DeployedSite, deploySite } from './deployed-site.ts';
import { exchange } from './raw-exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-raw-'));
let site: DeployedSite;

beforeAll(async () => {
  site = await deploySite({
    folder,
    project: await borrowBuild(inject('siteFolder'), join(folder, 'project')),
    environment: { MCP_PER_MINUTE: '50' },
  });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Milliseconds until an answer must have begun, on a busy machine, and of the silence after it that ends an exchange. */
const [patience, silence] = [60_000, 3_000];

/** Sends bytes and reads until the server closes, or has been silent for too long. */
async function talk(bytes: string, port = site.nginx.port): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    socket.setTimeout(silence);
  });
  socket.on('error', () => undefined);
  socket.setTimeout(patience, () => socket.destroy());
  await once(socket, 'connect');
  socket.write(Buffer.from(bytes, 'latin1'));
  // Not `once`, which an error would reject: a reset is an answer too.
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

const host = 'Host: 127.0.0.1\r\n';
const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
const big = 'a'.repeat(20_000);
const contact = '/wp-json/site/v1/contact';

/** What is sent, and the statuses that may come back, one for each answer; at the embedded front where it differs. */
const cases: readonly [
  what: string,
  bytes: string,
  allowed: readonly number[],
  embedded?: readonly number[],
][] = [
  [
    'both a length and a transfer coding',
    `POST /about/ HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
    [400],
  ],
  [
    'two transfer codings',
    `POST /about/ HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  [
    'an unknown transfer coding',
    `POST /about/ HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    [501],
  ],
  [
    'a space before the colon',
    `POST /about/ HTTP/1.1\r\n${host}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  [
    'two lengths',
    `POST /about/ HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello`,
    [400],
  ],
  ['a negative length', `POST /about/ HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, [400]],
  ['a signed length', `POST /about/ HTTP/1.1\r\n${host}Content-Length: +5\r\n\r\nhello`, [400]],
  ['a length of letters', `POST /about/ HTTP/1.1\r\n${host}Content-Length: 5x\r\n\r\nhello`, [400]],
  [
    'a chunk size that overflows',
    `POST /wp-json/agentsite/v1/mcp HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
    [400],
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', [400]],
  ['two hosts', `GET / HTTP/1.1\r\n${host}Host: other.example\r\n\r\n`, [400]],
  // The embedded front is reached by whatever name its machine has.
  ['another host', 'GET / HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n', [421], [200]],
  [
    'an expectation that no one knows',
    `GET /about/ HTTP/1.1\r\n${host}Expect: nonsense\r\nConnection: close\r\n\r\n`,
    [200],
    [417],
  ],
  [
    'a large body that is announced and not yet sent',
    `POST ${contact} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 70000\r\nExpect: 100-continue\r\n\r\n`,
    [413],
  ],
  [
    'a large body for a page that is announced and not yet sent',
    `POST /about/ HTTP/1.1\r\n${host}Content-Length: 70000\r\nExpect: 100-continue\r\n\r\n`,
    [413],
  ],
  [
    'a large body for a query that is announced and not yet sent',
    `GET /wp-json/wp/v2/posts?x=1 HTTP/1.1\r\n${host}Content-Length: 70000\r\nExpect: 100-continue\r\n\r\n`,
    [413],
  ],
  [
    'an encoded line break',
    `GET /about/%0d%0aSet-Cookie:%20x=1/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    [400],
  ],
  ['an encoded NUL', `GET /about%00.md HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [400]],
  ['a broken escape', `GET /%zz HTTP/1.1\r\n${host}\r\n`, [400]],
  ['a path above the root', `GET /../../etc/passwd HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [400]],
  [
    'an encoded path above the root',
    `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    [400],
  ],
  ['an encoded slash', `GET /..%2fetc%2fpasswd HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [400]],
  ['a backslash', `GET /..\\..\\etc HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [400]],
  ['double slashes', `GET //about// HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [404]],
  [
    'double slashes and a host',
    `GET //evil.example/%2f.. HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    [400],
  ],
  ['a hidden file', `GET /.git/config HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [404]],
  ['bytes that are no UTF-8', `GET /caf\xe9/%ff/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, [404]],
  ['a method in small letters', `get / HTTP/1.1\r\n${host}\r\n`, [400]],
  ['CONNECT', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`, [400, 405]],
  ['a version of the future', `GET / HTTP/9.9\r\n${host}\r\n`, [505]],
  ['NUL in a header', `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, [400]],
  ['a folded header', `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`, [400]],
  ['20 kB of one header', `GET / HTTP/1.1\r\n${host}X: ${big}\r\n\r\n`, [431]],
  ['20 kB of a path', `GET /${big} HTTP/1.1\r\n${host}\r\n`, [414]],
  [
    '40 kB of small headers',
    `GET / HTTP/1.1\r\n${host}${`X: ${'b'.repeat(1_000)}\r\n`.repeat(40)}\r\n`,
    [431],
  ],
  ['a large body for a page', `POST /about/ HTTP/1.1\r\n${host}Content-Length: 10000000\r\n\r\n`, [413]],
  [
    'a large body for the contact endpoint',
    `POST /wp-json/site/v1/contact HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`,
    [413],
  ],
];

const fronts = [
  ['nginx', () => site.nginx.port],
  ['the embedded front', () => Number(new URL(inject('siteUrl')).port)],
] as const;

// Next to one another: most wait for a server that says nothing more.
describe.concurrent.each(fronts)('a request that is not one, at %s', (front, port) => {
  it.each(cases)('%s: a clean refusal', async (_what, bytes, allowed, embedded = allowed) => {
    const answer = await talk(bytes, port());
    const got = statuses(answer);
    expect(got, answer.slice(0, 300)).toHaveLength(1);
    expect(front === 'nginx' ? allowed : embedded).toContain(got[0]);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).not.toMatch(/^set-cookie|^x-injected/im);
    expect(head).not.toMatch(/^server: .*\d/im);
    expect(body).not.toMatch(/root:|stack|node_modules|\[core\]/);
    if (![200, 404].includes(got[0] ?? 0)) {
      expect(head).toMatch(/^content-type: application\/json; charset=utf-8/im);
      expect(head).toMatch(/^x-content-type-options: nosniff/im);
      expect(head).not.toMatch(/^content-security-policy: /im);
      expect(head).toMatch(/^cache-control: no-store/im);
      expect(head.split('\r\n')[0]).not.toMatch(/ OK$/);
      expect(JSON.parse(body)).toMatchObject({
        code: expect.stringMatching(/^rest_/),
        data: { status: got[0] },
      });
    }
  });

  it('an absolute request target is its path', async () => {
    const plain = await talk(`GET /about.md HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, port());
    const absolute = `GET http://127.0.0.1/about.md HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    expect(statuses(plain)).toEqual([200]);
    expect((await talk(absolute, port())).split('\r\n\r\n')[1]).toBe(plain.split('\r\n\r\n')[1]);
    const root = `GET http://127.0.0.1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    expect(statuses(await talk(root, port()))).toEqual([200]);
  });

  it('a body that is announced and small is asked for', async () => {
    const sent = `POST ${contact} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    const answer = await talk(`${sent}{}`, port());
    expect(statuses(answer)).toEqual([100, 422]);
  });

  it('OPTIONS for the whole server is refused', async () => {
    const sent = `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
    expect(statuses(await talk(sent, port()))).toEqual([400]);
  });
});

it('a line feed inside a path makes it a request of 1991, which names no host and gets no page', async () => {
  const answer = await talk(`GET /about/\nb HTTP/1.1\r\n${host}\r\n`);
  expect(answer).not.toContain('<html');
  expect(JSON.parse(answer)).toMatchObject({ data: { status: 421 } });
});

it('a body that no one asked for leaves nothing behind in the connection', async () => {
  const hidden = `GET /llms.txt HTTP/1.1\r\n${host}\r\n`;
  const sent = `GET /about/ HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}GET /robots.txt HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  const answer = await talk(sent);
  expect(statuses(answer)).toEqual([200, 200]);
  expect(answer).not.toContain('# Agentsite\n');
});

it('half-sent requests are ended by the server and keep no one waiting', async () => {
  const beginnings = [
    ...Array.from({ length: 150 }, () => 'GET / HTTP/1.1\r\nHost: 127.'),
    ...Array.from(
      { length: 20 },
      () =>
        `POST ${contact} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"`,
    ),
  ];
  let open = beginnings.length;
  const ended = beginnings.map(async (bytes) => {
    const socket = connect(site.nginx.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(bytes);
    await new Promise((resolve) => socket.on('close', resolve));
    open--;
  });
  for (const path of ['/about/', '/wp-json/wp/v2/posts?per_page=1', contact]) {
    expect((await exchange(site.url, { path })).status).toBe(200);
    expect(open, `${path} waited for the others`).toBe(beginnings.length);
  }
  await Promise.all(ended);
});

it('the sidecar believes no address but the one that nginx saw', async () => {
  const remaining: number[] = [];
  for (const forged of ['198.51.100.1', '198.51.100.2, 198.51.100.3', '']) {
    const { headers } = await exchange(site.url, {
      method: 'POST',
      path: '/wp-json/agentsite/v1/mcp',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': forged,
        'X-Real-IP': forged,
        Forwarded: `for=${forged}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    remaining.push(Number(headers['ratelimit-remaining']));
  }
  expect(remaining).toEqual([49, 48, 47]);
});

it('headers that some caches leave out of their key change nothing about an answer', async () => {
  const plain = await exchange(site.url, { path: '/about/' });
  const forged = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    'X-Forwarded-Scheme': 'gopher',
    'X-Original-URL': '/auth.md',
    'X-Rewrite-URL': '/auth.md',
    'X-HTTP-Method-Override': 'DELETE',
    'X-Host': 'evil.example',
    Forwarded: 'host=evil.example',
  };
  for (const path of ['/about/', '/about', '/wp-json/wp/v2/posts?per_page=1', '/nothing.md', '/contact/']) {
    for (const [name, value] of Object.entries(forged)) {
      if (name === 'X-HTTP-Method-Override' && path.startsWith('/wp-json')) continue;
      const { body, headers } = await exchange(site.url, { path, headers: { [name]: value } });
      expect(JSON.stringify(headers) + body, `${name} at ${path}`).not.toMatch(/evil\.example|gopher/);
      if (path === '/about/') expect(body).toBe(plain.body);
    }
  }
});
