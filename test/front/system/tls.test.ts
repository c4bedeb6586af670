import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { renderHeaderFiles } from '../../../src/core/front/servers/nginx-headers.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { borrowBuild, type DeployedSite, layOutRelease, serveRelease } from './deployed-site.ts';
import { exchange } from './raw-exchange.ts';

/** The owner's file as it is, with a certificate made here: TLS, HTTP/2, unknown hosts, and what the logs hold. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-tls-'));
const host = 'example.org';
let site: DeployedSite;
let port = 0;
let certificate = '';

beforeAll(async () => {
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      files.key,
      '-out',
      files.certificate,
      ...subject,
    ],
    { encoding: 'utf8' },
  );
  expect(made.status, made.stderr).toBe(0);
  certificate = readFileSync(files.certificate, 'utf8');
  port = await findFreePort();
  const project = await borrowBuild(inject('siteFolder'), join(folder, 'project'));
  const database = new DatabaseSync(join(project, 'dist/server/content.sqlite'));
  const row = database.prepare("SELECT value FROM meta WHERE key = 'site'").get();
  const placed = { ...(JSON.parse(String(row?.value)) as Site), url: `https://${host}` };
  database.prepare("UPDATE meta SET value = ? WHERE key = 'site'").run(JSON.stringify(placed));
  database.close();
  for (const { kind, text } of renderHeaderFiles(placed)) {
    writeFileSync(join(project, `dist/server/nginx/headers-${kind}.conf`), text);
  }
  const root = join(folder, 'root');
  mkdirSync(root);
  layOutRelease(project, root);
  site = await serveRelease(root, { folder, tls: { port, ...files } });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request over HTTP/2. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  const session = connect(`https://${host}:${port}`, {
    ca: certificate,
    servername: host,
    host: '127.0.0.1',
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  try {
    const stream = session.request(
      { ':method': method, ':path': path, ':authority': host, ...headers },
      { endStream: body === '' },
    );
    if (body !== '') stream.end(body);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    session.on('error', reject);
    stream.on('error', reject);
    let text = '';
    let given: IncomingHttpHeaders = {};
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('response', (received) => {
      given = received;
    });
    stream.on('end', () =>
      resolve({ status: Number(given[constants.HTTP2_HEADER_STATUS]), headers: given, body: text }),
    );
    return await promise;
  } finally {
    session.close();
  }
}

/** One request over HTTP/1.1 whose Host is not the name of the certificate. */
function askHost(name: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, ca: certificate, headers: { Host: name } };
    const sent = request({ ...options, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

const mcp = '/wp-json/agentsite/v1/mcp';
const json = { accept: 'application/json' };

describe('over HTTP/2', () => {
  it('pages, twins, stored answers and the sidecar answer as ever', async () => {
    for (const [path, headers, type] of [
      ['/about/', {}, 'text/html; charset=utf-8'],
      ['/about/', { accept: 'text/markdown' }, 'text/markdown; charset=utf-8'],
      ['/start-here/.md', {}, 'text/markdown; charset=utf-8'],
      ['/wp-json/wp/v2/posts', {}, 'application/json; charset=UTF-8'],
      ['/wp-json/wp/v2/posts?per_page=1', {}, 'application/json; charset=UTF-8'],
      ['/wp-json/site/v1/contact', {}, 'application/json; charset=utf-8'],
      ['/contact/', { accept: 'text/html' }, 'text/html; charset=utf-8'],
    ] as const) {
      const answer = await ask(path, headers);
      expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, type]);
    }
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const pong = await ask(mcp, { 'content-type': 'application/json' }, 'POST', call);
    expect(JSON.parse(pong.body)).toMatchObject({ id: 1, result: {} });
  });

  it('every answer tells browsers to stay with TLS, errors and redirects too', async () => {
    const asked: readonly [
      path: string,
      status: number,
      headers?: Record<string, string>,
      method?: string,
    ][] = [
      ['/', 200],
      ['/about.md', 200],
      ['/wp-json/wp/v2/posts', 200],
      ['/wp-json/wp/v2/posts?per_page=1', 200],
      ['/about', 301],
      ['/feed/', 301],
      ['/nothing/', 404, { accept: 'text/html' }],
      ['/nothing/', 404, json],
      ['/nothing.md', 404],
      ['/manual/writing/locked-example.md', 403],
      ['/wp-json/wp/v2/posts/1', 404],
      ['/wp-json/nothing', 404],
      ['/wp-json/wp/v2/posts?page=99', 400],
      ['/a%2fb', 400],
      ['/about/', 405, {}, 'DELETE'],
      ['/contact/', 405, {}, 'DELETE'],
      ['/contact/', 403, { 'content-type': 'application/x-www-form-urlencoded' }, 'POST'],
      ['/wp-json/site/v1/contact', 415, {}, 'POST'],
      ['/wp-json/site/v1/contact/', 200],
      [mcp, 405],
    ];
    for (const [path, status, headers, method] of asked) {
      const answer = await ask(path, headers, method);
      expect([path.slice(0, 60), answer.status]).toEqual([path.slice(0, 60), status]);
      expect(answer.headers['strict-transport-security'], path.slice(0, 60)).toBe('max-age=31536000');
    }
  });
});

describe('a host that is not ours', () => {
  it('gets no certificate: the handshake is refused', async () => {
    for (const servername of ['other.example', 'www.example.org']) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const socket = connectTls({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () =>
        resolve('a certificate'),
      );
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      expect(await promise).toMatch(/UNRECOGNIZED_NAME/);
      socket.destroy();
    }
  });

  it('inside of a connection to our name is refused with 421', async () => {
    const { status, body } = await askHost('other.example');
    expect([status, JSON.parse(body)]).toMatchObject([421, { code: 'rest_misdirected_request' }]);
    expect((await askHost(host)).status).toBe(200);
  });

  it('without TLS is refused as well, and our name is sent on to TLS', async () => {
    const plain = (name: string) => exchange(site.url, { path: '/about/?x=1', headers: { Host: name } });
    expect((await plain('other.example')).status).toBe(421);
    const ours = await plain(host);
    expect([ours.status, ours.headers.location]).toEqual([301, `https://${host}/about/?x=1`]);
  });
});

it('no log line contains an address, whatever is refused', async () => {
  let refused: Answer | undefined;
  while (!refused) {
    const flood = await Promise.all(Array.from({ length: 100 }, () => ask('/wp-json/site/v1/contact')));
    refused = flood.find(({ status }) => status === 429);
  }
  expect(refused.headers['strict-transport-security']).toBeDefined();
  await exchange(site.url, { path: '/about/', headers: { Host: 'other.example' } });
  const referrer = 'https://friend.example/private?token=7';
  await exchange(site.url, { path: '/about/', headers: { Host: host, Referer: referrer } });
  await exchange(site.url, { path: '/%00', headers: { Host: host } });
  // Without its socket, too: while only the service is gone, requests wait for its next start.
  await site.service.close();
  const down = await ask('/wp-json/wp/v2/posts?per_page=2');
  expect([down.status, down.headers['strict-transport-security']]).toEqual([503, 'max-age=31536000']);
  // What nginx keeps in its buffers it writes at its end.
  await site.nginx.stop();
  const logs = readdirSync(join(folder, 'nginx')).filter((name) => name.endsWith('.log'));
  expect(logs).toContain('agentsite.log');
  for (const name of logs) {
    const text = readFileSync(join(folder, 'nginx', name), 'utf8');
    expect(text, name).not.toMatch(/127\.0\.0\.1|client:|remote|token/);
    if (name === 'agentsite.log') {
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { status: number });
      for (const status of [200, 301, 421, 429, 503])
        expect(lines.some((line) => line.status === status)).toBe(true);
      // Of the page that links here, only its site.
      expect(text).toMatch(/"\/about\/[^\n]*https:\/\/friend\.example"/);
    }
  }
});
