import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findBarriers, launchBrowser } from './browser.ts';
import { themes } from './page-types.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it.each(themes)(
  'a card plays where it is when it is pressed, and nothing else does: %s',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    const asked: string[] = [];
    await context.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ body: '<!doctype html><title>Map</title>', contentType: 'text/html' });
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${inject('siteUrl')}/manual/writing/cards/`, { waitUntil: 'networkidle' });
    expect(await findBarriers(page)).toEqual([]);
    expect(asked).toEqual([]);
    const link = page.getByRole('link', { name: 'Where the weir is' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => asked).toEqual(['/export/embed.html']);
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('title')).toBe('Where the weir is');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    const box = await frame.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
    expect(await findBarriers(page)).toEqual([]);
    expect(refused).toEqual([]);
    await frame.evaluate((element: HTMLIFrameElement) => {
      element.src = 'https://elsewhere.example.org/';
    });
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
    await context.close();
  },
);
