import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from './browser.ts';
import { layOutNarrowSite, narrowPages } from './narrow-site.ts';
import { pageTypes } from './page-types.ts';

/** A site whose words are wider than a phone, on the narrowest screen that WCAG 1.4.10 names. */
const folder = makeQuickFolder('narrow');
let site: SiteProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  layOutNarrowSite(folder);
  site = await startSite(folder);
  browser = await launchBrowser();
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
  });
  await context.route(/^https:/, (route) => route.abort());
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** How far a page scrolls sideways, and what sticks out of the screen without a box that scrolls around it. */
function measure(): Promise<{ over: number; outside: string[] }> {
  return page.evaluate(() => {
    const isInside = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    const outside = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !isInside(element);
    });
    return {
      over: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      outside: outside.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    };
  });
}

describe('at 320 pixels', () => {
  it.each(narrowPages)('%s does not scroll sideways', async (path) => {
    await page.goto(site.url + path);
    expect(await measure()).toEqual({ over: 0, outside: [] });
  });

  it('no page of the example does', async () => {
    for (const path of Object.values(pageTypes)) {
      await page.goto(inject('siteUrl') + path);
      expect([path, await measure()]).toEqual([path, { over: 0, outside: [] }]);
    }
  });

  it('the form does not with its errors, nor the search with its dialog open', async () => {
    await page.goto(`${site.url}/contact/`);
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('[data-contact-form]');
      if (form) form.noValidate = true;
    });
    await page.fill('[name="message"]', 'Donaudampfschifffahrt'.repeat(20));
    await page.waitForTimeout(2_500);
    await page.click('.contact-form [type="submit"]');
    await page.waitForSelector('[role="alert"]');
    await page.waitForLoadState();
    expect(await measure()).toEqual({ over: 0, outside: [] });
    await page.goto(`${site.url}/beitrag-1/`);
    await page.click('.search-link');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.type('Rindfleisch');
    await page.waitForSelector('dialog[open] .search-results li');
    expect(await measure()).toEqual({ over: 0, outside: [] });
  });

  it('tables scroll in boxes of their own, and their words and code stay whole', async () => {
    await page.goto(`${site.url}/about/`);
    const tables = await page.evaluate(() =>
      [...document.querySelectorAll('.prose table')].map((table) => {
        const box = table.closest('.wide-table') ?? table;
        const code = [...table.querySelectorAll('code')].map((element) => element.getClientRects().length);
        return { scrolls: box.scrollWidth > box.clientWidth, code };
      }),
    );
    expect(tables).toEqual([
      { scrolls: true, code: [1, 1, 1] },
      { scrolls: true, code: [1] },
    ]);
  });

  it('an image with a place fills its figure, above the caption, also on a wide screen', async () => {
    await page.goto(`${site.url}/places/`);
    const measureFigures = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.prose figure')].map((figure) => {
          const parts = [figure, ...figure.querySelectorAll('img, figcaption')];
          const [box, image, caption] = parts.map((part) => part.getBoundingClientRect());
          const text = figure.parentElement?.getBoundingClientRect();
          if (!box || !image || !caption || !text) return null;
          const { width } = image;
          if (width !== box.width || width !== caption.width || caption.top < image.bottom) return null;
          return { width, start: box.left - text.left, end: text.right - box.right };
        }),
      );
    expect(await measureFigures()).not.toContain(null);
    await page.setViewportSize({ width: 1280, height: 640 });
    expect(await measureFigures()).toEqual(
      [
        { width: 300, start: 0, end: 324 },
        { width: 300, start: 324, end: 0 },
        { width: 300, start: 162, end: 162 },
      ].flatMap((place) => [place, place]),
    );
    await page.setViewportSize({ width: 320, height: 640 });
  });

  it('words are hyphenated by the language of the page, and code never', async () => {
    await page.goto(`${site.url}/beitrag-1/`);
    const hyphens = await page.evaluate(() =>
      ['h1', '.prose p', '.prose li', '.prose code', '.prose pre', '.code pre'].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).hyphens;
      }),
    );
    expect(hyphens).toEqual(['auto', 'auto', 'auto', 'none', 'none', 'none']);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('lists in comments have numbers, and the list of comments has none', async () => {
    await page.goto(`${site.url}/beitrag-1/`);
    const types = await page.evaluate(() =>
      ['.comments > ol', '.comments .prose ol'].map((selector) => {
        const list = document.querySelector(selector);
        return list && getComputedStyle(list).listStyleType;
      }),
    );
    expect(types).toEqual(['none', 'decimal']);
  });

  it.each(['/', '/about/', '/beitrag-1/', '/contact/'])(
    '%s has nothing that axe objects to',
    async (path) => {
      await page.goto(site.url + path);
      expect(await findBarriers(page)).toEqual([]);
    },
  );
});
