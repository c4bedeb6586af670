import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevServer } from '../../helpers/dev-server.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from './browser.ts';
import { themes } from './page-types.ts';

/** Videos and sound next to a document, on the embedded front and under `astro dev`. */
const folder = makeQuickFolder('players');
let browser: Browser;

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const physics = `Water is H~2~O: $\`T = 2\\pi\\sqrt{\\ell/g} + \\frac{1}{16}\\theta^2\`$.

\`\`\`mermaid
graph TD
  A[Measure] -->|yes| B[Compute]
\`\`\`

::::tabs
:::tab[One]
Words.
:::
:::tab[Two]
More words.
:::
::::

:::steps
1. First.
:::

:::aside
Next to it.
:::

Period
: The time of one swing.
`;
const large = Buffer.alloc(1_100_000, 'x');
const text = `![Weir](clip.mp4)\n\n![Weir](clip.webm)\n\n![Song](song.m4a)\n\n[Data](large.bin)\n\n${'> '.repeat(5000)}deep\n`;

beforeAll(async () => {
  layOutProject(folder);
  write('content/pages/index.md', '---\ntitle: Home\n---\nHome.\n');
  for (const file of ['films.md', 'locked.md']) {
    const password = file === 'locked.md' ? 'password: lantern\n' : '';
    write(`content/posts/${file}`, `---\ntitle: Videos\ndate: 2026-01-02\n${password}---\n${text}`);
  }
  for (const file of ['clip.mp4', 'clip.webm', 'song.m4a'])
    copyFileSync(join(projectRoot, 'test/fixtures/media', file), join(folder, 'content/posts', file));
  write('content/posts/large.bin', large);
  const images = ['page-and-twin.png', 'architecture.png'];
  for (const file of images)
    copyFileSync(join(projectRoot, 'content/posts', file), join(folder, 'content/posts', file));
  write(
    'content/posts/gallery.md',
    `---\ntitle: Gallery\ndate: 2026-01-03\n---\n${images.map((file, at) => `![Image ${at + 1}](${file})`).join('\n')}\n`,
  );
  write(
    'content/posts/talk.md',
    '---\ntitle: Talk\ndate: 2026-01-04\nseries: Talks\naudio: song.m4a\n---\nWords.\n',
  );
  write('content/posts/note.md', '---\ntitle: ""\ndate: 2026-01-05\n---\nLow water.\n');
  write('content/posts/physics.md', `---\ntitle: Physics\ndate: 2026-01-06\n---\n${physics}`);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the players of a page know of what they play, and what the page refused. */
async function playersOf(url: string, password?: string) {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(url);
  if (password !== undefined) {
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => {
    const players = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
    return players.length === 3 && players.every(({ readyState, error }) => readyState > 0 || error);
  });
  const players = await page.$$eval('video, audio', (found) =>
    (found as HTMLMediaElement[]).map(({ tagName, duration, error }) => [
      tagName,
      duration > 0.1,
      error?.message,
    ]),
  );
  await page.close();
  return { players, errors };
}

const playing = {
  players: [
    ['VIDEO', true, undefined],
    ['VIDEO', true, undefined],
    ['AUDIO', true, undefined],
  ],
  errors: [],
};

/** Of axe, in both themes. */
async function findProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const barrier of await findBarriers(page)) found.push(`${colorScheme} ${barrier}`);
  }
  return found;
}

it('images of a gallery open in a box that has a name and works by keyboard, and axe finds nothing on pages of media', async () => {
  const site = await startSite(folder);
  const page = await browser.newPage();
  try {
    await page.goto(`${site.url}/gallery/`, { waitUntil: 'networkidle' });
    const link = page.locator('.wp-block-gallery a').first();
    await link.focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog');
    await expect.poll(() => box.getAttribute('aria-label')).toBe('Image 1');
    await page.locator('.pswp--ui-visible').waitFor();
    // The box fades in, which takes a third of a second.
    await page.waitForTimeout(1_000);
    expect(await findProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.getAttribute('aria-label')).toBe('Image 2');
    await page.keyboard.press('Escape');
    await expect.poll(() => box.count()).toBe(0);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    for (const path of ['gallery', 'films', 'talk', 'series/talks', 'notes', 'physics']) {
      await page.goto(`${site.url}/${path}/`);
      expect(await findProblems(page), path).toEqual([]);
    }
  } finally {
    await page.close();
    await site.stop();
  }
});

describe('videos and sound', () => {
  it('play under npm start, also on a protected page, and come in parts', async () => {
    const site = await startSite(folder);
    try {
      expect(await playersOf(`${site.url}/films/`)).toEqual(playing);
      expect(await playersOf(`${site.url}/locked/`, 'lantern')).toEqual(playing);
      const clip = `${site.url}/media/posts/clip.mp4`;
      const whole = await fetch(clip);
      const bytes = Buffer.from(await whole.arrayBuffer());
      expect([whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
        'video/mp4',
        'bytes',
      ]);
      const part = async (range: string, more: Record<string, string> = {}) => {
        const answer = await fetch(clip, { headers: { Range: range, ...more } });
        const got = Buffer.from(await answer.arrayBuffer());
        return [
          answer.status,
          answer.headers.get('content-range'),
          got.equals(bytes) ? 'whole' : got.toString('hex'),
        ];
      };
      const end = bytes.length - 1;
      expect(await part('bytes=0-1')).toEqual([
        206,
        `bytes 0-1/${bytes.length}`,
        bytes.toString('hex', 0, 2),
      ]);
      expect(await part('bytes=-2')).toEqual([
        206,
        `bytes ${end - 1}-${end}/${bytes.length}`,
        bytes.toString('hex', end - 1),
      ]);
      expect(await part('bytes=0-')).toEqual([206, `bytes 0-${end}/${bytes.length}`, 'whole']);
      expect(await part('bytes=99999999-')).toEqual([416, `bytes */${bytes.length}`, '']);
      const etag = whole.headers.get('etag') ?? '';
      expect((await part('bytes=0-1', { 'If-Range': etag }))[0]).toBe(206);
      for (const request of [
        part('bytes=0-1', { 'If-Range': '"other"' }),
        part('bytes=0-1,4-5'),
        part('lines=1-2'),
      ])
        expect(await request).toEqual([200, null, 'whole']);
      const twin = await (await fetch(`${site.url}/films.md`)).text();
      expect(twin).toContain(`\n[Weir](${site.url}/media/posts/clip.mp4)\n`);
    } finally {
      await site.stop();
    }
  });

  it('play under astro dev, which also serves large files', async () => {
    const server = await startDevServer(folder);
    try {
      expect(await playersOf(`${server.url}/films/`)).toEqual(playing);
      const answer = await fetch(`${server.url}/media/posts/large.bin`);
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, large.length]);
    } finally {
      await server.stop();
    }
  });
});
