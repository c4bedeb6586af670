import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../../sidecar/config.ts';
import { openContactParts } from '../../../sidecar/open-contact-parts.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

const folder = makeQuickFolder('parts');
afterAll(() => rmSync(folder, { recursive: true }));

const open = async (environment: Record<string, string>) => {
  const read = readConfig({ DATA_DIR: folder, ...environment });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const site = { title: 'Field notes', url: 'https://notes.example.org', language: 'en', words: {} };
  return openContactParts(read.config, site, null, createLogger('silent'));
};

test('without any setting, state is a file and mail goes to the outbox', async () => {
  const parts = await open({});
  expect(parts.mailer.deduplicates).toBe(true);
  expect(parts.limits).toEqual({ agent: { perCaller: 10, site: 25 }, form: { perCaller: 5, site: 50 } });
  await parts.store.close();
});

test.each([
  [{ RESEND_API_KEY: 're_x' }, /CONTACT_TO is not set/],
  [{ SMTP_URL: 'smtp://localhost', CONTACT_TO: 'a@example.org' }, /CONTACT_FROM is not set/],
  [{ RESEND_API_KEY: 're_x', SMTP_URL: 'smtp://localhost' }, /one way only/],
  [{ CONTACT_FROM: 'nobody' }, /CONTACT_FROM is not an address/],
  [{ CONTACT_SECRET: 'short' }, /at least 32 characters/],
])('%j stops the start with a sentence', async (environment, sentence) => {
  await expect(open(environment)).rejects.toThrow(sentence);
});

test('a sender may have a name, and tokens survive a restart', async () => {
  const first = await open({
    SMTP_URL: 'smtp://localhost',
    CONTACT_TO: 'a@example.org',
    CONTACT_FROM: 'Notes <n@example.org>',
  });
  await first.store.close();
  const second = await open({});
  expect(second.secret).toEqual(first.secret);
  await second.store.close();
});

test('old mails leave the outbox also while the store is away', async () => {
  const own = join(folder, 'away');
  const mail = join(own, 'outbox/old.eml');
  mkdirSync(join(own, 'outbox'), { recursive: true });
  writeFileSync(
    join(own, 'contact.sqlite'),
    'not a database, and long enough to be taken for one '.repeat(100),
  );
  writeFileSync(mail, 'x');
  utimesSync(mail, 0, 0);
  const parts = await open({ DATA_DIR: own });
  await expect(parts.sweep()).rejects.toThrow();
  await expect.poll(() => existsSync(mail)).toBe(false);
  await parts.store.close();
});
