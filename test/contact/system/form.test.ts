import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from '../../theme/system/browser.ts';

/** The form on the built site, in a real browser. The site is built once for all tests; this sidecar is our own. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-form-'));
const outbox = join(folder, 'outbox');
let site: SiteProcess;
let browser: Browser;
let start = 0;

beforeAll(async () => {
  site = await startSite(inject('siteFolder'), {
    SITE_URL: inject('siteUrl'),
    DATA_DIR: folder,
    FORM_PER_IP_HOUR: '100',
    FORM_SITE_DAY: '12',
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  start = mails().length;
});

const mails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'));
const arrived = () => mails().length - start;
const form = () => `${site.url}/contact/`;

async function open(javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  await page.goto(form());
  return page;
}

async function fill(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your name').fill('A Visitor');
  await page.getByLabel('Your email address').fill('visitor@example.org');
  await page.getByLabel('Message').fill(text);
}

const token = async () => {
  const html = await (await fetch(form())).text();
  return /name="submit_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
};

const press = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();
/** People take their time; what is quicker is taken for a program. */
const takeTime = () => delay(3_100);

test('a subject in the address is filled in, as text, and no longer than a subject may be', async () => {
  const page = await open(false);
  const subject = `Comment on /a/ "><b>${'x'.repeat(300)}`;
  await page.goto(`${form()}?subject=${encodeURIComponent(subject)}`);
  expect(await page.getByLabel('Subject').inputValue()).toBe(subject.slice(0, 200));
  await page.context().close();
});

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
] as const)('the form %s', (_, javaScript) => {
  test('sends a message, says thanks, and a reload sends nothing again', async () => {
    const page = await open(javaScript);
    await fill(page, 'First line.\nSecond line — ünïcode ☃');
    await takeTime();
    await press(page);
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    expect(page.url()).toBe(`${form()}?sent`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    expect(arrived()).toBe(1);
    const bodies = await Promise.all(
      mails().map(async (name) => (await PostalMime.parse(readFileSync(join(outbox, name)))).text ?? ''),
    );
    const ours = bodies.find((text) => text.includes('Second line — ünïcode ☃'));
    expect(ours).toContain('> First line.');
    expect(ours).toMatch(/^Channel: {2}form$/m);
    await page.context().close();
  });

  test('shows what is wrong next to the field, keeps the text and says so to assistive technology', async () => {
    const page = await open(javaScript);
    await fill(page, 'A text that must not be lost.');
    // The browser would refuse these itself; a browser that does not must get it from the server.
    await page.locator('form.contact-form').evaluate((element) => element.setAttribute('novalidate', ''));
    await page.getByLabel('Your email address').fill('not an address');
    await page.getByLabel('Subject').fill('bell\x07');
    await takeTime();
    const [response] = await Promise.all([page.waitForNavigation(), press(page)]);
    expect(response?.status()).toBe(422);
    const email = page.getByLabel('Your email address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const described = (await email.getAttribute('aria-describedby')) ?? '';
    expect(described.split(' ')).toContain('contact-email-problem');
    expect(await page.locator('#contact-email-problem').textContent()).toContain('email address');
    expect(await page.getByRole('alert').textContent()).toContain('Subject');
    expect(await page.getByLabel('Message').inputValue()).toBe('A text that must not be lost.');
    expect(await page.title()).toContain('Not sent');
    expect(arrived()).toBe(0);

    if (javaScript) expect(await findBarriers(page)).toEqual([]);
    await email.fill('visitor@example.org');
    await page.getByLabel('Subject').fill('');
    await press(page);
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    expect(arrived()).toBe(1);
    await page.context().close();
  });

  test('does not send what was filled in at the speed of a program, and does at the second press', async () => {
    const page = await open(javaScript);
    await fill(page, 'Quick.');
    // As if the page were opened now: on a busy machine it took a while to fill it in.
    const field = page.locator('[name="submit_token"]');
    await field.evaluate((element: HTMLInputElement, value) => (element.value = value), await token());
    await press(page);
    await page.getByText('That was very quick').waitFor();
    expect(arrived()).toBe(0);
    await takeTime();
    await press(page);
    await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
    expect(arrived()).toBe(1);
    await page.context().close();
  });
});

test('axe finds nothing on the fresh form and on the thanks', async () => {
  const page = await open(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${form()}?sent`);
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('a script counts what is left of the message', async () => {
  const page = await open(true);
  await page.getByLabel('Message').fill('x'.repeat(4_990));
  await page.getByText('10 characters left').waitFor();
  await page.context().close();
});

test('the form is a tool for the browser’s agent, which may fill it in and may not send it', async () => {
  const page = await open(true);
  const element = page.locator('form.contact-form');
  expect(await element.getAttribute('toolname')).toBe('contact_owner');
  expect(await element.getAttribute('tooldescription')).toContain('message to the owner');
  expect(await element.getAttribute('toolautosubmit')).toBeNull();
  expect(await page.locator('form.contact-form [name][toolparamdescription]').count()).toBe(4);
  await page.context().close();
});

describe('over HTTP', () => {
  const fields = {
    name: 'A Visitor',
    email: 'visitor@example.org',
    subject: '',
    message: 'Hello',
    website: '',
  };
  const send = async (changes: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...fields, ...changes });
    const own = { Origin: site.url, ...headers };
    const response = await fetch(form(), { method: 'POST', headers: own, body, redirect: 'manual' });
    return {
      status: response.status,
      location: response.headers.get('Location'),
      html: await response.text(),
    };
  };

  test('a double press is one message and thanks for both', async () => {
    const same = { submit_token: await token(), message: 'Pressed twice' };
    await takeTime();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(same)));
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      answers.map(() => [303, '/contact/?sent']),
    );
    expect(arrived()).toBe(1);
    const changed = await send({ ...same, message: 'Another text' });
    expect([changed.status, arrived()]).toEqual([422, 1]);
    expect(changed.html).toContain('second message');
  });

  test.each([
    ['no origin at all', { Origin: undefined }],
    ['another origin', { Origin: 'https://evil.example.com' }],
    ['a page of another origin', { Origin: undefined, Referer: 'https://evil.example.com/' }],
    ['a foreign page', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbouring site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('a form from %s is refused, and nothing of it is shown', async (_, headers) => {
    const given = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const body = new URLSearchParams({ ...fields, message: 'Foreign text', submit_token: await token() });
    const origin: Record<string, string> = 'Origin' in headers ? {} : { Origin: site.url };
    const response = await fetch(form(), { method: 'POST', headers: { ...origin, ...given }, body });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('Foreign text');
    expect(arrived()).toBe(0);
  });

  test('a text browser, which names its page alone, is accepted', async () => {
    const body = new URLSearchParams({ ...fields, message: 'From a terminal', submit_token: await token() });
    await takeTime();
    const headers = { Referer: form() };
    const response = await fetch(form(), { method: 'POST', headers, body, redirect: 'manual' });
    expect([response.status, arrived()]).toEqual([303, 1]);
  });

  test('the trap, a token of the other channel and broken encodings are refused', async () => {
    const fresh = await token();
    await takeTime();
    expect((await send({ submit_token: fresh, website: 'https://spam.example.com' })).status).toBe(422);
    const agent = (await (await fetch(`${site.url}/wp-json/site/v1/contact`)).json()) as {
      submit_token: string;
    };
    expect((await send({ submit_token: agent.submit_token })).status).toBe(401);
    const headers = { Origin: site.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    const broken = await fetch(form(), { method: 'POST', headers, body: 'name=%FF' });
    expect(broken.status).toBe(400);
    const json = await fetch(form(), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect(arrived()).toBe(0);
  });

  test('what a visitor wrote is shown again as text, never as markup', async () => {
    const fresh = await token();
    await takeTime();
    const hostile = '</textarea><script>alert(1)</script>';
    const { status, html } = await send({
      submit_token: fresh,
      email: 'x',
      message: hostile,
      name: '"><b>x',
    });
    expect(status).toBe(422);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('"><b>x');
  });

  test('the form is never cached, is known by its twin, and lives at one address', async () => {
    const response = await fetch(form());
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Link')).toContain('</contact.md>; rel="alternate"');
    const bare = await fetch(`${site.url}/contact`, { redirect: 'manual' });
    expect([bare.status, bare.headers.get('Location')]).toEqual([301, '/contact/']);
    const twin = await fetch(form(), { headers: { Accept: 'text/markdown' } });
    expect(twin.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    expect(await twin.text()).toContain('/wp-json/site/v1/contact');
  });

  test('the form has a budget of its own: when it is used up agents still get through', async () => {
    const left = 12 - mails().length;
    expect(left).toBeGreaterThan(0);
    const tokens = await Promise.all(Array.from({ length: left + 1 }, token));
    await takeTime();
    for (const fresh of tokens.slice(1)) expect((await send({ submit_token: fresh })).status).toBe(303);
    const late = tokens[0] ?? '';
    const { status, html } = await send({ submit_token: late, message: 'One too many' });
    expect(status).toBe(429);
    expect(html).toContain('One too many');
    const { limits } = (await (await fetch(`${site.url}/wp-json/site/v1/contact`)).json()) as {
      limits: { site: { remaining: number } };
    };
    expect(limits.site.remaining).toBe(25);
  });
});
