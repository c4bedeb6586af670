import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestSite, type TestServer, type TestSite } from '../../../src/api/testing.ts';
import { post } from '../../helpers/content-project.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

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

test('the guest book shows an entry after the click of its owner, and no form twice', async () => {
  const book = `${server.url}/_plugins/guest-book/`;
  const page = await (await fetch(book)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const send = (body: Record<string, string>) =>
    fetch(`${book}entries`, { method: 'POST', body: new URLSearchParams(body) }).then(({ status }) => status);
  expect(await send({ token, words: 'Hello <b>there</b>' })).toBe(202);
  expect(await send({ token, words: 'Hello again' })).toBe(409);
  expect(await send({ token: `${token}x`, words: 'Hello' })).toBe(422);
  expect(await (await fetch(book)).text()).not.toContain('Hello');
  expect(server.mails()).toHaveLength(1);
  // Quoted-printable.
  const mail =
    server
      .mails()[0]
      ?.replace(/=\r?\n/g, '')
      .replaceAll('=3D', '=') ?? '';
  const shown = /_plugins\/guest-book\/show\/[\w?=-]+/.exec(mail)?.[0];
  const click = () => fetch(`${server.url}/${shown}`, { method: 'POST', redirect: 'manual' });
  expect((await click()).status).toBe(303);
  await click();
  const after = await (await fetch(book)).text();
  expect(after.match(/Hello &#60;b&#62;there/g)).toHaveLength(1);
  // Five a minute.
  const rest = await Promise.all(Array.from({ length: 4 }, () => send({ token: '', words: '' })));
  expect(rest).toContain(429);
  const large = await fetch(`${book}entries`, { method: 'DELETE' });
  expect([large.status, large.headers.get('Allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${book}nothing`)).status).toBe(404);
});
