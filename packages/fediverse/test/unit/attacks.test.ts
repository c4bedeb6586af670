import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tame } from '../../src/foreign-json.ts';
import { Responses } from '../../src/responses.ts';
import { type AccountSite, startAccountSite } from '../helpers/account-site.ts';
import { makeKey, type OtherServer, type SendOptions, startOtherServer } from '../helpers/other-server.ts';

let site: AccountSite;
let other: OtherServer;
let victim: OtherServer;

beforeEach(async () => {
  [site, other, victim] = await Promise.all([
    startAccountSite(),
    startOtherServer(),
    startOtherServer('Victim'),
  ]);
  await site.release({ 7: {} });
  await site.run('announce');
});

afterEach(async () => {
  await site.stop();
  other.stop();
  victim.stop();
});

let serial = 0;
const follow = (fields: object = {}) => ({
  id: `${other.url}/follows/${++serial}`,
  type: 'Follow',
  object: site.actor,
  ...fields,
});
const send = (activity: object, how?: SendOptions) => other.send(`${site.actor}/inbox`, activity, how);
const followers = async () =>
  ((await (await fetch(`${site.actor}/followers`)).json()) as { totalItems: number }).totalItems;
const replaceBody = (text: string) => (request: Request) =>
  new Request(request.url, { method: 'POST', headers: request.headers, body: text });

test('both kinds of signatures are read', async () => {
  expect(await send(follow(), { spec: 'draft-cavage-http-signatures-12' })).toBe(202);
  expect(await send(follow(), { spec: 'rfc9421' })).toBe(202);
  expect(await followers()).toBe(1);
});

test('a forged signature is refused, and makes no further requests to whom it names', async () => {
  const key = await makeKey();
  for (const spec of ['draft-cavage-http-signatures-12', 'rfc9421'] as const) {
    expect(await send(follow(), { spec, key })).toBe(401);
    expect(
      await send(follow(), { spec, spoil: replaceBody(JSON.stringify(follow({ actor: other.actor }))) }),
    ).toBe(401);
    // One's own key in the name of another: of the actor, of the key, of both.
    expect(await send(follow({ actor: victim.actor, id: `${victim.url}/1` }), { spec })).toBe(401);
    expect(await send(follow(), { spec, keyId: victim.keyId })).toBe(401);
    expect(
      await send(follow({ actor: victim.actor, id: `${victim.url}/2` }), { spec, keyId: victim.keyId }),
    ).toBe(401);
    // An activity that would be found elsewhere.
    expect(await send(follow({ id: `${victim.url}/3` }), { spec })).toBe(401);
  }
  const old = (request: Request) => {
    request.headers.set('Date', new Date(Date.now() - 2 * 3_600_000).toUTCString());
    return request;
  };
  expect(await send(follow(), { spoil: old })).toBe(401);
  expect(
    (
      await fetch(`${site.actor}/inbox`, {
        method: 'POST',
        body: JSON.stringify({ ...follow(), actor: other.actor }),
      })
    ).status,
  ).toBe(401);
  expect(await followers()).toBe(0);
  expect(victim.asked.length).toBeLessThanOrEqual(2);
});

test('an activity that comes again does nothing again', async () => {
  let kept: Request | undefined;
  const keep = (request: Request) => {
    kept = request.clone();
    return request;
  };
  expect(await send(follow(), { spoil: keep })).toBe(202);
  expect(
    await send({ id: `${other.url}/undo`, type: 'Undo', object: { type: 'Follow', object: site.actor } }),
  ).toBe(202);
  expect(await followers()).toBe(0);
  expect((await fetch(kept as Request)).status).toBe(202);
  expect(await followers()).toBe(0);
});

test('no one undoes, changes or deletes what others did', async () => {
  const inbox = `${site.actor}/inbox`;
  await victim.send(inbox, { id: `${victim.url}/follow`, type: 'Follow', object: site.actor });
  const object = {
    id: `${victim.url}/n`,
    type: 'Note',
    attributedTo: victim.actor,
    content: 'x',
    to: 'as:Public',
    inReplyTo: `${site.url}/_plugins/fediverse/objects/7`,
  };
  await victim.send(inbox, { id: `${victim.url}/create`, type: 'Create', object });
  for (const attack of [
    { type: 'Undo', object: { type: 'Follow', actor: victim.actor, object: site.actor } },
    { type: 'Undo', object: `${victim.url}/follow` },
    { type: 'Delete', object: victim.actor },
    { type: 'Delete', object: object.id },
    { type: 'Update', object: { ...object, content: 'changed' } },
    { type: 'Update', object: { ...object, attributedTo: other.actor, content: 'changed' } },
    { type: 'Create', object: { ...object, id: `${victim.url}/m` } },
    { type: 'Create', object: { ...object, id: `${victim.url}/m`, attributedTo: other.actor } },
    { type: 'Move', object: victim.actor, target: other.actor },
  ])
    await send({ id: `${other.url}/attacks/${++serial}`, ...attack });
  expect(await followers()).toBe(1);
  expect((await new Responses(site.store).all()).map(({ html }) => html)).toEqual(['x']);
});

test('contexts and names of strangers mean nothing', () => {
  const tamed = tame({
    '@context': { actor: 'https://evil.example/ns#nothing' },
    '@id': 'https://evil.example/1',
    'https://www.w3.org/ns/activitystreams#actor': 'https://victim.example/u',
    'as:object': 'https://victim.example/o',
    __proto__: null,
    type: 'Follow',
    object: { '@context': 'https://evil.example/context', '@graph': [], type: 'Note' },
  });
  expect(JSON.stringify(tamed)).not.toMatch(/evil|victim|@graph|@id":"https/);
  expect(tamed).toMatchObject({ type: 'Follow', object: { type: 'Note' } });
  const deep = JSON.parse(`${'{"object":'.repeat(40)}1${'}'.repeat(40)}`);
  for (const bad of [deep, { list: Array.from({ length: 5_000 }, () => 1) }, [], null, 'text', 7])
    expect(tame(bad)).toBeNull();
});

test('what is no activity is refused before anyone is asked', async () => {
  const raw = (body: string) =>
    fetch(`${site.actor}/inbox`, { method: 'POST', body }).then(({ status }) => status);
  expect(await raw('{')).toBe(400);
  expect(await raw('[]')).toBe(400);
  expect(
    await raw(JSON.stringify({ type: 'Follow', actor: 'javascript:alert(1)', id: 'https://x.example/1' })),
  ).toBe(400);
  expect(
    await raw(JSON.stringify({ type: 'Follow', actor: 'file:///etc/passwd', id: 'https://x.example/1' })),
  ).toBe(400);
  // Every server hears of accounts that end.
  expect(
    await raw(
      JSON.stringify({ type: 'Delete', actor: victim.actor, id: `${victim.url}/1`, object: victim.actor }),
    ),
  ).toBe(202);
  expect(victim.asked).toEqual([]);
});

test('a flood of keys that are nowhere is refused while the first are looked for', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  let refused = 0;
  const keyId = (index: number) => `http://127.0.0.1:${port}/users/${index}#main-key`;
  const answers = Array.from({ length: 40 }, async (_, index) => {
    const status = await send(follow(), { keyId: keyId(index) });
    refused += Number(status === 503);
    return status;
  });
  await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0);
  silent.close();
  silent.closeAllConnections();
  expect(new Set(await Promise.all(answers))).toEqual(new Set([401, 503]));
  expect(await followers()).toBe(0);
});

test('a key counts only at the server of its owner', async () => {
  const key = await makeKey();
  const pem = Buffer.from(await crypto.subtle.exportKey('spki', key.publicKey)).toString('base64');
  const server = createServer((_, response) => {
    const publicKeyPem = `-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----\n`;
    const found = { id: keyId, type: 'Key', owner: victim.actor, publicKeyPem };
    response.writeHead(200, { 'Content-Type': 'application/activity+json' }).end(JSON.stringify(found));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keyId = `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`;
  expect(await send(follow({ actor: victim.actor, id: `${victim.url}/1` }), { key, keyId })).toBe(401);
  server.close();
  server.closeAllConnections();
});
