import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { openOutboxMailer } from '../../../sidecar/adapters/outbox-mailer.ts';
import { renderContactMail } from '../../../src/core/contact/mail.ts';
import { envelope, validMessage } from '../../helpers/contact-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-outbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mail = (delivery: string) =>
  renderContactMail(validMessage, {
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    channel: 'form',
    delivery,
  });
const never = { signal: new AbortController().signal, beforeHandover: async () => {} };

test('a delivery is one file, however often and however simultaneously it is sent', async () => {
  const mailer = await openOutboxMailer(folder, envelope);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => mailer.send(mail('abc'), never)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  expect(readdirSync(folder)).toEqual(['abc.eml']);
  expect(statSync(join(folder, 'abc.eml')).mode & 0o777).toBe(0o600);
  const written = readFileSync(join(folder, 'abc.eml'), 'utf8');
  expect(written).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  const parsed = await PostalMime.parse(written);
  expect(parsed.text?.replace(/\r\n/g, '\n')).toBe(mail('abc').text);
  expect(parsed.replyTo).toEqual([{ name: 'A Visitor', address: 'visitor@example.org' }]);
});

test('a mail to others has their address, a form in HTML and its own headers', async () => {
  const mailer = await openOutboxMailer(folder, envelope);
  await mailer.send(
    {
      ...mail('letter'),
      to: 'reader@example.net',
      html: '<p>Grüße</p>',
      headers: { 'List-Unsubscribe': '<https://example.org/off>' },
    },
    never,
  );
  const parsed = await PostalMime.parse(readFileSync(join(folder, 'letter.eml'), 'utf8'));
  expect(parsed.to).toEqual([{ name: '', address: 'reader@example.net' }]);
  expect(parsed.html).toContain('<p>Grüße</p>');
  const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe')).toBe('<https://example.org/off>');
  expect(headers.has('x-contact-channel')).toBe(false);
});

test('what a killed process left unfinished is cleared away and is no mail', async () => {
  writeFileSync(join(folder, '.unfinished-1-0'), 'half a ma');
  await openOutboxMailer(folder, envelope);
  expect(readdirSync(folder).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
});

test('a folder that cannot be written to sent nothing', async () => {
  const own = mkdtempSync(join(tmpdir(), 'agentsite-outbox-'));
  const mailer = await openOutboxMailer(own, envelope);
  rmSync(own, { recursive: true });
  expect(await mailer.send(mail('x'), never)).toEqual({ kind: 'unavailable', reason: 'ENOENT' });
});
