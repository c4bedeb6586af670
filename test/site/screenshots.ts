import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';
import { pageTypes, screens, themes } from './page-types.ts';

/**
 * `node test/site/screenshots.ts URL [FOLDER]`: pictures of every page type in both themes on both screens, for
 * people to look at. Without a folder they go to `.screenshots/`, which is not kept.
 */
const [url, folder = join(import.meta.dirname, '../../.screenshots')] = process.argv.slice(2);
if (!url) {
  console.error('Usage: node test/site/screenshots.ts URL [FOLDER]');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
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
await browser.close();
console.log(`Screenshots are in ${folder}`);
