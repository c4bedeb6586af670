import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Change,
  listTwins,
  type PublishedTwin,
  renderChanges,
} from '../../../src/core/feeds/changes.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';

const base = 'https://notes.example.org/blog';
const site = createSite({ url: base, deploy: 'static' });

const twin = (name: string, digest = name): PublishedTwin => ({
  url: `${base}/${name}/`,
  markdown_url: `${base}/${name}.md`,
  kind: 'post',
  language: 'en',
  digest,
  size: 1,
});
const twinsOf = (state: Readonly<Record<string, string>>) =>
  Object.entries(state)
    .map(([name, digest]) => twin(name, digest))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
const digestOf = (text: string) => `sha-256=:${hash('sha256', text, 'base64')}:`;

interface Build {
  readonly moved?: readonly (readonly [url: string, from: readonly string[]])[];
  readonly time?: string;
}
type Files = Map<string, string>;

/** What is published after a build whose record is `last`. */
function build(last: Files, twins: readonly PublishedTwin[], { moved = [], time = '' }: Build = {}): Files {
  const read = (path: string) => last.get(path) ?? expect.fail(path);
  const made = renderChanges({
    ...{ site, twins, moved: new Map(moved), digestOf, read },
    time: time || '2026-11-28T12:00:00Z',
  });
  return new Map([...made].map(([path, text]) => [path, text ?? read(path)]));
}

const readerOf = (files: Files) => (url: string) => files.get(url.replace(base, '')) ?? expect.fail(url);
const headOf = (files: Files) => JSON.parse(readerOf(files)('/changes.json'));
const linesOf = (files: Files, urls: readonly string[]): (Change & PublishedTwin)[] =>
  urls.flatMap((url) => readerOf(files)(url).trimEnd().split('\n')).map((line) => JSON.parse(line));
const changesOf = (files: Files) => linesOf(files, headOf(files).changes);

test('without a record, a full list begins an epoch, which the same content gives again', () => {
  const first = build(new Map(), twinsOf({ a: '1', b: '1' }));
  expect(first).toEqual(build(new Map(), twinsOf({ a: '1', b: '1' })));
  expect(headOf(first)).toMatchObject({ seq: 0, full: true, documents: 2, changes: [] });
  expect(headOf(first).epoch).not.toBe(headOf(build(new Map(), twinsOf({ a: '1' }))).epoch);
  expect(headOf(first).digest).toBe(digestOf(`${base}/a/ 1\n${base}/b/ 1\n`));
});

test('what was added, changed, moved and removed is listed, and nothing if nothing was', () => {
  const first = build(new Map(), twinsOf({ a: '1', b: '1', c: '1', d: '1' }));
  const second = build(first, twinsOf({ a: '1', b: '2', e: '1', f: '1' }), {
    moved: [[`${base}/e/`, [`${base}/old/`, `${base}/c/`]]],
  });
  const listed = changesOf(second).map(({ seq, change, url, from }) => [seq, change, url.at(-2), from]);
  expect(listed).toEqual([
    [1, 'removed', 'd', undefined],
    [2, 'changed', 'b', undefined],
    [3, 'moved', 'e', `${base}/c/`],
    [4, 'added', 'f', undefined],
  ]);
  expect(headOf(second)).toMatchObject({ seq: 4, full: false });
  const same = build(second, twinsOf({ a: '1', b: '2', e: '1', f: '1' }), { time: '2027-01-01T00:00:00Z' });
  expect(same).toEqual(second);
});

test('a slug that another document takes over is a change of its page', () => {
  const first = build(new Map(), twinsOf({ a: '1' }));
  const second = build(first, twinsOf({ a: '2', b: '1' }), { moved: [[`${base}/b/`, [`${base}/a/`]]] });
  expect(changesOf(second).map(({ change, url }) => [change, url.at(-2)])).toEqual([
    ['changed', 'a'],
    ['added', 'b'],
  ]);
});

test('another language or kind is a change', () => {
  const first = build(new Map(), [twin('a')]);
  expect(changesOf(build(first, [{ ...twin('a'), language: 'de' }]))).toMatchObject([{ change: 'changed' }]);
});

test('a record that is torn, damaged or of another address is no record', () => {
  const first = build(new Map(), twinsOf({ a: '1' }));
  const second = build(first, twinsOf({ a: '2' }));
  const third = build(second, twinsOf({ a: '3' }));
  const files = (...changes: [string, string][]) => new Map([...third, ...changes]);
  const of = (from: Files, path: string): [string, string] => [path, from.get(path) ?? expect.fail(path)];
  for (const torn of [
    new Map([...third].filter(([path]) => path !== '/_changes/1.jsonl')),
    files(of(second, '/_changes/1.jsonl')),
    files(of(second, '/_changes/all-1.jsonl')),
    files(of(second, '/changes.json')),
    files(['/changes.json', '{}']),
    files(['/changes.json', third.get('/changes.json')?.replace(base, 'https://other.example') ?? '']),
  ])
    expect(headOf(build(torn, twinsOf({ a: '4' })))).toMatchObject({ seq: 0, full: true });
  expect(headOf(build(third, twinsOf({ a: '4' })))).toMatchObject({ seq: 3, full: false });
});

test('the newest 5,000 are in pages, older ones by month, whose files a clock that was set back leaves in order', () => {
  let files = build(new Map(), twinsOf({ a: '0' }));
  const times = ['2026-11-05', '2026-12-05', '2026-10-05', '2026-12-06', '2027-01-05'];
  const names = Array.from({ length: 1_300 }, (_, at) => `p${at}`);
  times.forEach((day, round) => {
    const twins = twinsOf(Object.fromEntries(names.map((name) => [name, String(round)])));
    files = build(files, twins, { time: `${day}T00:00:00Z` });
  });
  const { seq, months, changes } = headOf(files);
  expect(seq).toBe(6_501);
  expect(months).toEqual([`${base}/_changes/2026-11.jsonl`, `${base}/_changes/2026-12.jsonl`]);
  expect(changes.at(0)).toBe(`${base}/_changes/5.jsonl`);
  const listed = linesOf(files, [...months, ...changes]).map((change) => change.seq);
  expect(listed).toEqual(Array.from({ length: 6_501 }, (_, at) => at + 1));
  expect(linesOf(files, changes).length).toBeLessThanOrEqual(5_000);
});

test('home pages, pages of the owner and open documents are listed, with the times that are known', () => {
  const library = createLibrary({
    site,
    documents: [
      { title: 'Open' },
      { title: 'Undated', undated: true },
      { title: 'Locked', locked: lockedBody },
    ],
  });
  const measure = { digest: 'd', size: 1 };
  const measures = Object.fromEntries(
    ['index', 'open', 'undated', 'locked'].map((name) => [`${name}.md`, measure]),
  );
  const twins = listTwins(library, measures);
  expect(twins.map(({ url, kind, modified }) => [url, kind, modified])).toEqual([
    [`${base}/`, 'home', undefined],
    [`${base}/open/`, 'post', '2026-08-10T07:40:00Z'],
    [`${base}/undated/`, 'post', undefined],
  ]);
});

/** A mirror that reads only what `/changes.json` names. */
function follow(mirror: { epoch: string; seq: number; twins: Map<string, string> }, files: Files) {
  const head = headOf(files);
  const isOlder = head.epoch === mirror.epoch && mirror.seq <= head.seq;
  for (const { seq, change, url, from = '', digest } of isOlder
    ? linesOf(files, [...head.months, ...head.changes])
    : []) {
    if (seq <= mirror.seq) continue;
    mirror.twins.delete(from);
    if (change === 'removed') mirror.twins.delete(url);
    else mirror.twins.set(url, digest);
  }
  const state = [...mirror.twins].sort(([a], [b]) => (a < b ? -1 : 1)).map((pair) => `${pair.join(' ')}\n`);
  if (digestOf(state.join('')) !== head.digest)
    mirror.twins = new Map(linesOf(files, head.all).map(({ url, digest }) => [url, digest]));
  Object.assign(mirror, { epoch: head.epoch, seq: head.seq });
}

test('a mirror that follows now and then has what is published after 6,000 random changes and lost records', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const state = new Map(Array.from({ length: 60 }, (_, at) => [`p${at}`, '0']));
  const mirror = { epoch: '', seq: 0, twins: new Map<string, string>() };
  let files: Files = new Map();
  for (let round = 0; round < 150; round++) {
    const moved: [string, string[]][] = [];
    for (let edit = 0; edit < 40; edit++) {
      const name = `p${random(90)}`;
      const kind = random(4);
      if (kind === 0) state.delete(name);
      else if (kind === 1 && state.has(name)) {
        const renamed = `p${random(90)}`;
        moved.push([twin(renamed).url, [twin(name).url]]);
        state.delete(name);
        state.set(renamed, String(random(9)));
      } else state.set(name, String(random(9_999)));
    }
    const twins = twinsOf(Object.fromEntries(state));
    // Two machines that build from one record, or a release that is taken back.
    const fork = random(20) === 0 ? files : null;
    files = build(random(60) === 0 ? new Map() : files, twins, { moved });
    if (random(3) === 0) follow(mirror, files);
    if (fork) files = build(fork, twins.slice(1), { moved });
    follow(mirror, files);
    expect(Object.fromEntries(mirror.twins)).toEqual(
      Object.fromEntries(linesOf(files, headOf(files).all).map(({ url, digest }) => [url, digest])),
    );
  }
});
