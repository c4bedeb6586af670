import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { analyse } from 'scslre';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../sidecar/app.ts';
import { createFront, setCommonHeaders } from '../../../sidecar/front/create-front.ts';
import { handleError } from '../../../sidecar/front/handle-error.ts';
import { announceLifecycle } from '../../../sidecar/front/lifecycle.ts';
import { createNotFound } from '../../../sidecar/front/not-found.ts';
import { guardPath } from '../../../sidecar/front/path-guard.ts';
import { type PublishedFiles, PublishedFolder } from '../../../sidecar/front/published-files.ts';
import { redirectToSite } from '../../../sidecar/front/redirect-to-site.ts';
import type { Release } from '../../../sidecar/front/resolve-path.ts';
import { boundUnread } from '../../../sidecar/http/unread-answers.ts';
import { createWp } from '../../../sidecar/wp/handler.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import type { Redirect } from '../../../src/core/model/document.ts';
import { createLargeLibrary } from '../../bench/large-library.ts';
import { createBlockCounter } from '../../helpers/counted-work.ts';
import { createSite } from '../../helpers/library.ts';

/**
 * Cost of an 8 kB request on the main thread, in blocks of code and file look-ups: a million blocks took 12 ms where
 * this was written. The query thread isn't part of it.
 */
const maxBlocks = 250_000;
const maxLookUps = 12;
const requestBytes = 7_900;
/** Characters that regular expressions read of a request: linear ones read a million in some milliseconds. */
const maxRead = 100 * requestBytes;

const redirects: readonly Redirect[] = [
  { from: '/{a}-{b}-{c}/', to: '/{c}/{b}/', status: 301 },
  { from: '/moved/{rest*}', to: '/{rest}', status: 301 },
  { from: '/{a*}/x/{b*}/y', to: '/{a}', status: 302 },
  { from: '/{slug}-{id:number}.html', to: '/?p={id}', status: 301 },
];
const site = createSite({
  guessAddresses: true,
  permalinks: { post: '/{year}/{slug}/' },
  lifecycle: [
    { target: '/old/{a}/{b}/', announced: '2026-01-01', sunset: '2090-01-01', documentation: '/bye/' },
  ],
});

const folder = mkdtempSync(join(tmpdir(), 'agentsite-cost-'));
let lookUps = 0;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  const library = { ...createLargeLibrary(10_000), site, redirects };
  const published = new PublishedFolder(folder);
  const files: PublishedFiles = {
    find(path) {
      lookUps++;
      return published.find(path);
    },
    read: (file, encoding) => published.read(file, encoding),
  };
  const release: Release = { files, table: describeFront(library), lockedTwins: new Set() };
  const app = createApp({
    trustProxy: 'loopback',
    setCommonHeaders: setCommonHeaders(site),
    guardPath: guardPath(),
    boundUnread: boundUnread(() => 'caller'),
    announceLifecycle: announceLifecycle(site, () => 0),
    wp: createWp(
      { site, digest: '0'.repeat(16) },
      async () => ({ busy: true }),
      () => 'caller',
    ),
    redirectToSite: redirectToSite({ ...site, sidecar: 'https://sidecar.example' }, release),
    front: createFront(site, release),
    notFound: createNotFound(
      site,
      release,
      async () => ({ busy: true }),
      () => 'caller',
    ),
    handleError: handleError(pino({ level: 'silent' })),
  });
  server = createServer({ maxHeaderSize: 16_384 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request as it is written. @returns the status */
async function send(path: string, header = ''): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n`);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1]);
}

const repeat = (piece: string) => piece.repeat(Math.ceil(requestBytes / piece.length)).slice(0, requestBytes);
const nest = (open: string, close: string) => {
  const depth = Math.floor(requestBytes / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};

const inPaths = [
  ...[
    'feed/',
    'comments/feed/',
    'feed/atom/',
    'feed/feed',
    'page/2/',
    '1/',
    '2019/03/',
    'embed/',
    'amp/',
    'a-',
    '-',
  ],
  ...[
    'x/y/',
    'a',
    '1',
    '.',
    '.md/',
    'index.html/',
    '%20',
    '%e2%82%ac',
    'type/aside/',
    'index.php/',
    'post-1',
  ],
].map(repeat);
const inQueries = [
  ...[
    'p=1&',
    'p=x&',
    'feed=rss2&',
    'cat=1&tag=a&',
    'm=2019&',
    '&',
    '=',
    'a[]=1&',
    'a[1]=1&a[]=1&',
    'a',
    '%',
    '%ff',
  ],
  ...['[', ']', '[]', '[a]', 'rest_route=/&', 'include[]=1&', ','].map((piece) =>
    piece === '[]' ? 'a[]' : piece,
  ),
].map(repeat);
const inHeaders = [
  ...[
    ',',
    ';',
    ';q=0.',
    'text/html,',
    'text/markdown;q=0.1,',
    '*/*,',
    '"',
    '\\"',
    ' ',
    '\t',
    ', ',
    'a/b;c="',
    'W/"a",',
  ],
  ...['gzip,', 'gzip;q=0,', 'bytes=0-1,', '0-1,', '::1,', '127.0.0.1, ', 'a=b; ', '-'],
].map(repeat);

const requests: readonly (readonly [path: string, header?: string])[] = [
  ...[...inPaths, nest('feed/', 'atom/'), nest('a/', '-')].flatMap((text) =>
    [`/${text}`, `/${text}/`, `/moved/${text}`, `/2019/${text}/feed/`, `/${text}.md`, `/wp-json/${text}`].map(
      (path) => [path] as const,
    ),
  ),
  ...[...inQueries, nest('a[', ']'), `a${nest('[', ']')}=1`].flatMap((text) =>
    [`/?${text}`, `/index.php?${text}`, `/nothing/?${text}`, `/wp-json/wp/v2/posts?${text}`].map(
      (path) => [path] as const,
    ),
  ),
  ...inHeaders.flatMap((text) =>
    ['Accept', 'Accept-Encoding', 'If-None-Match', 'Range', 'X-Forwarded-For', 'Content-Type', 'Cookie'].map(
      (name) => ['/nothing/', `${name}: ${text}x\r\n`] as const,
    ),
  ),
];

it('repeated, nested and alternating parts cost a bounded number of blocks and look-ups', async () => {
  const counter = await createBlockCounter((url) => /\/(?:src|sidecar|node_modules\/(?!.*vitest))/.test(url));
  const expensive: unknown[] = [];
  try {
    for (const [path, header = ''] of requests) {
      lookUps = 0;
      let status = 0;
      const blocks = await counter.count(async () => {
        status = await send(path, header);
      });
      if (blocks > maxBlocks || lookUps > maxLookUps || !(status >= 200) || status === 500)
        expensive.push({ path: path.slice(0, 60), header: header.slice(0, 60), status, blocks, lookUps });
    }
  } finally {
    counter.stop();
  }
  expect(expensive).toEqual([]);
});

it('no regular expression that sees a request takes more than linear time', async () => {
  const seen = new Map<string, RegExp>();
  const read: unknown[] = [];
  const plain = RegExp.prototype.exec;
  let characters = 0;
  RegExp.prototype.exec = function exec(text) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const found = plain.call(this, text);
    // A sticky one that doesn't match, as in `split`, has read a character or so.
    if (found) characters += found.index + found[0].length - start;
    else characters += this.sticky ? 1 : text.length - start;
    if (text.length > 100) seen.set(String(this), this);
    return found;
  };
  try {
    for (const [path, header = ''] of requests) {
      characters = 0;
      await send(path, header);
      if (characters > maxRead)
        read.push({ path: path.slice(0, 60), header: header.slice(0, 60), characters });
    }
  } finally {
    RegExp.prototype.exec = plain;
  }
  expect(read).toEqual([]);
  expect(seen.size).toBeGreaterThan(10);
  const slow = [...seen.values()].filter((regExp) => analyse(regExp).reports.length > 0);
  expect(slow.map(String)).toEqual([]);
});
