import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../../../src/terminal/options.ts';
import { refuse } from '../../helpers/command-words.ts';
import { launchBrowser } from './browser.ts';
import { pageTypes, screens, themes } from './page-types.ts';
import { drawReadmeImages } from './readme-images.ts';

/**
 * `npm run screenshots -- URL [FOLDER]`: images of every page type in both themes on both screens, for people to
 * check. Without a folder they go to `.screenshots/`, which is not kept. With `--readme` as the folder: the
 * images of README.md instead.
 */
const root = join(import.meta.dirname, '../../..');
const usage = 'Usage: npm run screenshots -- URL [FOLDER | --readme]';
const { values, positionals } = readOptions(usage, { readme: { type: 'boolean', default: false } }, true);
const [url, folder = join(root, '.screenshots')] = positionals;
if (!url) refuse('Give the address of a running site.', usage);
const browser = await launchBrowser();
if (values.readme) {
  const images = join(root, 'docs/images');
  await drawReadmeImages(browser, url, images);
  console.log(`The images of README.md are in ${images}`);
} else {
  await shootAll(url, folder);
  console.log(`Screenshots are in ${folder}`);
}
await browser.close();

async function shootAll(url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of themes) {
    for (const [screen, viewport] of Object.entries(screens)) {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pageTypes)) {
        await page.goto(url + path, { waitUntil: 'networkidle' });
        await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.png`) });
      }
      await context.close();
    }
  }
}
