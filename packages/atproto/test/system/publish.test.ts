import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { did, FakeHost, threadOf } from '../helpers/fake-host.ts';
import { entry, type FollowedSite, layOutFollowedSite } from '../helpers/followed-site.ts';

const host = new FakeHost();
let site: FollowedSite;
let url = '';
/** Past in every time zone, and new. */
const yesterday = new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);
beforeAll(async () => {
  const cover = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#486' } })
    .withExif({ IFD0: { Artist: 'A hidden name' } })
    .jpeg()
    .toBuffer();
  url = await host.start();
  site = layOutFollowedSite(
    url,
    {
      'content/tags.yaml': '- slug: rain\n  name: "#Rain"\n',
      'content/posts/weir.md': entry(
        'Weir',
        '2026-01-02',
        'tags: [rain]\nseries: Rivers\nimage: weir.jpg\nimageAlt: A weir\n',
      ),
      'content/posts/weir.jpg': cover,
      'content/posts/weir.de.md': entry('Wehr', '2026-01-03', '', 'Am „Wehr“ & mehr.'),
      'content/posts/weir.ja.md': entry('堰', '2026-01-04', '', '水'.repeat(30_000)),
      'content/posts/locked.md': entry('Locked', '2026-01-05', 'password: sesame\n'),
      'content/pages/about.md': '---\ntitle: About\n---\n\nA page.\n',
    },
    { more: 'bluesky: true' },
  );
  // Another program of the owner has a document in the same account.
  host.records.set('site.standard.document/3jzfcijpj2z2a', {
    $type: 'site.standard.document',
    site: 'https://other.example',
    title: 'Elsewhere',
    publishedAt: '2026-01-01T00:00:00.000Z',
  });
});
afterAll(() => {
  host.stop();
  site.remove();
});

const documents = () => host.of('site.standard.document').filter(({ title }) => title !== 'Elsewhere');
const titles = () =>
  documents()
    .map(({ title }) => title)
    .sort();

it('agentsite atproto publish writes the site and its posts, once', async () => {
  const trial = await site.run('atproto', 'publish', '--dry-run');
  expect(trial).toEqual({ status: 0, said: expect.stringContaining('4 records would change.') });
  expect(host.writes).toEqual([]);
  const { said, status } = await site.run('atproto', 'publish');
  expect(said).toContain('create https://notes.example.org\n');
  expect(said).toContain('create /ja/weir/\n');
  expect(status).toBe(0);
  const [publication] = host.of('site.standard.publication');
  expect(publication).toMatchObject({ url: 'https://notes.example.org', name: 'Field notes' });
  const [key = ''] = [...host.records.keys()].filter((name) => name.startsWith('site.standard.publication'));
  const [english, german, japanese] = ['Weir', 'Wehr', '堰'].map((title) =>
    documents().find((one) => one.title === title),
  );
  expect(english).toMatchObject({
    site: `at://${did}/${key}`,
    path: '/weir/',
    tags: ['Rain', 'Rivers'],
    textContent: 'Words of Weir.',
    publishedAt: '2026-01-02T09:00:00.000Z',
    langs: ['en'],
    coverImage: { $type: 'blob', mimeType: 'image/jpeg' },
  });
  expect(german).toMatchObject({ path: '/de/weir/', langs: ['de'], textContent: 'Am „Wehr“ & mehr.' });
  expect(Buffer.byteLength(String(japanese?.textContent))).toBeLessThanOrEqual(70_000);
  expect(japanese?.textContent).toMatch(/^水+$/);
  expect(host.blobs.map((bytes) => bytes.includes('A hidden name'))).toEqual([false]);
  const before = host.writes.length;
  // As workflows do it.
  expect(await site.run('publish', '--after')).toEqual({ status: 0, said: '0 records changed.\n' });
  expect(host.writes.length).toBe(before);
  // The pages of a static host name the records, by the rules of standard.site.
  expect((await site.run('build')).status).toBe(0);
  const read = (path: string) => readFileSync(join(site.root, 'dist', path), 'utf8');
  expect(read('.well-known/site.standard.publication')).toBe(`at://${did}/${key}`);
  expect(read('.well-known/atproto-did')).toBe(did);
  for (const [name, { title, path }] of host.records) {
    if (path === undefined) continue;
    const link = `<link rel="site.standard.document" href="at://${did}/${name}">`;
    expect(read(`${path}index.html`), String(title)).toContain(link);
  }
  for (const page of ['index.html', 'locked/index.html', 'about/index.html'])
    expect(read(page)).not.toContain('site.standard');
});

it('edits, renamed and deleted files change their records, also after a run that was interrupted', async () => {
  site.write({
    'content/posts/weir.md': entry('The weir', '2026-01-02', 'slug: the-weir\nid: 137\n'),
    'content/posts/hill.md': entry('Hill', '2026-01-06'),
  });
  site.delete('content/posts/weir.de.md');
  host.failAfter = host.writes.length + 1;
  const broken = await site.run('atproto', 'publish');
  expect(broken.said).toContain('out of order\nRun the command again; it continues where it ended.');
  expect(broken.status).toBe(1);
  host.failAfter = Infinity;
  expect((await site.run('atproto', 'publish')).status).toBe(0);
  expect(titles()).toEqual(['Hill', 'The weir', '堰']);
  expect(documents().find(({ title }) => title === 'The weir')).toMatchObject({ path: '/the-weir/' });
  expect(host.of('site.standard.document')).toHaveLength(4);
});

it('a new document is posted on Bluesky once, also when a run ends between post and record', async () => {
  expect(host.of('app.bsky.feed.post')).toEqual([]);
  site.write({ 'content/posts/news.md': entry('News', yesterday, 'description: What is new.\n') });
  const posts = () => host.writes.filter((method) => method === 'createRecord').length;
  // The record of the document and the post are written, and the record with the post is not.
  host.failAfter = host.writes.length + 2;
  expect((await site.run('atproto', 'publish')).status).toBe(1);
  expect(posts()).toBe(1);
  host.failAfter = Infinity;
  await site.run('atproto', 'publish');
  expect(posts()).toBe(1);
  const [post] = host.of('app.bsky.feed.post');
  expect(post).toMatchObject({
    text: 'What is new.',
    langs: ['en'],
    embed: { external: { uri: 'https://notes.example.org/news/', title: 'News' } },
  });
  // Its author deletes the post; an edit of the document keeps the memory of it.
  const [name = ''] = [...host.records.keys()].filter((one) => one.startsWith('app.bsky'));
  host.records.delete(name);
  site.write({ 'content/posts/news.md': entry('Newer', yesterday) });
  await site.run('atproto', 'publish');
  expect(documents().find(({ title }) => title === 'Newer')?.bskyPostRef).toMatchObject({
    uri: `at://${did}/${name}`,
  });
  expect(posts()).toBe(1);
});

it('replies become comments, in their threads and once', async () => {
  const of = (author: string, key: string) =>
    `at://did:plc:${author.padEnd(24, 'a')}/app.bsky.feed.post/${key}`;
  const news = documents().find(({ title }) => title === 'Newer');
  const { uri = '' } = Object(news?.bskyPostRef) as { uri?: string };
  const first = of('first', '3k1');
  const answer = { reply: { root: { uri, cid: 'x' }, parent: { uri: first, cid: 'x' } } };
  const link = { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org/a_(b)' };
  const facets = [{ index: { byteStart: 5, byteEnd: 19 }, features: [link] }];
  host.threads.set(
    uri,
    threadOf(uri, 'What is new.', {}, [
      threadOf(first, 'See: example.org… <b>*now*</b>\n\n# Not a heading', { facets }, [
        threadOf(of('second', '3k2'), 'Yes.', answer),
      ]),
      threadOf(of('third', '3k3'), ''),
    ]),
  );
  expect((await site.run('atproto', 'replies')).said).toContain('2 new comments.');
  const folder = join(site.root, 'content/comments');
  const [file = ''] = readdirSync(folder).filter((name) => /^\d/.test(name));
  const comments = readFileSync(join(folder, file), 'utf8');
  expect(comments).toContain('[example.org…](<https://example.org/a_(b)>)');
  expect(comments).toMatch(/- id: 2\n {2}parent: 1\n {2}name: A reader\n/);
  expect(comments.match(/status: waiting/g)).toHaveLength(2);
  expect(comments).not.toContain('3k3');
  expect((await site.run('check')).status).toBe(0);
  // What the owner deletes stays away.
  writeFileSync(join(folder, file), comments.slice(0, comments.indexOf('- id: 2')));
  expect((await site.run('atproto', 'replies')).said).toContain('0 new comments.');
});

it('what was written can be removed, and no record of others', async () => {
  expect((await site.run('atproto', 'publish', '--remove')).status).toBe(0);
  expect(host.of('site.standard.publication')).toEqual([]);
  expect(host.of('site.standard.document').map(({ title }) => title)).toEqual(['Elsewhere']);
});

it('a command says what is wrong with settings, a password and an account', async () => {
  host.failAfter = 0;
  const wrong = layOutFollowedSite(url, {}, { secret: 'wrong' });
  expect((await wrong.run('atproto', 'publish')).said).toContain(
    'Invalid identifier or password. Is ATPROTO_PASSWORD an app password',
  );
  expect((await wrong.run('atproto', 'toast')).said).toContain('Usage:');
  wrong.write({ 'site.ts': 'export const site = {};' });
  expect((await wrong.run('atproto', 'publish')).said).toMatch(/^site\.ts cannot be used:\n(?!.* {4}at )/s);
  wrong.remove();
});
