import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { pageTypes, screens } from './page-types.ts';

const site = inject('siteUrl');
const post = site + pageTypes.post;
let browser: Browser;
const problems: string[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(() => {
  // Nothing may be refused by the content security policy, and no script may fail.
  expect(problems.splice(0)).toEqual([]);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: screens.desktop,
    reducedMotion: 'reduce',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(path);
  return page;
}

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

describe('the theme', () => {
  it('follows the system until one is chosen, and stays chosen on the next page', async () => {
    const page = await open(post, { colorScheme: 'light' });
    const light = await background(page);
    const button = page.locator('.theme-choice');
    expect(await button.textContent()).toContain('Theme: System');
    await button.click();
    expect(await background(page)).toBe(light);
    await page.getByRole('button', { name: 'Theme: Light' }).click();
    const dark = await background(page);
    expect(dark).not.toBe(light);
    await page.goto(site);
    expect(await background(page)).toBe(dark);
    await page.getByRole('button', { name: 'Theme: Dark' }).click();
    expect(await background(page)).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background(page)).toBe(dark);
    await page.context().close();
  });

  it('is set before the page is painted', async () => {
    const page = await open(post, { colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    const early = await page.context().newPage();
    await early.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        observer.disconnect();
        (window as { themeAtBody?: string | undefined }).themeAtBody = document.documentElement.dataset.theme;
      }).observe(document, { childList: true, subtree: true });
    });
    await early.goto(post);
    expect(await early.evaluate(() => (window as { themeAtBody?: string }).themeAtBody)).toBe('dark');
    await page.context().close();
  });

  it('is chosen with the keyboard', async () => {
    const page = await open(post, { colorScheme: 'light' });
    const light = await background(page);
    await page.getByRole('button', { name: 'Theme: System' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await page.getByRole('button', { name: 'Theme: Dark' }).isVisible()).toBe(true);
    expect(await background(page)).not.toBe(light);
    await page.context().close();
  });
});

describe('copying', () => {
  it('puts the code of a block on the clipboard and says so', async () => {
    const page = await open(post);
    const block = page.locator('.code', { hasText: 'npm run build' });
    await block.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm run build');
    await page.context().close();
  });

  it('puts the twin of the page on the clipboard', async () => {
    const page = await open(post);
    await page.locator('.markdown-menu summary').click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const twin = await (await fetch(post.replace(/\/$/, '.md'))).text();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(twin);
    await page.context().close();
  });
});

describe('searching', () => {
  it('opens over the page with Ctrl-K, finds while one types, and gives the focus back', async () => {
    const page = await open(post);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    // At once: results of a part of the word would be replaced under the focus.
    await page.keyboard.insertText('draft');
    const first = dialog.getByRole('link').first();
    await first.waitFor();
    expect(await dialog.getByRole('status').textContent()).toMatch(/^\d+ pages? found$/);
    await page.keyboard.press('ArrowDown');
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    // The browser reports the closing a moment later.
    await page.waitForFunction(() => document.activeElement?.className === 'search-link');
    await page.context().close();
  });

  it('loads nothing of the search before it is opened', async () => {
    const page = await open(post);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => entry.name),
    );
    expect(loaded.filter((name) => /pagefind|search-dialog/.test(name))).toEqual([]);
    await page.context().close();
  });

  it('has a page whose address keeps the words', async () => {
    const page = await open(`${site}/search/`);
    await page.getByRole('searchbox').fill('negotiation');
    await page.locator('.search-results a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'negotiation');
    await page.context().close();
  });

  it.each([true, false])(
    'can be narrowed to a kind, a category and a year (scripts: %s)',
    async (scripts) => {
      const page = await open(`${site}/search/`, { javaScriptEnabled: scripts });
      const found = async () => {
        const titles = page.locator('.search-results li > a');
        await titles.first().waitFor();
        return titles.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      };
      for (const [filter, option, list] of [
        ['Type', 'Talks', '/talks/'],
        ['Category', 'Notes', '/category/notes/'],
        ['Year', '2025', '/2025/'],
      ] as const) {
        const listed = await (await fetch(site + list)).text();
        await page.goto(`${site}/search/`);
        await page.getByLabel(filter, { exact: true }).selectOption({ label: option });
        await page.getByRole('searchbox').fill('the');
        // With scripts what was found is there already; without them the form goes to the server.
        if (!scripts) await page.getByRole('button', { name: 'Search' }).click();
        for (const path of await found()) expect(listed).toContain(`href="${path}"`);
        expect(await page.locator('.search-status').textContent()).toMatch(/^\d+ pages? found$/);
      }
      await page.goto(`${site}/search/?q=the&kind=talk`);
      expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('talk');
      for (const path of await found()) expect(path).toMatch(/^\/talks\//);
      await page.context().close();
    },
  );

  it('asks the server where the site has no index', async () => {
    const page = await open('about:blank');
    await page.route('**/pagefind/**', (route) => route.fulfill({ status: 404 }));
    await page.goto(post);
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.waitFor();
    await page.keyboard.type('draft');
    await dialog.getByRole('link').first().waitFor();
    expect(await dialog.getByRole('status').textContent()).toMatch(/^\d+ pages? found$/);
    // The browser itself notes that the index is missing.
    expect(problems.splice(0)).toEqual([expect.stringContaining('404')]);
    await page.context().close();
  });

  it('works without JavaScript', async () => {
    const page = await open(`${site}/search/`, { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('draft');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.search-results a').first().waitFor();
    expect(await page.locator('.search-status').textContent()).toMatch(/^\d+ pages? found$/);
    await page.context().close();
  });
});

describe('a protected page', () => {
  const locked = site + pageTypes.locked;

  it('says when the password is wrong, and opens with the right one', async () => {
    const page = await open(locked);
    const field = page.getByRole('textbox', { name: 'Password' });
    await field.fill('not this one');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').filter({ hasText: 'Incorrect password' }).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('lantern');
    await page.keyboard.press('Enter');
    await page.locator('.prose').waitFor();
    expect(await page.locator('form.unlock').count()).toBe(0);
    expect((await page.locator('.prose').textContent())?.length).toBeGreaterThan(100);
    await page.context().close();
  });

  it('says what it needs when there is no JavaScript', async () => {
    const page = await open(locked, { javaScriptEnabled: false });
    expect(await page.locator('form.unlock').isVisible()).toBe(false);
    expect(await page.locator('.locked').textContent()).toContain('JavaScript is required');
    await page.context().close();
  });
});

describe('with the keyboard alone', () => {
  it('the first stop skips to the text, and every stop is visible', async () => {
    const page = await open(post);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page-main');
    const stops = await page.locator('a[href], button, input, [tabindex="0"], summary').count();
    for (let stop = 0; stop < Math.min(stops, 40); stop++) {
      await page.keyboard.press('Tab');
      const visible = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return true;
        const { width, height } = element.getBoundingClientRect();
        const { outlineStyle } = getComputedStyle(element);
        return width > 0 && height > 0 && outlineStyle !== 'none';
      });
      expect(visible, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toBe(true);
    }
    await page.context().close();
  });
});

describe('without JavaScript', () => {
  it.each(Object.entries(pageTypes).filter(([name]) => name !== 'not-found'))(
    'the page type %s shows its title and text, and no control that does nothing',
    async (_name, path) => {
      const page = await open(site + path, { javaScriptEnabled: false });
      expect(await page.locator('h1').count()).toBe(1);
      expect((await page.locator('main').textContent())?.length).toBeGreaterThan(100);
      expect(await page.locator('.theme-choice').isVisible()).toBe(false);
      const forms = await page.locator('main form:visible').count();
      expect(await page.locator('main button:visible').count()).toBe(forms);
      await page.context().close();
    },
  );
});

describe('the header', () => {
  it.each([320, 390])('of a phone is one line at %i pixels, with targets that fingers hit', async (width) => {
    const page = await open(post, { viewport: { width, height: 700 } });
    expect((await page.locator('.site-header').boundingBox())?.height).toBeLessThanOrEqual(64);
    expect(await page.locator('.site-nav a').first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    const targets = await page.locator('.site-tools > :visible, .site-nav a').all();
    expect(targets.length).toBeGreaterThan(5);
    for (const target of targets) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await page.context().close();
  });

  it('gives a long name and many entries lines of their own on a wide screen', async () => {
    const page = await open(post);
    const narrowest = await page.evaluate(() => {
      const [name, entry] = ['.site-name', '.site-nav li'].map((selector) =>
        document.querySelector(selector),
      );
      name?.replaceChildren(
        'A name that takes more than half of a line, as names of associations do. '.repeat(2),
      );
      for (let count = 0; count < 20; count++) entry?.after(entry.cloneNode(true));
      return Math.min(
        ...['.site-name', '.site-nav'].map((part) => document.querySelector(part)?.clientWidth ?? 0),
      );
    });
    expect(narrowest).toBeGreaterThan(300);
    expect((await page.locator('.site-header').boundingBox())?.height).toBeLessThan(300);
    await page.context().close();
  });

  it('opens its navigation without JavaScript', async () => {
    const page = await open(post, { viewport: screens.phone, javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.site-nav').getByRole('link', { name: 'Manual' }).click();
    await page.waitForURL('**/manual/');
    await page.context().close();
  });
});

describe('the pages of a folder', () => {
  const chapter = site + pageTypes.page;
  it('are next to the text on a wide screen and folded on a phone', async () => {
    const wide = await open(chapter);
    const here = wide.locator('.tree [aria-current="page"]');
    expect((await here.boundingBox())?.x).toBeLessThan((await wide.locator('h1').boundingBox())?.x ?? 0);
    await wide.context().close();
    const phone = await open(chapter, { viewport: screens.phone });
    expect(await phone.locator('.tree a').first().isVisible()).toBe(false);
    await phone.locator('.tree summary').click();
    expect(await phone.locator('.tree a').first().isVisible()).toBe(true);
    await phone.context().close();
  });
});

describe('the list of contents', () => {
  it('is next to the text on a wide screen and folded on a phone', async () => {
    const wide = await open(post);
    expect(await wide.locator('.contents a').first().isVisible()).toBe(true);
    await wide.context().close();
    const phone = await open(post, { viewport: screens.phone });
    expect(await phone.locator('.contents a').first().isVisible()).toBe(false);
    await phone.getByText('Contents').click();
    expect(await phone.locator('.contents a').first().isVisible()).toBe(true);
    await phone.context().close();
  });

  it('marks the section that is read', async () => {
    const page = await open(post);
    await page.locator('#code').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById('code')?.scrollIntoView());
    await page.locator('.contents a[href="#code"][aria-current="true"]').waitFor();
    await page.context().close();
  });
});

describe('on paper', () => {
  it('there is the text alone, with the addresses of its links', async () => {
    const page = await open(post);
    await page.locator('.has-notes').waitFor();
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a class="button">Write</a>'));
    const button = page.locator('body > .button');
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.site-nav').isVisible()).toBe(false);
    expect(await page.locator('.contents').isVisible()).toBe(false);
    expect(await page.locator('.prose').isVisible()).toBe(true);
    const note = page.locator('.footnotes li').first();
    expect(await note.evaluate((element) => getComputedStyle(element).position)).toBe('static');
    expect(await button.isVisible()).toBe(false);
    await page.context().close();
  });
});

describe('footnotes of a post', () => {
  const noteOf = (page: Page) => page.locator('.footnotes li').first();
  const textOf = (page: Page) => page.locator('.prose').first();

  it('are in the margin at their references on wide screens, and below the text on others', async () => {
    const page = await open(post, { viewport: { width: 1440, height: 900 } });
    const reference = page.locator('a[data-footnote-ref]').first();
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
    // Notes move once the text has its size.
    await expect
      .poll(async () => Math.abs((await topOf(noteOf(page))) - (await topOf(reference))))
      .toBeLessThan(24);
    const [note, text] = await Promise.all([noteOf(page).boundingBox(), textOf(page).boundingBox()]);
    if (!note || !text) throw new Error('The page has no footnote');
    expect(note.x).toBeGreaterThan(text.x + text.width);
    expect(note.x + note.width).toBeLessThanOrEqual(1440);
    await page.setViewportSize({ width: 800, height: 900 });
    await expect
      .poll(async () => (await noteOf(page).boundingBox())?.x ?? 1440)
      .toBeLessThan(text.x + text.width);
    await noteOf(page).evaluate((element) => element.prepend('Much longer than the text. '.repeat(9999)));
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await noteOf(page).boundingBox())?.width ?? 0).toBeGreaterThan(400);
    await page.context().close();
  });
});
