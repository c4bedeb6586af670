import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runContract } from '../../helpers/contract-run.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from '../../theme/system/browser.ts';
import { changedSite } from './changed-site.ts';

/** A site with components, styles and a page of its owner's own, and with other services, as it is served. */
const folder = makeQuickFolder('services');
let site: SiteProcess;
let browser: Browser;

beforeAll(async () => {
  const root = layOutOwnSite(folder, changedSite);
  site = await startSite(root, { MCP_PER_MINUTE: '2000' }, join(folder, 'engine/sidecar/main.ts'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page in a browser whose requests to other hosts are noted and answered with nothing. */
async function open(path: string): Promise<{ page: Page; asked: string[]; refused: string[] }> {
  const context = await browser.newContext();
  const asked: string[] = [];
  const refused: string[] = [];
  await context.route(/^https:/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: '', contentType: 'text/javascript' });
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(site.url + path);
  await page.waitForLoadState('networkidle');
  return { page, asked, refused };
}

describe('a site that works with other services', () => {
  it('asks only the one that counts visits before the reader presses anything', async () => {
    const { page, asked, refused } = await open('/near/');
    expect(asked).toEqual(['https://plausible.io/js/script.js']);
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('loads the comments when the button is pressed', async () => {
    const { page, asked, refused } = await open('/near/');
    await page.getByRole('button', { name: 'Show comments' }).click();
    await expect.poll(() => asked).toContain('https://giscus.app/client.js');
    const script = page.locator('script[src="https://giscus.app/client.js"]');
    expect(await script.getAttribute('data-repo')).toBe('owner/notes');
    expect(await script.getAttribute('data-theme')).toBe('preferred_color_scheme');
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('plays a video instead when the link is pressed', async () => {
    const { page, asked, refused } = await open('/near/');
    await page.getByRole('link', { name: 'A film' }).click();
    await expect.poll(() => asked).toContain('https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1');
    expect(await page.locator('iframe').getAttribute('title')).toBe('A film');
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('lets forms send where the settings say, and the browser applies the policy', async () => {
    const { page, refused } = await open('/ask/');
    await page.getByLabel('Day').fill('2026-05-01');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('https://forms.example.org/visit');
    expect(refused).toEqual([]);
    await page.context().close();
    const other = await open('/hello/');
    await other.page.evaluate(() => {
      const script = document.createElement('script');
      script.src = 'https://elsewhere.example.org/x.js';
      document.head.append(script);
    });
    await expect.poll(() => other.refused.length).toBeGreaterThan(0);
    await other.page.context().close();
  });

  it('names each of them in the privacy statement, to which every page leads', async () => {
    const { page } = await open('/hello/');
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    await page.waitForURL('**/privacy/');
    const headings = await page.locator('main h2').allTextContents();
    expect(headings).toEqual([
      'Analytics: Plausible',
      'Comments: giscus',
      'Newsletter: Buttondown',
      'Videos: YouTube',
    ]);
    await page.context().close();
  });

  it.each(['/near/', '/ask/', '/privacy/', '/'])('axe finds nothing on %s', async (path) => {
    const { page } = await open(path);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });
});

it('passes the parts of the contract suite that check pages, documents and what they name', async () => {
  // What the sidecar answers does not depend on the theme; the other parts ask for that on other sites.
  const parts = ['pages', 'documents', 'content', 'errors', 'closed-world', 'addresses'];
  expect(await runContract(site.url, ...parts)).toBe('passed');
});
