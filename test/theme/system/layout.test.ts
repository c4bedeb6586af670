import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from './browser.ts';
import { layOutSheetSite } from './sheet-site.ts';

/** The grid, the galleries and the end of a text, measured in a browser. */
const folder = makeQuickFolder('layout');
let site: SiteProcess;
let browser: Browser;

/** Images of a gallery: photographs, smaller ones, a drawing; upright and wide. */
const images: readonly [name: string, width: number, height: number][] = [
  ['wide.jpg', 2000, 1000],
  ['upright.jpg', 1600, 2400],
  ['smaller.jpg', 1000, 750],
  ['drawing.png', 1300, 900],
  ['square.jpg', 1600, 1600],
];

beforeAll(async () => {
  await layOutSheetSite(folder, 'classic');
  for (const [name, width, height] of images)
    await sharp({ create: { width, height, channels: 3, background: '#3a7' } }).toFile(
      join(folder, 'content/posts', name),
    );
  const gallery = (count: number) =>
    images
      .slice(0, count)
      .map(([name]) => `![One of them](${name})`)
      .join('\n');
  writeFileSync(
    join(folder, 'content/posts/galleries.md'),
    `---\ntitle: Galleries\ndate: 2024-01-01\nseries: Alone\n---\n\n${[5, 2, 3, 4].map(gallery).join('\n\nWords.\n\n')}\n`,
  );
  site = await startSite(folder);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

const widths = [320, 390, 768, 1280];

it('a long word in the title of the home page stays whole where type is very large', async () => {
  const page = await open('/de/', { viewport: { width: 1280, height: 800 } });
  const lines = await page.locator('h1').evaluate((h1) => {
    const { style } = document.documentElement;
    for (const [name, value] of [
      ['--title-size', '4.5rem'],
      ['--title-leading', '1'],
      ['--heading-weight', '850'],
    ])
      style.setProperty(name ?? '', value ?? '');
    return Math.round(h1.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(h1).fontSize));
  });
  expect(lines).toBe(1);
});

describe('header, content and footer', () => {
  it.each(widths)('begin and end on one line at %i pixels', async (width) => {
    const page = await open('/', { viewport: { width, height: 800 } });
    for (const path of ['/', '/post-1/', '/guide/page-2/', '/blog/', '/contact/', '/ar/', '/ar/post-1/']) {
      await page.goto(site.url + path);
      const lines = await page.evaluate(() => {
        const isRight = document.dir === 'rtl' || document.documentElement.dir === 'rtl';
        const sides = (selector: string) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          if (!box) return null;
          return isRight ? [innerWidth - box.right, innerWidth - box.left] : [box.left, box.right];
        };
        const begins = ['.site-name', '.page-head', '.site-footer > :first-child'].map(
          (one) => sides(one)?.[0],
        );
        return { begins, ends: ['.page-head', '.site-tools'].map((one) => sides(one)?.[1]) };
      });
      const [first] = lines.begins;
      for (const begin of lines.begins) expect(begin, path).toBeCloseTo(first ?? 0, 0);
      // The icon of the last tool is smaller than what fingers touch.
      const [text = 0, tools = 0] = lines.ends;
      expect(tools - text, path).toBeGreaterThan(0);
      expect(tools - text, path).toBeLessThan(15);
    }
    await page.context().close();
  });

  it.each(widths)('hold a name and a title of twice the size at %i pixels', async (width) => {
    const page = await open('/de/post-1/', { viewport: { width, height: 800 } });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const found = await page.evaluate(() => {
      const name = document.querySelector('.site-name');
      const title = document.querySelector('h1');
      if (!name || !title) throw new Error('The page has no name or no title.');
      return {
        isCut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1,
        // Letters of a word that has to be broken are few in a line.
        column: title.clientWidth / Number.parseFloat(getComputedStyle(title).fontSize),
        over: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(found.isCut).toBe(false);
    expect(found.over).toBeLessThanOrEqual(0);
    expect(found.column).toBeGreaterThan(3.5);
    await page.context().close();
  });
});

describe('the images of a gallery', () => {
  const densities = [1, 2, 3];
  it.each(widths.flatMap((width) => densities.map((density) => [width, density] as const)))(
    'have the pixels that they show and at most twice those at %i pixels, %i a point',
    async (width, density) => {
      const page = await open('/galleries/', {
        viewport: { width, height: 800 },
        deviceScaleFactor: density,
        isMobile: width < 500,
      });
      const shown = await page.evaluate(async () => {
        const found = [...document.querySelectorAll<HTMLImageElement>('.wp-block-gallery img')];
        for (const image of found) {
          image.loading = 'eager';
          await image.decode();
        }
        return found.map((image) => {
          const { width: across, height: down } = image.getBoundingClientRect();
          const [, variant] = /\.(\d+)\.(?:avif|webp)$/.exec(image.currentSrc) ?? [];
          const [own, high] = [image.getAttribute('width'), image.getAttribute('height')].map(Number);
          return { across, pixels: Number(variant), cut: across / down / ((own ?? 0) / (high ?? 1)) };
        });
      });
      expect(shown.length).toBe(14);
      for (const { across, pixels, cut } of shown) {
        // A larger one than that of the file, 1000 pixels or more, needs none of these widths.
        expect(pixels).toBeGreaterThanOrEqual(Math.min(across * density - 1, 1000));
        expect(pixels).toBeLessThanOrEqual(2 * across * density + 1);
        expect(cut).toBeCloseTo(1, 2);
      }
      await page.context().close();
    },
  );
});

describe('the end of a text', () => {
  it('has one next step: the next part of a series, else the newer post, else the older one', async () => {
    const page = await open('/post-2/');
    const step = async (path: string) => {
      await page.goto(site.url + path);
      expect(await page.locator('.next-step').count()).toBe(1);
      return page.locator('.next-step').getAttribute('href');
    };
    expect(await step('/post-2/')).toBe('/post-1/');
    expect(await step('/post-3/')).toBe('/note/');
    expect(await step('/post-1/')).toBe('/link/');
    await page.context().close();
  });

  it('does not count a series of one part, and offers the list of it', async () => {
    const page = await open('/galleries/');
    expect(await page.locator('.series').textContent()).toMatch(/^\s*Series: Alone\s*$/);
    await page.goto(`${site.url}/post-1/`);
    expect(await page.locator('.series').textContent()).toContain('Part 2 of 2');
    await page.context().close();
  });

  it('is not on paper, nor are comments that nobody wrote', async () => {
    const page = await open('/post-1/');
    const seen = () =>
      Promise.all(
        ['.page-foot', '.comments', '.prose'].map((part) => page.locator(part).first().isVisible()),
      );
    expect(await seen()).toEqual([true, true, true]);
    await page.emulateMedia({ media: 'print' });
    // This post has a comment.
    expect(await seen()).toEqual([false, true, true]);
    await page.goto(`${site.url}/post-3/`);
    expect(await seen()).toEqual([false, false, true]);
    await page.context().close();
  });
});

describe('a page', () => {
  it('separates facts by dots that are in no link and at no end of a line', async () => {
    const page = await open('/', { viewport: { width: 320, height: 800 } });
    const dots = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            ':is(.byline, .entry-facts, .entry-date), :is(.byline, .entry-facts, .entry-date) *',
          ),
        ].map((element) => {
          const [before, after] = ['::before', '::after'].map(
            (part) => getComputedStyle(element, part).content.includes('·') && part,
          );
          const isClipped =
            element.parentElement && getComputedStyle(element.parentElement).overflowX === 'clip';
          return after || (before && (element.closest('a') || !isClipped)) ? element.outerHTML : '';
        }),
      );
    for (const path of ['/', '/de/', '/post-1/', '/blog/']) {
      await page.goto(site.url + path);
      expect((await dots()).filter(Boolean)).toEqual([]);
    }
    await page.context().close();
  });

  it('begins with the skip link for screen readers, and ends with one line for programs in its language', async () => {
    const page = await open('/de/post-1/');
    const tree = await page.locator('body').ariaSnapshot();
    expect(tree).not.toContain('every page of this site');
    expect(tree.trimStart()).toMatch(/^- (?:banner:\s+- )?link "Zum Text springen"/);
    expect(tree.match(/Für Programme/g)?.length).toBe(1);
    expect(tree.indexOf('Für Programme')).toBeGreaterThan(tree.indexOf('- main'));
    expect(tree).not.toContain('For programs');
    await page.context().close();
  });

  it('fits diagrams into the boxes of covers, and marks what is no article', async () => {
    const page = await open('/blog/');
    const fitOf = (path: string) =>
      page.locator(`.entry-cover[href="${path}"] img`).evaluate((image) => getComputedStyle(image).objectFit);
    expect(await fitOf('/diagram/')).toBe('contain');
    expect(await fitOf('/post-1/')).toBe('cover');
    const marks = await page.locator('.entry-mark').allTextContents();
    expect(marks).toEqual(['Link', 'Note', 'Audio', 'Photo']);
    expect(await page.locator('.entry-host').textContent()).toBe('frost.example');
    await page.context().close();
  });

  it('has the button that copies code below the code on touch screens, and nothing moves for it', async () => {
    const page = await open('/', { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
        const kept = window as { shift?: number };
        kept.shift = shifts.reduce((sum, { value }) => sum + value, kept.shift ?? 0);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${site.url}/post-1/`);
    const button = page.locator('.code .copy').first();
    await button.scrollIntoViewIfNeeded();
    const [copy, code] = await Promise.all([
      button.boundingBox(),
      page.locator('.code pre').first().boundingBox(),
    ]);
    expect(copy?.y).toBeGreaterThanOrEqual((code?.y ?? 0) + (code?.height ?? 0) - 1);
    expect(await page.evaluate(() => (window as { shift?: number }).shift ?? 0)).toBe(0);
    await page.context().close();
  });

  it('loads at most 14 KB of styles and 12 KB of scripts, compressed', async () => {
    const page = await open('/galleries/', { viewport: { width: 1280, height: 800 } });
    const loaded = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const sum = (ending: string) =>
        entries
          .filter(({ name }) => name.endsWith(ending))
          .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
      return { styles: sum('.css'), scripts: sum('.js') };
    });
    expect(loaded.styles).toBeGreaterThan(5_000);
    expect(loaded.styles).toBeLessThanOrEqual(14_000);
    expect(loaded.scripts).toBeLessThanOrEqual(12_000);
    await page.context().close();
  });

  it.each(['/', '/post-1/', '/galleries/', '/ar/', '/blog/'])(
    '%s has no barrier in forced colours',
    async (path) => {
      const page = await open(path, { forcedColors: 'active', viewport: { width: 390, height: 800 } });
      expect(await findBarriers(page)).toEqual([]);
      await page.context().close();
    },
  );
});
