import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildTestSite, type TestServer, type TestSite } from 'agentsite/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SmtpStub } from '../../../../test/helpers/smtp-stub.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../../../src/cli/agentsite.ts');

const post = (title: string, date: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndate: ${date}\n${more}---\n\n${text}\n`;

const settings = `import { newsletter } from 'agentsite-newsletter';
export const site = {
  url: 'https://notes.example.org', title: 'Field notes', description: 'Notes', owner: { name: 'Zoe', slug: 'zoe' },
  language: 'en', timezone: 'UTC',
  plugins: [newsletter({ from: 'Zoe <news@example.org>', sends: 'command', perMinute: 60000, perDomainMinute: 60000,
    topics: { notes: true, categories: ['water'] } })],
};
`;

const mails = new SmtpStub();
const data = mkdtempSync(join(tmpdir(), 'agentsite-newsletter-'));
let site: TestSite;
let server: TestServer;

beforeAll(async () => {
  await mails.start();
  site = await buildTestSite({
    'site.ts': settings,
    'content/posts/first.md': post('The first', '2026-11-20', 'An old one.'),
    'content/posts/rain.md': post('Rain', '2026-11-19', 'Rain.'),
  });
  expect(site.problems).toEqual([]);
  server = await site.start(environment());
});

afterAll(async () => {
  await server?.stop();
  await mails.stop();
  site?.remove();
  rmSync(data, { recursive: true, force: true });
});

const environment = () => ({
  DATA_DIR: data,
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  CONTACT_TO: 'owner@example.org',
  CONTACT_FROM: 'contact@example.org',
});

/** Runs `agentsite newsletter …` in the folder of the site. */
const newsletter = async (...words: string[]) => {
  const env = { ...process.env, ...environment(), SITE_URL: siteUrl() };
  const { stdout } = await run(process.execPath, [command, 'newsletter', ...words], {
    cwd: site.folder,
    env,
  });
  return stdout;
};

/** Links of mails have the address that the site was built for; this process answers them. */
const here = (url: string) => server.url + new URL(url).pathname;
const siteUrl = () => new URL(linkIn(site.read('/newsletter/posts.json') ?? '')).origin;
const linkIn = (text: string) => /https?:\/\/[^\s"<>]+/.exec(text)?.[0] ?? '';
const plain = (mail: string) => mail.replace(/=\n/g, '').replace(/=3D/g, '=');
const formOf = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

async function subscribe(fields: Record<string, unknown>): Promise<Response> {
  const api = `${server.url}/wp-json/site/v1/newsletter/subscribe`;
  const { submit_token } = (await (await fetch(api)).json()) as { submit_token: string };
  return fetch(api, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ submit_token, ...fields }),
  });
}

/** The link of the mail that asks for a confirmation. */
const linkFor = (address: string) =>
  vi.waitFor(
    () => {
      const found = mails.accepted.findLast(
        ({ text }) => text.includes(`To: ${address}`) && /confirm\//.test(text),
      );
      expect(found).toBeDefined();
      return here(/https?:\S+confirm\/\S+/.exec(plain(found?.text ?? ''))?.[0] ?? '');
    },
    { timeout: 20_000 },
  );

describe('a newsletter', () => {
  test('subscribes who presses the button behind the link, and nobody who follows it', async () => {
    const form = await (
      await fetch(`${server.url}/_plugins/newsletter/`, formOf({ email: 'ada@example.org' }))
    ).text();
    expect(form).toContain('value="ada@example.org"');
    const token = /name="submit_token" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const answer = await fetch(
      `${server.url}/_plugins/newsletter/subscribe`,
      formOf({
        email: 'ada@example.org',
        submit_token: token,
        topics: 'posts',
        frequency: 'each',
        website: '',
      }),
    );
    expect(answer.status).toBe(202);
    const link = await linkFor('ada@example.org');
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    expect(await newsletter('list')).toContain('No subscribers.');
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await newsletter('list')).toContain('active 1');
    expect((await fetch(link, { method: 'POST' })).status).toBe(410);
  });

  test('mails one address three times a day at most, and says the same each time', async () => {
    const answers: string[] = [];
    for (let count = 0; count < 5; count++) {
      const answer = await subscribe({ email: count % 2 === 0 ? 'often@example.org' : 'Often@example.org' });
      answers.push(`${answer.status} ${await answer.text()}`);
    }
    expect(new Set(answers).size).toBe(1);
    const toOne = () => mails.accepted.filter(({ text }) => /^To: often@/im.test(text)).length;
    await vi.waitFor(() => expect(toOne()).toBe(3), { timeout: 20_000 });
    await subscribe({ email: 'other@example.org' });
    await linkFor('other@example.org');
    expect(toOne()).toBe(3);
  });

  test('sends each new post once, with a link that ends the subscription by one click', async () => {
    expect(await newsletter('send')).toContain('archive');
    await publish({ 'second.md': post('The second', '2026-11-27', 'With **bold** words.') });
    const sent = await newsletter('send');
    expect(sent).toContain('The second: done, 1 sent, 0 uncertain, 0 refused, 0 skipped.');
    await newsletter('send');
    const own = mails.accepted.filter(({ text }) => text.includes('Subject: The second'));
    expect(own).toHaveLength(1);
    const mail = plain(own[0]?.text ?? '').replace(/\n[ \t]+/g, ' ');
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const leave = here(/^List-Unsubscribe: <([^>]+)>$/m.exec(mail)?.[1] ?? '');
    expect((await fetch(leave)).status).toBe(200);
    expect(await newsletter('list')).toContain('active 1');
    expect((await fetch(leave, formOf({ 'List-Unsubscribe': 'One-Click' }))).status).toBe(200);
    expect(await newsletter('list')).toContain('left 1');
  });

  test('a post that was renamed, edited or imported again is not sent again', async () => {
    await confirmAddress('ben@example.org');
    await publish({
      'second.md': '',
      'renamed.md': post('The second', '2026-11-27', 'With **bold** words.'),
      'third.md': post('The third', '2026-11-28', 'New.'),
      'again.md': post('Rain once more', '2026-11-28', 'Rain.'),
      'huge.md': post('Long', '2026-11-28', `${'Many words. '.repeat(20)}\n\n`.repeat(500)),
      'late.md': post('The late one', '2026-11-01', 'Written before.'),
    });
    expect(await newsletter('send', '--dry-run', '--into', 'next')).toContain('The third: 1 mails (each)');
    const next = readdirSync(join(site.folder, 'next')).map((name) =>
      readFileSync(join(site.folder, 'next', name), 'utf8'),
    );
    expect(next.map((html) => /<h1[^>]*>([^<]+)/.exec(html)?.[1]).sort()).toEqual([
      'Long',
      'Rain once more',
      'The third',
    ]);
    const said = await newsletter('send');
    expect(said).toContain('The third: done, 1 sent');
    expect(said).toContain('Rain once more: done, 1 sent');
    const long = mails.accepted.find(({ text }) => text.includes('Subject: Long'))?.text ?? '';
    expect(long.length).toBeLessThan(220_000);
    expect(plain(long).match(/Read on the site/g)).toHaveLength(2);
    expect(said).toContain('/late/ is not sent');
    await publish({ 'third.md': post('The third, edited', '2026-11-28T09:00', 'New, and better.') });
    expect(await newsletter('send')).toBe('');
    expect(await newsletter('send', '--only', '/late/')).toContain('The late one: done, 1 sent');
    expect(await newsletter('send', '--only', '/late/')).toContain('/late/ has been sent.');
  });

  test('imports what others exported, and deletes for good', async () => {
    const file = join(data, 'substack.csv');
    const csv =
      'email,active_subscription,expiry,email_disabled,created_at\ncy@example.org,false,,false,2025-01-02T03:04:05Z\n=x,,,,\n';
    writeFileSync(file, csv);
    expect(await newsletter('import', file)).toContain(
      'Substack: 1 added, 0 that left there, 0 known already, 1 without',
    );
    expect(await newsletter('export')).toContain(
      'cy@example.org,active,posts,en,each,2025-01-02T03:04:05.000Z,Substack',
    );
    await newsletter('delete', 'cy@example.org');
    expect(await newsletter('import', file)).toContain('0 added');
    expect(await newsletter('export')).not.toContain('cy@example.org');
    rmSync(file);
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /sqlite|log/.test(name),
    ))
      expect(readFileSync(join(data, name), 'latin1')).not.toContain('cy@example.org');
  });
});

async function confirmAddress(email: string): Promise<void> {
  expect((await subscribe({ email })).status).toBe(202);
  expect((await fetch(await linkFor(email), { method: 'POST' })).status).toBe(200);
}

/** Writes posts, or removes those without a text, and builds. */
async function publish(posts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(posts)) {
    const file = join(site.folder, 'content/posts', name);
    if (text === '') rmSync(file);
    else writeFileSync(file, text);
  }
  const env = { ...process.env, SITE_URL: siteUrl() };
  await run(process.execPath, [command, 'build'], { cwd: site.folder, env });
}
