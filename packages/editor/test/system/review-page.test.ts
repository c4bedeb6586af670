import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { locateBrowser } from '../../../../test/helpers/programs.ts';
import { launchBrowser } from '../../../../test/theme/system/browser.ts';
import { type AssistantServer, startAssistantServer } from './assistant.ts';
import { zoe } from './edit-server.ts';

/** `SCREENSHOTS=FOLDER` keeps what the pages look like. */
const { SCREENSHOTS } = process.env;
let site: AssistantServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  vi.stubEnv('EDIT_BROWSER', `${locateBrowser()} --no-sandbox`);
  site = await startAssistantServer({}, (engine) => {
    const cli = join(engine, 'src/cli/agentsite.ts');
    return [
      [cli, 'build'],
      [cli, 'build', '--drafts'],
    ];
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const user = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await client.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...user } });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser.close();
  await site.close();
});

async function keep(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: width === 1280 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

it('from the link of the mail to the page: sign in, see, return, see again, approve', async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { facts } = await site.call('propose', {
    summary: 'A report of the weir, with a drawing',
    kind: 'post',
    name: 'weir',
    fields: { title: 'The weir', date: '2026-02-01T09:00:00' },
    body: 'The weir was opened, says [the office](https://water.example/).',
  });
  const { id } = facts;
  const { facts: image } = await site.call('attach', {
    id,
    name: 'weir.png',
    data: bytes.toString('base64'),
  });
  await site.call('revise', {
    id,
    body: `The weir was opened today.\n\n${String(image.markdown).replace('description', 'The weir')}`,
  });
  const preview = await site.call('preview', { id });
  expect(preview.content.map(({ type }) => type)).toEqual(['text', 'image']);
  const url = String(preview.facts.url);
  const shown = await fetch(url);
  const html = await shown.text();
  expect(html).toContain('The weir was opened today.');
  const address = /src="(\/edit\/preview\/[^"]+\/media\/[^"]+)"/.exec(html)?.[1];
  expect((await fetch(site.url + address)).headers.get('Content-Type')).toMatch(/^image\//);
  expect((await fetch(url.replace(/\.(.)([\w-]+)\//, '.$1x$2/'))).status).toBe(404);
  const { now } = site.clock;
  site.clock.now += 61 * 60_000;
  expect((await fetch(url)).status).toBe(404);
  site.clock.now = now;

  await page.goto(`${site.url}/edit/enrol#${site.keys.issue('enrolment', zoe)}`);
  await page.click('#passkey');
  await page.waitForURL(`${site.url}/edit/`);
  await page.context().clearCookies();

  await page.goto(`${site.url}/edit/proposals/`);
  await page.click('#passkey');
  await page.waitForURL(`${site.url}/edit/proposals/${id}`);
  await expect
    .poll(() => page.frameLocator('.marked').locator('ins').first().textContent())
    .toContain('The weir was');
  await page.locator('.page iframe').scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.frameLocator('.page iframe').locator('h1').textContent())
    .toContain('The weir');
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(390);
  await keep('review');

  await page.click('.bar summary');
  await page.fill('[name=remark]', 'Say when.');
  await page.click('#return button');
  await page.waitForURL(`${site.url}/edit/proposals/`);
  await keep('list');
  expect((await site.call('list_proposals')).text).toContain('Say when.');
  await site.call('revise', { id, body: 'The weir was opened on Monday.\n\n![The weir](weir.png)' });

  await page.goto(`${site.url}/edit/proposals/`);
  await page.waitForURL(`${site.url}/edit/proposals/${id}`);
  await keep('revision');
  await page.click('#approve');
  await expect.poll(() => page.locator('#state a').count()).toBe(1);
  await keep('approved');
  expect(readFileSync(join(site.root, 'dist/client/weir/index.html'), 'utf8')).toContain('opened on Monday');
  expect(await page.locator('#state a').getAttribute('href')).toBe('https://notes.example.org/weir/');
});
