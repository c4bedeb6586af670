import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTestSite, type TestServer, type TestSite } from 'agentsite/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startOtherServer } from '../helpers/other-server.ts';

const files = {
  'site.ts': `import { fediverse } from 'agentsite-fediverse';

export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: [fediverse({ username: 'notes', warnings: { spiders: 'Spiders' } })],
};
`,
  'content/posts/walk.md':
    '---\ntitle: A walk\ndate: 2026-11-01\ntags: [spiders, night-walk]\n---\n\nTo [the hut](/hut/).\n',
  'content/posts/2026-11-02-0910.md': '---\ntitle: ""\ndate: 2026-11-02T09:10\n---\n\nRain.\n',
  'content/tags.yaml': '- { slug: spiders, name: Spiders }\n- { slug: night-walk, name: night walk }\n',
  'content/pages/hut.md': '---\ntitle: The hut\n---\n\nHere.\n',
};

let site: TestSite;
let server: TestServer;
let url: string;

beforeAll(async () => {
  site = await buildTestSite(files);
  expect(site.problems).toEqual([]);
  // Other servers fetch the account at the address that the build has.
  const openapi = JSON.parse(site.read('/openapi.json') ?? '');
  url = openapi.servers[0].url;
  server = await site.start({ PORT: new URL(url).port });
});

afterAll(async () => {
  await server?.stop();
  site?.remove();
});

const get = async (path: string, accept = 'application/activity+json') => {
  const response = await fetch(url + path, { headers: { Accept: accept }, redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
};

test('OpenAPI describes what answers, and no folder', () => {
  const paths = Object.keys(JSON.parse(site.read('/openapi.json') ?? '').paths);
  expect(paths).toEqual(expect.arrayContaining(['/.well-known/webfinger', '/_plugins/fediverse/inbox']));
  expect(paths.filter((path) => path.includes('activitypub'))).toEqual([]);
});

test('the site is an account, its posts are objects, and its pages are the same for servers', async () => {
  const account = JSON.parse((await get('/_plugins/fediverse/actor')).text);
  expect(account).toMatchObject({ preferredUsername: 'notes', name: 'Field notes' });
  const host = new URL(account.id).host;
  const found = await get(`/.well-known/webfinger?resource=acct:notes@${host}`, 'application/jrd+json');
  expect(JSON.parse(found.text).links).toContainEqual(
    expect.objectContaining({ rel: 'self', href: account.id }),
  );
  const outbox = JSON.parse((await get('/_plugins/fediverse/actor/outbox?page=1')).text);
  expect(outbox.orderedItems.map(({ type }: { type: string }) => type)).toEqual(['Create', 'Create']);
  const [note, article] = outbox.orderedItems.map(({ object }: { object: object }) => object);
  expect(note).toMatchObject({ type: 'Note', sensitive: false });
  expect(note.content).toContain('Rain.');
  expect(article).toMatchObject({ type: 'Article', name: 'A walk', summary: 'Spiders', sensitive: true });
  expect(article.tag.map(({ name }: { name: string }) => name)).toEqual(['#Spiders', '#NightWalk']);
  expect(article.content).toMatch(/href="http[^"]+\/hut\/"/);
  expect(JSON.parse((await get('/walk/')).text)).toMatchObject({ id: article.id, type: 'Article' });
  expect((await get('/walk/', 'text/html')).text).toContain('<!DOCTYPE html>');
  expect(await get('/_plugins/fediverse/objects/1')).toMatchObject({ status: 404 });
  expect(JSON.parse((await get('/.well-known/nodeinfo', 'application/json')).text).links).toHaveLength(1);
  expect(JSON.parse((await get('/_plugins/fediverse/nodeinfo', 'application/json')).text)).toMatchObject({
    software: { name: 'agentsite' },
  });
});

test('a follow is accepted, the next release is sent, and the command stores a reply to it', async () => {
  const other = await startOtherServer();
  onTestFinished(other.stop);
  const inbox = `${url}/_plugins/fediverse/inbox`;
  const types = () => other.received.map(({ type }) => type);
  const actor = `${url}/_plugins/fediverse/actor`;
  expect(await other.send(inbox, { id: `${other.url}/follows/1`, type: 'Follow', object: actor })).toBe(202);
  await expect.poll(types, { timeout: 60_000 }).toEqual(['Accept']);
  expect(JSON.parse((await get('/_plugins/fediverse/actor/followers')).text)).toMatchObject({
    totalItems: 1,
  });

  await server.stop();
  site = await site.rebuild({
    'content/posts/ford.md': '---\ntitle: The ford\ndate: 2026-11-20\n---\n\nWet.\n',
  });
  server = await site.start({ PORT: new URL(url).port });
  await expect.poll(types, { timeout: 60_000 }).toEqual(['Accept', 'Create']);
  const { id } = JSON.parse((await get('/ford/')).text);
  const note = { id: `${other.url}/notes/1`, type: 'Note', attributedTo: other.actor, inReplyTo: id };
  const words = { content: '<p>Very <b>wet</b></p>', published: '2026-11-21T10:00:00Z', to: 'as:Public' };
  expect(
    await other.send(inbox, { id: `${note.id}#create`, type: 'Create', object: { ...note, ...words } }),
  ).toBe(202);
  await expect.poll(() => server.mails().join('\n'), { timeout: 60_000 }).toContain('A reply of Ada');

  const file = join(site.folder, `content/comments/${id.split('/').at(-1)}.yaml`);
  const key = (await site.run(['fediverse', '--key'])).trim();
  expect(await site.run(['fediverse'], { FEDIVERSE_KEY: key })).toContain('1 reply added');
  const stored = readFileSync(file, 'utf8');
  expect(stored).toContain('Very **wet**');
  expect(stored).toContain('status: waiting');
  expect(await site.run(['fediverse'])).toContain('0 replies added');
  await expect(site.run(['fediverse'], { FEDIVERSE_KEY: 'wrong' })).rejects.toThrow(
    'is not that of the server',
  );
});
