import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { negotiateError, negotiatePage, negotiateRefusal } from '../../../src/core/front/negotiation.ts';
import { renderNegotiationMaps } from '../../../src/core/front/servers/nginx-negotiation.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { type NginxServer, startNginx } from './nginx-server.ts';
import { exchange } from './raw-exchange.ts';

/** Random Accept headers: nginx by its maps, the embedded front over HTTP, and core's function say the same. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-accept-'));
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let nginx: NginxServer;

beforeAll(async () => {
  const maps = join(folder, 'negotiation.conf');
  writeFileSync(maps, renderNegotiationMaps());
  const port = await findFreePort();
  nginx = await startNginx({
    folder: join(folder, 'nginx'),
    root: folder,
    socket: '',
    port,
    http: `access_log off;
    variables_hash_max_size 2048;
    keepalive_requests 100000;
    large_client_header_buffers 4 16k;
    include ${maps};
    server {
        listen 127.0.0.1:${port};
        # Nothing but what the maps made of the header.
        location / { return 200 "$page_form $error_form $refusal_form"; }
    }`,
  });
});
afterAll(async () => {
  agent.destroy();
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
});

const type = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('text/markdown', 'text/html', 'text/*', '*/*') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'application/json',
      'application/problem+json',
      'TEXT/Markdown',
      'text/plain',
      'text/markdownx',
      'xtext/html',
      'text/x-markdown',
      'text/html x',
      'application/*',
      'image/png',
      'nonsense',
      '"text/html"',
      '',
    ),
  },
);
const space = fc.constantFrom('', '', ' ', '\t', '  ', ' \t ', '\xa0');
const goodWeight = fc
  .constantFrom('1', '0', '0.5', '0.25', '0.251', '.7', '1.000', '1.', '0.', '0.000', '0.001', '0.999')
  .map((value) => `q=${value}`);
const brokenWeight = fc
  .constantFrom('1.5', '', 'abc', '0.1234', '1.001', '.', '-1', '+0.5', '0.5.5', '00', '"0.5"', '0.5 x', '2')
  .map((value) => `q=${value}`);
const parameter = fc.oneof(
  { weight: 4, arbitrary: goodWeight },
  { weight: 2, arbitrary: brokenWeight },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'Q=0.9',
      'q = 0.3',
      'q\t=\t0.4',
      'qq=0.1',
      'quality=0.1',
      'charset=utf-8',
      'variant=GFM',
      'x="a,b"',
      'x="a;q=0"',
      'x="a\\";q=0,text/markdown"',
      'level=1',
      'v=b3',
      'x=a"b"c',
      'q',
      '=1',
      '',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('x="open', '"', 'x="a\\') },
);
const element = fc
  .tuple(space, type, fc.array(fc.tuple(space, parameter, space), { maxLength: 3 }), space)
  .map(([before, name, parameters, after]) =>
    [before, name, ...parameters.map((parts) => `;${parts.join('')}`), after].join(''),
  );
const header = fc
  .array(element, { maxLength: 7 })
  .map((list) => list.join(',').replace(/^[ \t]+|[ \t]+$/g, ''));
const headers = fc.sample(header, { numRuns: 10_000, seed: 20_261_121 });

/** Asks about all headers, some at a time over kept connections, and lists those that got another answer. */
async function compare(
  ask: (accept: string) => Promise<string>,
  expected: (accept: string) => string,
  asked: readonly string[] = headers,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let from = 0; from < asked.length; from += 100) {
    const answers = asked.slice(from, from + 100).map(async (accept) => {
      const [got, wanted] = [await ask(accept), expected(accept)];
      if (got !== wanted) wrong.push(`${JSON.stringify(accept)}: ${got} instead of ${wanted}`);
    });
    await Promise.all(answers);
  }
  return wrong.slice(0, 10);
}

describe('ten thousand random Accept headers', () => {
  it('repeat types, break weights, carry parameters, and reach every form', () => {
    const named = (accept: string) => accept.match(/text\/markdown(?![\w-])/gi)?.length ?? 0;
    expect(headers.filter((accept) => named(accept) > 1).length).toBeGreaterThan(1_000);
    expect(headers.filter((accept) => /q=(?:abc|1\.5|0\.1234)/.test(accept)).length).toBeGreaterThan(500);
    expect(new Set(headers.map(negotiatePage)).size).toBe(2);
    expect(new Set(headers.map(negotiateRefusal)).size).toBe(3);
  });

  it('are weighed by nginx as core weighs them', async () => {
    const ask = async (accept: string) =>
      (await exchange(nginx.url, { path: '/', headers: { Accept: accept }, agent })).body;
    const expected = (accept: string) =>
      [negotiatePage, negotiateError, negotiateRefusal].map((decide) => decide(accept)).join(' ');
    expect(await compare(ask, expected)).toEqual([]);
  });

  it('get pages in the same form at the embedded front', async () => {
    const ask = async (accept: string) => {
      const asked = { method: 'HEAD', path: '/about/', headers: { Accept: accept }, agent };
      return (await exchange(inject('siteUrl'), asked)).headers['content-type'] ?? '';
    };
    expect(await compare(ask, (accept) => `text/${negotiatePage(accept)}; charset=utf-8`)).toEqual([]);
  });

  it('get errors in the same form at the embedded front', async () => {
    const types = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' };
    const asking = (path: string, method: string) => async (accept: string) =>
      (await exchange(inject('siteUrl'), { method, path, headers: { Accept: accept }, agent })).headers[
        'content-type'
      ] ?? '';
    const few = headers.slice(0, 1_000);
    const missing = await compare(
      asking('/nothing/', 'HEAD'),
      (accept) => `${types[negotiateError(accept)]}; charset=utf-8`,
      few,
    );
    const refused = await compare(
      asking('/about/', 'DELETE'),
      (accept) => `${types[negotiateRefusal(accept)]}; charset=utf-8`,
      few,
    );
    expect([...missing, ...refused]).toEqual([]);
  });
});

it('a hostile header costs nginx little', async () => {
  const hostile = [
    `${'text/markdown;q=0.5,'.repeat(700)}text/html`,
    `${'text/html;q=x,'.repeat(1_000)}text/html`,
    `text/markdown${';x="a"'.repeat(2_000)}`,
    `text/markdown;x="${'a\\"'.repeat(4_000)}`,
    `${' '.repeat(7_000)},text/html`,
    `${'text/markdown ;'.repeat(900)}`,
    ','.repeat(14_000),
  ];
  for (const accept of hostile) {
    const { status, body } = await exchange(nginx.url, { path: '/', headers: { Accept: accept }, agent });
    expect(status).toBe(200);
    expect(body.split(' ')[0], accept.slice(0, 40)).toBe(negotiatePage(accept));
  }
  expect(nginx.errors()).not.toMatch(/pcre|regex/i);
});
