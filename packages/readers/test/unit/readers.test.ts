import { expect, it } from 'vitest';
import { renderHtml } from '../../src/html-report.ts';
import { type LoggedRequest, readLine } from '../../src/read-line.ts';
import { sortReaders } from '../../src/sort-readers.ts';
import { summarize } from '../../src/summarize.ts';
import { generateLog, type LabelledLine, writers } from '../labelled-log.ts';

const nobody = () => null;

it.each([
  ['combined', 100_000],
  ['caddy', 30_000],
  ['netlify', 30_000],
  ['own', 30_000],
] as const)('98 of 100 requests in a log of the format %s are of who sent them', (format, count) => {
  const lines = generateLog(count, 7);
  const requests = lines.map(writers[format]).map(readLine) as LoggedRequest[];
  expect(requests).not.toContain(null);
  const readers = sortReaders(requests, nobody);
  const shareOf = (label?: string) => {
    const own = lines.flatMap((line, index) => (label === undefined || line.label === label ? [index] : []));
    return own.filter((index) => readers[index]?.kind === lines[index]?.label).length / own.length;
  };
  const shares = [undefined, ...new Set(lines.map(({ label }) => label))].map((label) => [
    label,
    shareOf(label),
  ]);
  expect(shares.filter(([, share]) => Number(share) < 0.98)).toEqual([]);
});

const base: LabelledLine = {
  ...{ time: Date.UTC(2026, 10, 24, 12), address: '203.0.113.9', method: 'GET', url: '/', status: 200 },
  ...{ agent: 'node', referrer: '', mode: '', label: 'other' },
};
const read = (...lines: Partial<LabelledLine>[]) =>
  lines.map((line) => readLine(writers.combined({ ...base, ...line })) as LoggedRequest);

it('an address in a range of the owner has the name of the range', () => {
  const requests = read({
    agent: 'Mozilla/5.0 (X11; Linux) Firefox/145.0',
    url: '/about/',
    referrer: 'https://a.example/',
  });
  expect(sortReaders(requests, (address) => (address === '203.0.113.9' ? 'GPTBot' : null))).toEqual([
    { kind: 'agent', name: 'GPTBot' },
  ]);
});

it('a search without an opened document was in vain; a twin counts as its page', () => {
  const requests = read(
    ...[{ url: '/search/?q=Weir' }, { url: '/weir.md', time: base.time + 60_000 }],
    ...[
      { url: '/search/?q=weir', address: '203.0.113.10' },
      { url: '/weir/', address: '203.0.113.11' },
    ],
    ...[
      { url: '/site.css', address: '203.0.113.10' },
      { url: '/no/', status: 404, address: '203.0.113.10' },
    ],
  );
  const { searches, documents, missing } = summarize(requests, sortReaders(requests, nobody));
  expect(searches).toEqual([['weir', 2, 1]]);
  expect(documents.find(([path]) => path === '/weir/')?.[1]).toMatchObject({ agent: 1, other: 1 });
  expect(documents.map(([path]) => path)).not.toContain('/site.css');
  expect(missing).toEqual([]);
});

it('lines of the sidecar about itself are no requests; a page sent as Markdown is its twin', () => {
  expect(
    readLine('{"level":30,"time":"2026-11-24T12:00:00.000Z","msg":"another release is served"}'),
  ).toBeNull();
  expect(readLine('not a log')).toBeNull();
  const line =
    '{"time":"2026-11-24T12:00:00+01:00","method":"GET","path":"/a/","form":"markdown","status":200,"agent":"x"}';
  expect(readLine(line)).toMatchObject({ path: '/a/index.md', mode: null });
});

it('the HTML report escapes what the log says, and contains no address, script or other file', () => {
  const requests = read({ url: '/a<b>/', agent: 'GPTBot' }, { url: '/search/?q=<script>' });
  const html = renderHtml(summarize(requests, sortReaders(requests, nobody)), 'access.log');
  expect(html).toContain('/a&lt;b&gt;/');
  expect(html).not.toMatch(/<script|203\.0\.113|src=|href=|url\(/);
});

it('links from other sites count by host, without those of the site itself', () => {
  const browser = 'Mozilla/5.0 (X11; Linux) Firefox/145.0';
  const { referrers } = summarizeOf(
    read(
      ...[
        { url: '/site.css', referrer: 'https://notes.example.org/a/' },
        { url: '/b/', referrer: 'https://notes.example.org/a/' },
        { url: '/a/', referrer: 'https://www.friend.example/private?token=7' },
        { url: '/photo.png', referrer: 'https://thief.example/' },
        { url: '/gone/', status: 404, referrer: 'https://old.example/' },
        { url: '/a/', referrer: 'android-app://reader' },
      ].map((line) => ({ agent: browser, ...line })),
      { url: '/a/', agent: browser, referrer: 'http://friend.example/', address: '203.0.113.8' },
    ),
  );
  expect(referrers).toEqual([['friend.example', expect.objectContaining({ person: 2, agent: 0 })]]);
});

it('subscribers of a feed are those that aggregators state last, and other clients of its best day', () => {
  const day = 86_400_000;
  const feedly = (count: number) =>
    `Feedly/1.0 (+http://www.feedly.com/fetcher.html; ${count} subscribers; like FeedFetcher-Google)`;
  const { feeds } = summarizeOf(
    read(
      { url: '/feed.xml', agent: feedly(16) },
      { url: '/feed.xml', agent: feedly(18), time: base.time + 60_000, address: '203.0.113.7' },
      { url: '/feed.xml', agent: 'NewsBlur Feed Fetcher - 1 subscriber - https://newsblur.example' },
      { url: '/tag/soil/atom.xml', agent: 'Feedbin feed-id:7 - 4 subscribers' },
      { url: '/feed.xml', agent: 'NetNewsWire', address: '203.0.113.1' },
      {
        url: '/feed.xml',
        agent: 'NetNewsWire',
        address: '203.0.113.1',
        time: base.time + 60_000,
        status: 304,
      },
      { url: '/feed.xml', agent: 'NetNewsWire', address: '203.0.113.2' },
      { url: '/feed.xml', agent: 'NetNewsWire', address: '203.0.113.3', time: base.time + day },
      { url: '/feed.xml', agent: 'NetNewsWire', address: '203.0.113.4', status: 404 },
      { url: '/about/', agent: 'A page for 9 readers' },
    ),
  );
  expect(feeds).toEqual([
    ['/feed.xml', 19, 2],
    ['/tag/soil/atom.xml', 4, 0],
  ]);
});

function summarizeOf(requests: readonly LoggedRequest[]) {
  return summarize(requests, sortReaders(requests, nobody));
}
