import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeComments } from 'agentsite/content';
import type { Site } from 'agentsite/model';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { importReplies } from '../../src/import-replies.ts';
import { type Response, Responses } from '../../src/responses.ts';
import { type AccountSite, startAccountSite } from '../helpers/account-site.ts';
import { type OtherServer, startOtherServer } from '../helpers/other-server.ts';

const audience = 'https://www.w3.org/ns/activitystreams#Public';
let site: AccountSite;
let other: OtherServer;

beforeEach(async () => {
  [site, other] = await Promise.all([startAccountSite(), startOtherServer('Ada <b>L</b>')]);
  await site.release({ 7: { content: '<p>One</p>', url: `${site.url}/one/` } });
  await site.run('announce');
});

afterEach(async () => {
  await site.stop();
  other.stop();
});

let serial = 0;
const send = (activity: object) =>
  other.send(`${site.url}/_plugins/fediverse/inbox`, {
    id: `${other.url}/activities/${++serial}`,
    ...activity,
  });
const note = (name: string, fields: object = {}) => ({
  id: `${other.url}/notes/${name}`,
  type: 'Note',
  attributedTo: other.actor,
  inReplyTo: `${site.url}/_plugins/fediverse/objects/7`,
  content: '<p>Good <b>words</b><script>alert(1)</script></p>',
  published: '2026-11-20T10:00:00Z',
  to: [audience],
  ...fields,
});
const said = async () => {
  const all = await new Responses(site.store).all();
  return all.map(({ type, source, html }) =>
    `${type} ${source.split('/').at(-1)} ${html.slice(0, 12)}`.trim(),
  );
};

test('a reply, a like and a boost are kept, changed and withdrawn', async () => {
  expect(await send({ type: 'Create', object: note('1') })).toBe(202);
  expect(site.mails).toHaveLength(1);
  expect(site.mails[0]).toContain('Good words');
  expect(await send({ type: 'Create', object: note('2', { inReplyTo: `${other.url}/notes/1` }) })).toBe(202);
  const [like, boost] = [
    { id: `${other.url}/like`, type: 'Like' },
    { id: `${other.url}/boost`, type: 'Announce', to: 'as:Public' },
  ];
  const object = `${site.url}/_plugins/fediverse/objects/7`;
  for (const one of [like, boost]) await send({ ...one, object });
  expect(await said()).toEqual([
    'comment 1 <p>Good <b>w',
    'comment 2 <p>Good <b>w',
    'like like',
    'repost boost',
  ]);
  await send({ type: 'Update', object: note('1', { content: '<p>Better</p>' }) });
  await send({ type: 'Delete', object: `${other.url}/notes/2` });
  await send({ type: 'Undo', object: { ...like, actor: other.actor, object } });
  await send({ type: 'Undo', object: boost.id });
  expect(await said()).toEqual(['comment 1 <p>Better</p']);
  await send({ type: 'Delete', object: other.actor });
  expect(await said()).toEqual([]);
});

test('a note that answers nothing here, or not in public, is none of ours', async () => {
  for (const fields of [
    { inReplyTo: null },
    { inReplyTo: `${site.url}/_plugins/fediverse/objects/8` },
    { to: [site.actor] },
    { content: '' },
  ])
    expect(await send({ type: 'Create', object: note('9', fields) })).toBe(202);
  expect(await said()).toEqual([]);
});

test('a boost for followers alone is none of ours, and a text may be there by language', async () => {
  const boost = { type: 'Announce', object: `${site.url}/_plugins/fediverse/objects/7` };
  await send({ ...boost, id: `${other.url}/boosts/1`, to: [`${other.actor}/followers`] });
  await send({ ...boost, id: `${other.url}/boosts/2` });
  expect(await said()).toEqual([]);
  const { content, ...rest } = note('1');
  await send({ type: 'Create', object: { ...rest, contentMap: { en: content } } });
  expect(await said()).toEqual(['comment 1 <p>Good <b>w']);
});

test('what a note has besides its text needs no meaning', async () => {
  const publicKey = { id: `${other.actor}#key`, owner: other.actor, publicKeyPem: 'none' };
  const attachment = [
    { type: 'Person', id: other.actor, publicKey },
    { type: 'Video', duration: 'long' },
  ];
  expect(await send({ type: 'Create', object: note('1', { attachment }) })).toBe(202);
  expect(await said()).toEqual(['comment 1 <p>Good <b>w']);
});

test('replies are only taken from whom the owner wants them', async () => {
  await site.release({ 7: {} }, { replies: 'followers' });
  await send({ type: 'Create', object: note('1') });
  expect(await said()).toEqual([]);
  await send({ type: 'Follow', object: site.actor });
  await send({ type: 'Create', object: note('1') });
  expect(await said()).toHaveLength(1);
  await site.release({ 7: {} }, { replies: 'none' });
  await send({ type: 'Create', object: note('2') });
  expect(await said()).toHaveLength(1);
  await site.release({ 7: {} }, { blocked: ['127.0.0.1'] });
  expect(await send({ type: 'Create', object: note('3') })).toBe(403);
});

test('who asks to quote gets a stamp, if the owner lets them', async () => {
  const ask = async () => {
    await send({
      type: 'QuoteRequest',
      object: `${site.url}/_plugins/fediverse/objects/7`,
      instrument: `${other.url}/quotes/1`,
    });
    await site.run('deliver');
    return other.received.at(-1);
  };
  const accepted = await ask();
  expect(accepted?.type).toBe('Accept');
  const stamp = await fetch(String(accepted?.json.result));
  expect(await stamp.json()).toMatchObject({
    type: 'QuoteAuthorization',
    interactingObject: `${other.url}/quotes/1`,
  });
  expect((await fetch(`${accepted?.json.result}x`)).status).toBe(404);
  await site.release({ 7: {} }, { quotes: 'none' });
  expect((await ask())?.type).toBe('Reject');
});

test('replies become comments that wait, as the owner left them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'agentsite-replies-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const settings = { url: 'https://notes.example.org', timezone: 'UTC' } as Site;
  const response = (name: string, html: string, parent = ''): Response => ({
    ...{ type: 'comment', source: `https://other.example/${name}`, actor: 'https://other.example/ada' },
    ...{ name: 'Ada <b>', url: `https://other.example/@ada/${name}`, published: '2026-11-20T10:00:00.000Z' },
    ...{ document: '7', parent, html },
  });
  const [one, two] = [
    response('1', '<p>Good <img src=x onerror=alert(1)> words</p>'),
    response('2', '<p>Yes</p>', 'https://other.example/1'),
  ];
  const first = importReplies(root, settings, [one, two], new Set());
  expect(first).toMatchObject({ added: 2, changed: 0, removed: 0, refused: [] });
  const file = () => readFileSync(join(root, 'content/comments/7.yaml'), 'utf8');
  expect(file()).toContain('status: waiting');
  expect(file()).toContain('parent: 1');
  expect(file()).not.toContain('onerror');
  // The owner shows one and deletes the other.
  changeComments(root, 7, ([shown]) =>
    shown
      ? [
          {
            id: shown.id,
            name: 'Ada',
            date: shown.date,
            via: 'fediverse',
            source: one.source,
            text: String(shown.text),
          },
        ]
      : [],
  );
  const again = importReplies(root, settings, [one, two], new Set(first.sources));
  expect(again).toMatchObject({ added: 0, changed: 0 });
  expect(file()).not.toContain('waiting');
  expect(
    importReplies(root, settings, [{ ...one, html: '<p>Other words</p>' }, two], new Set(first.sources)),
  ).toMatchObject({ changed: 1 });
  expect(file()).toContain('waiting');
  expect(importReplies(root, settings, [], new Set(first.sources))).toMatchObject({ removed: 1 });
});
