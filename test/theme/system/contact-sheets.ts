import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { lookNames } from '../../../src/core/model/settings/looks.ts';
import { readOptions } from '../../../src/terminal/options.ts';
import { startSite } from '../../helpers/site-process.ts';
import { launchBrowser } from './browser.ts';
import { themes } from './page-types.ts';
import { layOutSheetSite, sheetPages } from './sheet-site.ts';

/**
 * `npm run contact-sheets [-- LOOK …]`: every type of page in all looks, in light and dark, at three widths and in three
 * languages, small. Says which pages are wider than the screen; status 1 when one is.
 */
const usage = 'Usage: npm run contact-sheets [-- LOOK …]';
const { positionals } = readOptions(usage, {}, true);
const [folder = '', ...named] = positionals;
const looks = named.length > 0 ? named : lookNames;
const widths = [320, 390, 1280];
/** Of a screenshot in a sheet: the same share of each width, and of each page its first screens. */
const shown = { scale: 0.2, height: 180, gap: 6 };

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const look of looks) {
  const site = join(tmpdir(), `agentsite-sheets-${look}`);
  await layOutSheetSite(site, look);
  const running = await startSite(site);
  for (const language of ['en', 'de', 'ar']) await drawSheet(browser, running.url, look, language);
  await running.stop();
}
await browser.close();

async function drawSheet(browser: Browser, url: string, look: string, language: string): Promise<void> {
  const pages = Object.values(sheetPages(language));
  const columns = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));
  const images: { input: Buffer; left: number; top: number }[] = [];
  let left = shown.gap;
  for (const { theme, width } of columns) {
    const viewport = { width, height: Math.round(shown.height / shown.scale) };
    const context = await browser.newContext({ colorScheme: theme, viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [row, path] of pages.entries()) {
      await page.goto(url + path, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready);
      // Images that load later than the page, as far as they are in the screenshot.
      await page.evaluate(() =>
        Promise.allSettled(
          Array.from(document.images, (image) =>
            image.getBoundingClientRect().top < window.innerHeight ? image.decode() : null,
          ),
        ),
      );
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) {
        console.log(`${look} ${path} at ${width} px: ${over} px too wide`);
        process.exitCode = 1;
      }
      const input = await sharp(await page.screenshot())
        .resize({ width: Math.round(width * shown.scale) })
        .toBuffer();
      images.push({ input, left, top: shown.gap + row * (shown.height + shown.gap) });
    }
    await context.close();
    left += Math.round(width * shown.scale) + shown.gap;
  }
  const height = shown.gap + pages.length * (shown.height + shown.gap);
  await sharp({ create: { width: left, height, channels: 3, background: '#808080' } })
    .composite(images)
    .webp({ quality: 60, effort: 6 })
    .toFile(join(folder, `${look}-${language}.webp`));
}
