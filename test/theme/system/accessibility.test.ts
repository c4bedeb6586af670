import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findBarriers, launchBrowser } from './browser.ts';
import { pageTypes, screens, themes } from './page-types.ts';

const site = inject('siteUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe.each(themes)('in the %s theme', (theme) => {
  let page: Page;
  beforeAll(async () => {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' });
    page = await context.newPage();
  });
  afterAll(() => page.context().close());

  it.each(Object.entries(pageTypes))('axe finds nothing on the page type %s', async (_name, path) => {
    await page.goto(site + path);
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe.each(Object.entries(screens))('on a %s', (_screen, viewport) => {
  it('no page is wider than the screen', async () => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    for (const path of Object.values(pageTypes)) {
      await page.goto(site + path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
});
