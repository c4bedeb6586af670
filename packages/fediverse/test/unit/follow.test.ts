import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AccountSite, startAccountSite } from '../helpers/account-site.ts';
import { type OtherServer, startOtherServer } from '../helpers/other-server.ts';

let site: AccountSite;
let other: OtherServer;

beforeEach(async () => {
  [site, other] = await Promise.all([startAccountSite(), startOtherServer()]);
});

afterEach(async () => {
  await site.stop();
  other.stop();
});

const json = async (url: string) =>
  (await fetch(url, { headers: { Accept: 'application/activity+json' } })).json() as Promise<
    Record<string, never>
  >;

test('a server finds the account, follows it, and gets what is written, changed and deleted', async () => {
  const host = new URL(site.url).host;
  const found = await fetch(`${site.url}/.well-known/webfinger?resource=acct:blog@${host}`);
  expect(found.headers.get('content-type')).toContain('application/jrd+json');
  expect(await found.json()).toMatchObject({
    links: expect.arrayContaining([expect.objectContaining({ rel: 'self', href: site.actor })]),
  });
  expect((await fetch(`${site.url}/.well-known/webfinger?resource=acct:else@${host}`)).status).toBe(404);
  const account = await json(site.actor);
  expect(account).toMatchObject({
    type: 'Person',
    preferredUsername: 'blog',
    name: 'Field notes',
    inbox: `${site.actor}/inbox`,
  });

  await site.run('announce');
  expect(
    await other.send(`${site.actor}/inbox`, {
      id: `${other.url}/follows/1`,
      type: 'Follow',
      object: site.actor,
    }),
  ).toBe(202);
  await site.run('deliver');
  expect(other.received.map(({ type }) => type)).toEqual(['Accept']);
  expect(await json(`${site.actor}/followers`)).toMatchObject({ totalItems: 1 });

  for (const objects of [{ 7: { content: '<p>One</p>' } }, { 7: { content: '<p>Two</p>' } }, {}]) {
    await site.release(objects);
    await site.run('announce');
    await site.run('deliver');
  }
  expect(other.received.map(({ type }) => type)).toEqual(['Accept', 'Create', 'Update', 'Delete']);
  expect(JSON.stringify(other.received[1]?.json)).toContain('<p>One</p>');
  expect(JSON.stringify(other.received[2]?.json)).toContain('<p>Two</p>');
  expect((await fetch(`${site.url}/_plugins/fediverse/objects/7`)).status).toBe(410);
});

const follow = (id = 1) =>
  other.send(`${site.actor}/inbox`, { id: `${other.url}/follows/${id}`, type: 'Follow', object: site.actor });
const typesAfter = async (options: object, objects: object = {}) => {
  const count = other.received.length;
  await site.release(objects as Record<string, object>, options);
  await site.run('announce');
  await site.run('deliver');
  return other.received.slice(count).map(({ type }) => type);
};

test('what changes of the account is sent, and its move', async () => {
  await site.run('announce');
  await follow();
  await site.run('deliver');
  expect(await typesAfter({ name: 'Other notes' })).toEqual(['Update']);
  expect(await typesAfter({ name: 'Other notes' })).toEqual([]);
  const aliases = ['https://old.example/users/ada'];
  expect(await typesAfter({ name: 'Other notes', aliases })).toEqual(['Update']);
  expect(await json(site.actor)).toMatchObject({ alsoKnownAs: aliases[0] });
  const movedTo = 'https://new.example/users/ada';
  expect(await typesAfter({ name: 'Other notes', movedTo })).toEqual(['Update', 'Move']);
  expect(other.received.at(-1)?.json).toMatchObject({ object: site.actor, target: movedTo });
  expect(await json(site.actor)).toMatchObject({ movedTo });
});

test('a new key signs under a new name', async () => {
  await site.run('announce');
  await follow();
  await site.run('deliver');
  expect(await typesAfter({ key: 2 }, { 7: { content: 'One' } })).toEqual(['Create', 'Update']);
  expect(await json(site.actor)).toMatchObject({ publicKey: { id: `${site.actor}#key-2` } });
});

test('a post that comes back is a new object, and one release announces so much only', async () => {
  await site.run('announce');
  await follow();
  await site.run('deliver');
  for (const objects of [{ 7: {} }, {}, { 7: {} }]) await typesAfter({}, objects);
  const created = other.received
    .filter(({ type }) => type === 'Create')
    .map(({ json: one }) => String((one.object as unknown as { id: string }).id));
  expect(created.map((id) => id.split('/').at(-1))).toEqual(['7', '7.2']);
  expect((await fetch(`${site.url}/_plugins/fediverse/objects/7`)).status).toBe(410);
  expect(await json(`${site.url}/_plugins/fediverse/objects/7.2`)).toMatchObject({ type: 'Note' });
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [index + 10, {}]));
  expect(await typesAfter({ atOnce: 3 }, { 7: {}, ...many })).toEqual(['Create', 'Create', 'Create']);
  expect(await json(`${site.actor}/outbox`)).toMatchObject({ totalItems: 10 });
  // A mistake in the settings deletes nothing, and neither does a new rendering reach everybody.
  expect(await typesAfter({ atOnce: 3 }, {})).toEqual([]);
  const changed = Object.fromEntries(Object.keys(many).map((id) => [id, { content: 'new' }]));
  expect(await typesAfter({ atOnce: 3 }, { 7: {}, ...changed })).toEqual(['Update', 'Update', 'Update']);
  expect(await typesAfter({ atOnce: 20 }, {})).toHaveLength(10);
});

test('an announcement that is interrupted is made once', async () => {
  await site.run('announce');
  await follow();
  await site.run('deliver');
  await site.release({ 7: {} });
  const { set } = site.store;
  const replace = site.store.replace.bind(site.store);
  let left = 4;
  Object.assign(site.store, {
    replace: async (...given: Parameters<typeof replace>) => {
      if (given[0] === 'objects' && left-- > 0) throw new Error('The store is away.');
      return replace(...given);
    },
    set,
  });
  for (let run = 0; run < 6; run++) {
    await site.run('announce').catch(() => undefined);
    await site.run('deliver');
  }
  expect(other.received.map(({ type }) => type)).toEqual(['Accept', 'Create']);
});
