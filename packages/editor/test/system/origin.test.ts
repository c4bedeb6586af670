import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, launchBrowser } from '../../../../test/theme/system/browser.ts';
import { zoe } from './edit-server.ts';
import { authorizeUrl, documentOf, exchange, notes, type OAuthHost, startOAuthHost } from './oauth-client.ts';

const attack = `try { parent.document.title = 'ran'; document.title = 'ran' } catch {}
fetch('/edit/api/v1/user', { headers: { Authorization: 'token session' } }).then(() => { document.title = 'ran' });`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${attack.replaceAll('"', "'").replaceAll('\n', ' ')}"><script>${attack.replaceAll('=>', '=&gt;')}</script><title>still</title></svg>`;
const raw = '/edit/api/v1/repos/site/content/raw/public/media/attack';
/** What a Micropub client, a colleague or a pull request may have written, as the draft build has it. */
const hostile: Readonly<Record<string, string>> = {
  'draft/index.html': `<!doctype html><title>still</title><link rel="stylesheet" href="/own.css"><p id="text">Draft</p>
<script>${attack}</script><script src="/media/attack.js"></script><script type="module" src="/media/attack.js"></script>
<script src="${raw}.js"></script><img src="/none.png" onerror="document.title = 'ran'">
<iframe src="/media/attack.svg"></iframe><iframe srcdoc="<script src=/media/attack.js></script>"></iframe>
<object data="/media/attack.svg"></object><embed src="/media/attack.html"><a id="link" href="javascript:document.title='ran'">x</a>`,
  'own.css': '#text { color: rgb(1, 2, 3) }',
  'media/attack.js': attack,
  'media/attack.svg': svg,
  'media/attack.html': `<title>still</title><script>${attack}</script><script src="/media/attack.js"></script>`,
};

let edit: OAuthHost;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  edit = await startOAuthHost({ 'public/media/attack.js': attack, 'public/media/attack.svg': svg });
  for (const [path, text] of Object.entries(hostile)) {
    const file = join(edit.root, 'preview/client', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  browser = await launchBrowser();
  context = await browser.newContext();
  page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...options,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
});
afterAll(async () => {
  await browser.close();
  await edit.close();
});

const send = (path: string, fields: object) =>
  edit.ask(path, { method: 'POST', token: '', body: JSON.stringify(fields) });

describe('sign-in with a passkey', () => {
  it('says what its buttons do, and leaves no session that a script can read', async () => {
    await page.goto(`${edit.url}/edit/enrol#${edit.keys.issue('enrolment', zoe)}`);
    expect(await page.locator('button').allTextContents()).toEqual(['Create a passkey', 'Set password']);
    await page.click('#passkey');
    await page.waitForURL(`${edit.url}/edit/`);
    const [kept, cookie] = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie]);
    expect([kept, cookie]).toEqual([expect.not.stringMatching(/[\w-]{30}/), '']);
    const [session] = await context.cookies();
    expect(session).toMatchObject({ name: 'edit-session', httpOnly: true, sameSite: 'Strict' });
  });

  it('lets an app in or sends it away, on a page that no other site can show', async () => {
    const app = createServer((_, response) => response.end('Back')).listen(0, '127.0.0.1');
    await once(app, 'listening');
    const redirect_uri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
    edit.documents[notes] = documentOf({ redirect_uris: ['http://127.0.0.1/callback'] });
    const ask = authorizeUrl(edit, { redirect_uri });
    await page.goto(ask);
    expect(await page.locator('h1').textContent()).toBe('notes.example.net asks for access');
    expect(await findBarriers(page)).toEqual([]);
    const consent = page.url();
    await page.click('#passkey');
    await page.waitForURL(`${redirect_uri}?**`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    expect(await exchange(edit, { code, redirect_uri })).toMatchObject({ scope: 'read draft' });
    await page.goto(ask);
    await page.click('#deny');
    await page.waitForURL(`${redirect_uri}?error=access_denied&**`);
    await page.setContent(`<iframe src="${consent}"></iframe>`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await page.goto(`${edit.url}/edit/grants`);
    expect(await page.locator('strong').textContent()).toBe('notes.example.net');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'End access' }).click();
    await page.getByText('No app has access.').waitFor();
    app.closeAllConnections();
    app.close();
  });

  it('works while strangers ask for challenges and try passwords', async () => {
    await page.goto(`${edit.url}/edit/sign-in`);
    expect(await page.locator('button').allTextContents()).toEqual(['Sign in with a passkey', 'Sign in']);
    const ask = (path: string, caller: number, fields: object) =>
      fetch(`${edit.url}/edit/${path}`, {
        method: 'POST',
        body: JSON.stringify(fields),
        headers: { 'X-Forwarded-For': `203.0.${caller >> 8}.${caller & 255}` },
      });
    await page.route('**/sign-in/options', async (route) => {
      const response = await route.fetch();
      for (let index = 0; index < 1_100; index++) await ask('sign-in/options', index, {});
      await route.fulfill({ response });
    });
    const statuses: number[] = [];
    for (let index = 0; index < 205; index++)
      statuses.push((await ask('sign-in', index, { password: 'wrong' })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    await page.click('#passkey');
    await page.waitForURL(`${edit.url}/edit/`);
    await page.unroute('**/sign-in/options');
  });

  it('gives a bounded number of challenges to a client, each good for one answer and five minutes', async () => {
    await page.goto(`${edit.url}/edit/sign-in`);
    const answered = page.waitForRequest((request) => request.url().endsWith('/sign-in'));
    await page.click('#passkey');
    const answer = (await answered).postDataJSON() as object;
    await page.waitForURL(`${edit.url}/edit/`);
    expect((await send('sign-in', answer)).status).toBe(403);
    await page.goto(`${edit.url}/edit/sign-in`);
    await page.route('**/sign-in/options', async (route) => {
      const response = await route.fetch();
      edit.clock.now += 6 * 60_000;
      await route.fulfill({ response });
    });
    await page.click('#passkey');
    await page.getByText('Sign-in failed.').waitFor();
    await page.unroute('**/sign-in/options');
    await page.click('#passkey');
    await page.waitForURL(`${edit.url}/edit/`);
    const statuses: number[] = [];
    for (let index = 0; index < 205; index++) statuses.push((await send('sign-in/options', {})).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});

describe('the origin of the editor', () => {
  it.each(['/draft/', '/media/attack.svg', '/media/attack.html', '/media/attack.js', `${raw}.svg`])(
    'runs no script of a draft or an upload: %s',
    async (path) => {
      const response = await page.goto(`${edit.url}${path}`);
      await page.waitForTimeout(300);
      if (path === '/draft/') {
        expect(await page.locator('#text').evaluate((text) => getComputedStyle(text).color)).toBe(
          'rgb(1, 2, 3)',
        );
        await page.locator('#link').dispatchEvent('click');
      }
      expect(await page.title()).not.toBe('ran');
      const headers = response?.headers() ?? {};
      expect(headers['content-security-policy']).toMatch(/sandbox|default-src 'none'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(context.pages()).toHaveLength(1);
    },
  );

  it('stores no file that browsers run', async () => {
    const create = (path: string) => edit.save({ path, text: 'alert(1)', operation: 'create', sha: '' });
    for (const name of [
      'a.js',
      'a.MJS',
      'a.html',
      'a.xhtml',
      'a.xml',
      'a.css',
      'a.wasm',
      'a.swf',
      'a.htm',
      'a',
    ])
      expect([name, (await create(`public/media/${name}`)).status]).toEqual([name, 422]);
    for (const name of ['a.svg', 'a.pdf', 'a.MP3', 'a.zip', 'a.jpeg', 'a.heic', 'a.txt'])
      expect([name, (await create(`public/media/${name}`)).status]).toEqual([name, 201]);
  });

  it('redirects to the slash at the end, with a query', async () => {
    for (const query of ['', '?x', '?x=1&y=/'])
      expect((await fetch(`${edit.url}/edit${query}`, { redirect: 'manual' })).headers.get('Location')).toBe(
        `/edit/${query}`,
      );
  });
});

it('the name of a file is no pattern of Git', async () => {
  const other = 'content/posts/b.md';
  const text = '---\ntitle: A\ndate: 2026-01-02\n---\n\nText.\n';
  await edit.save({ path: other, text, operation: 'create', sha: '' });
  writeFileSync(join(edit.root, other), text.replace('Text', 'At work by hand'));
  const path = 'content/posts/[ab].md';
  expect((await edit.save({ path, text, operation: 'create', sha: '' })).status).toBe(201);
  expect(edit.git('show', '--name-only', '--format=').trim()).toBe(path);
  const history = await edit.ask(`api/v1/repos/site/content/commits?path=${encodeURIComponent(path)}`);
  expect(await history.json()).toHaveLength(1);
});
