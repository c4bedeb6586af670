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
