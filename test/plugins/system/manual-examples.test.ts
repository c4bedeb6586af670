import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildTestSite, type TestServer, type TestSite } from '../../../src/api/testing.ts';
import { post } from '../../helpers/content-project.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { everyWrite, startRedis } from '../../helpers/redis-server.ts';

/** The complete examples of the chapter "Plugins", by the titles of their blocks. */
const chapter = readFileSync(join(projectRoot, 'content/pages/manual/changing/plugins.md'), 'utf8');
const examples = Object.fromEntries(
  [...chapter.matchAll(/```ts title="([^"]+)"\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => [
    file,
    code,
  ]),
);

const files = {
  ...examples,
  'site.ts': `import { guestBook } from './plugins/guest-book.ts';
import { houseStyle } from './plugins/house-style.ts';
import { miles } from './plugins/miles.ts';
import { readingList } from './plugins/reading-list.ts';

export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: [miles({ digits: 1 }), readingList(), houseStyle({ titleWords: 3, verification: 'abc' }), guestBook],
};
`,
  'content/posts/walk.md': post('It is 3 miles to the hut.'),
  'content/posts/long.md': '---\ntitle: A title of six words here\ndate: 2026-01-02\n---\n\nWords.\n',
  'content/books/weir.md': '---\ntitle: The weir\ndate: 2026-01-02\nwriter: Zoë\nstars: 4\n---\n\nGood.\n',
  'content/books/ford.md': '---\ntitle: The ford\ndate: 2026-01-03\nwriter: Ben\nstars: 2\n---\n\nWet.\n',
};

let site: TestSite;
let server: TestServer;

beforeAll(async () => {
  site = await buildTestSite(files);
  expect(site.problems).toEqual([]);
  server = await site.start();
});

afterAll(async () => {
  await server?.stop();
  site?.remove();
});

test('the plugin of remark is in every form of a text', () => {
  const words = '3 miles (4.8 km)';
  for (const file of [
    '/walk/index.html',
    '/walk.md',
    '/feed.xml',
    '/feed.json',
    '/llms-full.txt',
    '/wp-json/wp/v2/posts.json',
  ])
    expect(site.read(file)).toContain(words);
});

test('the reading list has pages, a document that is advertised, and a tool', async () => {
  expect(site.read('/books/index.html')).toContain('The weir');
  expect(JSON.parse(site.read('/books.json') ?? '')).toContainEqual(
    expect.objectContaining({ title: 'The weir', stars: 4 }),
  );
  expect(site.read('/llms.txt')).toContain('/books.json');
  expect(site.read('/.well-known/api-catalog')).toContain('/books.json');
  expect(site.read('/.well-known/mcp.json')).toContain('"name": "books"');
  expect(await server.callTool('books', { stars: 3 })).toMatchObject({
    structuredContent: { books: [{ title: 'The weir', stars: 4 }] },
  });
  expect(await server.callTool('books', { star: 3 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('did you mean "stars"') }],
  });
  expect(await server.callTool('search', { query: 'miles' })).toMatchObject({
    structuredContent: { results: [{ title: 'A post' }] },
  });
  const found = await fetch(`${server.url}/wp-json/wp/v2/posts?search=km`).then((response) =>
    response.json(),
  );
  expect(found).toHaveLength(1);
});

test('the house style has advice and an element', () => {
  expect(site.warnings).toContainEqual(
    'content/posts/long.md:2:1 house-style: the title has more than 3 words',
  );
  expect(site.read('/index.html')).toContain('<meta name="site-verification" content="abc">');
});

/** A form of the guest book: its token. */
async function tokenOf({ url }: TestServer): Promise<string> {
  const page = await (await fetch(`${url}/_plugins/guest-book/`)).text();
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

const send = ({ url }: TestServer, body: Record<string, string>) =>
  fetch(`${url}/_plugins/guest-book/entries`, { method: 'POST', body: new URLSearchParams(body) }).then(
    ({ status }) => status,
  );

/** The path that the owner follows, in the mail. */
const linkIn = (mail = '') => /\/_plugins\/guest-book\/show\/[\w?=-]+/.exec(mail)?.[0];

const countOf = async (words: string, { url }: TestServer) =>
  (await (await fetch(`${url}/_plugins/guest-book/`)).text()).split(words).length - 1;

/** Sends one form to several sidecars at once, and clicks at all of them: one of each counts. */
async function expectOneOutcome(servers: readonly TestServer[]): Promise<void> {
  const [first] = servers;
  if (!first) throw new Error('No sidecar was started.');
  const token = await tokenOf(first);
  const everyone = [...servers, ...servers];
  const sent = await Promise.all(everyone.map((one) => send(one, { token, words: 'Hello <b>there</b>' })));
  expect(sent.sort()).toEqual([202, ...everyone.slice(1).map(() => 409)]);
  const mails = servers.flatMap((one) => one.mails());
  expect(mails).toHaveLength(1);
  for (const one of servers) expect(await countOf('Hello', one)).toBe(0);
  const link = linkIn(mails[0]);
  const click = ({ url }: TestServer) => fetch(url + link, { method: 'POST', redirect: 'manual' });
  expect((await fetch(first.url + link)).status).toBe(200);
  expect((await fetch(`${first.url}${link}x`, { method: 'POST' })).status).toBe(403);
  const clicked = await Promise.all(everyone.map(click));
  expect(clicked.map(({ status }) => status)).toEqual(everyone.map(() => 303));
  for (const one of servers) expect(await countOf('Hello &#60;b&#62;there', one)).toBe(1);
}

test('the guest book shows an entry after the click of its owner, and no form twice', async () => {
  await expectOneOutcome([server]);
  const token = await tokenOf(server);
  expect(await send(server, { token: `${token}x`, words: 'Hello' })).toBe(422);
  expect(await send(server, { token, words: 'I wait' })).toBe(202);
  expect(server.mails().at(-1)).toContain(`${server.url}/_plugins/guest-book/show/`);
  expect(await site.run(['guest-book'])).toBe('"I wait"\n');
  expect(await site.run(['--help'])).toContain('guest-book   lists entries that wait');
  // Five a minute.
  expect(await send(server, { token: '', words: '' })).toBe(422);
  expect(await send(server, { token: '', words: '' })).toBe(429);
  const book = `${server.url}/_plugins/guest-book/`;
  const large = await fetch(`${book}entries`, { method: 'DELETE' });
  expect([large.status, large.headers.get('Allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${book}nothing`)).status).toBe(404);
});

test('two sidecars on Redis have one guest book, also for forms and clicks at the same time', async () => {
  const redis = await startRedis(...everyWrite);
  onTestFinished(() => redis.stop());
  const shared = { REDIS_URL: redis.url, CONTACT_SECRET: 'one secret for both of the sidecars' };
  const servers = await Promise.all(
    ['one', 'two'].map((name) => site.start({ ...shared, DATA_DIR: join(site.folder, name) })),
  );
  onTestFinished(async () => void (await Promise.all(servers.map(({ stop }) => stop()))));
  await expectOneOutcome(servers);
});
