import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { pageTypes, screens, type themes } from './page-types.ts';

/**
 * The images of README.md, `docs/images/site-light.webp` and `site-dark.webp`: a post on a desk, and the home
 * page, the search and the contact form on phones, side by side.
 */
const height = 640;
const gap = 24;
const shots = [
  { page: 'post', screen: 'desktop' },
  { page: 'home', screen: 'phone' },
  { page: 'results', screen: 'phone' },
  { page: 'contact', screen: 'phone' },
] as const;
/** Around each screen, to separate it from the page that shows the image. */
const frames = { light: '#c9c4b8', dark: '#4a4f55' } as const;

export async function drawReadmeImages(browser: Browser, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    const screenshots = [];
    for (const shot of shots) screenshots.push(await shoot(browser, url, shot, theme));
    await compose(screenshots, join(folder, `site-${theme}.webp`));
  }
}

interface Shot {
  readonly bytes: Buffer;
  readonly width: number;
}

async function shoot(
  browser: Browser,
  url: string,
  { page: name, screen }: (typeof shots)[number],
  colorScheme: (typeof themes)[number],
): Promise<Shot> {
  const context = await browser.newContext({
    colorScheme,
    viewport: screens[screen],
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.goto(url + pageTypes[name], { waitUntil: 'networkidle' });
  const taken = await page.screenshot();
  await context.close();
  const framed = await sharp(taken)
    .resize({ height: height - 4 })
    .extend({ top: 2, bottom: 2, left: 2, right: 2, background: frames[colorScheme] })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: framed.data, width: framed.info.width };
}

async function compose(images: readonly Shot[], file: string): Promise<void> {
  const width = images.reduce((sum, image) => sum + image.width + gap, -gap);
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  let left = 0;
  const layers = images.map((image) => {
    const layer = { input: image.bytes, left, top: 0 };
    left += image.width + gap;
    return layer;
  });
  await sharp({ create: { width, height, channels: 4, background } })
    .composite(layers)
    .webp({ quality: 72, effort: 6, smartSubsample: true })
    .toFile(file);
}
