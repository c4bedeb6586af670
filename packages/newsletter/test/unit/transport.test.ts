import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ResendMood, ResendStub } from '../../../../test/helpers/resend-stub.ts';
import { openTransport } from '../../src/mails/transport.ts';
import { readWebhook } from '../../src/subscribers/bounces.ts';
import { options, site } from '../faults/newsletter-site.ts';

const letter = {
  id: '0123456789abcdef.reader.mark',
  to: 'ada+news@example.org',
  subject: 'News',
  text: 'Words.',
  html: '<p>Words.</p>',
  leaveUrl: 'https://notes.example.org/leave/1',
};
const open = (settings: Readonly<Record<string, string>>, more: object = {}) =>
  openTransport({ options: { ...options, ...more }, site, setting: (name) => settings[name] });
const permit = async () => undefined;

test.each<[readonly ResendMood[], string, number]>([
  [['accept'], 'sent', 1],
  [['reset-after', 'accept'], 'sent', 1],
  [['break', 'break', 'accept'], 'sent', 1],
  [['reset', 'reset', 'reset'], 'uncertain', 0],
  [['break-after', 'break-after', 'break-after'], 'uncertain', 1],
  [['limit'], 'later', 0],
  [['refuse'], 'refused', 0],
])('Resend that answers %j: %s', async (moods, kind, count) => {
  const stub = await new ResendStub().start();
  onTestFinished(() => stub.stop());
  const left = [...moods];
  stub.mood = () => left.shift() ?? 'accept';
  const { send } = await open({ RESEND_API_KEY: 're_test', RESEND_BASE_URL: stub.url });
  expect(await send(letter, permit)).toMatchObject({ kind });
  expect(stub.sent).toHaveLength(count);
  expect(new Set(stub.requests.map(({ key }) => key))).toEqual(new Set([letter.id]));
  expect(stub.requests[0]?.body).toMatchObject({
    from: '"Zoe" <news@notes.example.org>',
    to: ['ada+news@example.org'],
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    tags: [{ name: 'edition', value: '0123456789abcdef' }],
  });
});

test('nothing is handed to Resend if the store does not know of it first', async () => {
  const stub = await new ResendStub().start();
  onTestFinished(() => stub.stop());
  const { send } = await open({ RESEND_API_KEY: 're_test', RESEND_BASE_URL: stub.url });
  expect(await send(letter, () => Promise.reject(new Error('gone')))).toEqual({ kind: 'later' });
  expect(stub.requests).toEqual([]);
});

test('a mail server that lets nobody in refuses no subscriber', async () => {
  const server = createServer((socket) => socket.end('554 5.7.1 No service\r\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { send } = await open({ SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect(await send(letter, permit)).toMatchObject({ kind: 'broken' });
});

test('without a mail server a mail is a file, once; without the key of `dkim` there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { send } = await open({ DATA_DIR: folder });
  expect([await send(letter, permit), await send(letter, permit)]).toEqual([
    { kind: 'sent' },
    { kind: 'sent' },
  ]);
  const [file = '', ...others] = readdirSync(join(folder, 'newsletter'));
  expect(others).toEqual([]);
  const mail = readFileSync(join(folder, 'newsletter', file), 'utf8');
  expect(mail).toContain('Message-ID: <0123456789abcdef.reader.mark@notes.example.org>');
  const unsigned = await open({ DATA_DIR: folder }, { dkim: { domain: 'example.org', selector: 's' } });
  const outcome = await unsigned.send(letter, permit);
  expect(outcome).toMatchObject({
    kind: 'broken',
    reason: expect.stringContaining('NEWSLETTER_DKIM_KEY is not set'),
  });
});

const secret = Buffer.from('a secret of tests').toString('base64');
const bounced = JSON.stringify({
  type: 'email.bounced',
  created_at: '2026-11-28T12:00:00Z',
  data: {
    ...{ email_id: 'x', from: 'news@example.org', to: ['ada@example.org'], subject: 'News' },
    ...{ created_at: '', message_id: '', tags: { edition: '0123456789abcdef' } },
    bounce: { type: 'Permanent', subType: 'General', message: 'No such user' },
  },
});
const headersOf = (body: string, age = 0) => {
  const time = String(Math.floor(Date.now() / 1000) - age);
  const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`msg_1.${time}.${body}`);
  return { 'svix-id': 'msg_1', 'svix-timestamp': time, 'svix-signature': `v1,${mac.digest('base64')}` };
};

test('the webhook of Resend counts if Resend has signed it in the last minutes', async () => {
  const found = [{ mail: 'ada@example.org', kind: 'hard', edition: '0123456789abcdef' }];
  const read = (body: string, headers = headersOf(body)) => readWebhook(body, headers, `whsec_${secret}`);
  expect(await read(bounced)).toEqual(found);
  const soft = bounced.replace('Permanent', 'Transient');
  expect(await read(soft)).toMatchObject([{ kind: 'soft' }]);
  expect(await read(bounced.replace('email.bounced', 'email.complained'))).toMatchObject([
    { kind: 'complaint' },
  ]);
  expect(await read(bounced.replace('email.bounced', 'email.delivered'))).toEqual([]);
  expect(await read(bounced, headersOf(soft))).toBeNull();
  expect(await read(bounced, headersOf(bounced, 3_600))).toBeNull();
  expect(await read(bounced, headersOf(bounced, -3_600))).toBeNull();
  expect(await readWebhook(bounced, {}, `whsec_${secret}`)).toBeNull();
  expect(await readWebhook(bounced, headersOf(bounced), undefined)).toBeNull();
});
