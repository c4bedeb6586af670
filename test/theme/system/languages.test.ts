import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWordKeys, wordsOf } from '../../../src/core/languages/words.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { findBarriers, launchBrowser } from './browser.ts';
import { greekPages, layOutGreekSite, writeGreekSettings } from './greek-site.ts';
import { htmlRules } from './html-rules.ts';

/** One folder for all settings: the documents stay compiled. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-language-'));
let browser: Browser;
beforeAll(async () => {
  layOutGreekSite(folder);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The site with the given settings, served while the tests of the block run. */
function serve(settings: Readonly<Record<string, unknown>>): () => { url: string; page: Page } {
  let site: SiteProcess | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    writeGreekSettings(folder, settings);
    site = await startSite(folder);
    page = await (await browser.newContext({ permissions: ['clipboard-write'] })).newPage();
  });
  afterAll(async () => {
    await page?.context().close();
    await site?.stop();
  });
  return () => {
    if (!site || !page) throw new Error('The site was not started.');
    return { url: site.url, page };
  };
}

/** Sends the form with a mistake in each field, so that every error is on the page. */
async function sendBadForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact/`);
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('[data-contact-form]');
    if (form) form.noValidate = true;
    for (const field of document.querySelectorAll('[maxlength]')) field.removeAttribute('maxlength');
  });
  await page.fill('[name="email"]', 'Ω');
  await page.fill('[name="subject"]', 'Ω'.repeat(201));
  // People take longer than two seconds, and the form knows it.
  await page.waitForTimeout(3_000);
  await page.press('[name="subject"]', 'Enter');
  await page.waitForSelector('[role="alert"]');
  await page.waitForLoadState();
}

describe('a site whose words are all marked', () => {
  const keys = listWordKeys('en');
  const { words } = wordsOf({ language: 'en', words: {} });
  const textOf = (key: string): string => {
    const text = key.split('.').reduce<unknown>((group, name) => Object(group)[name], words);
    return typeof text === 'string' ? text : '';
  };
  const at = serve({ words: Object.fromEntries(keys.map((key) => [key, `⟦${textOf(key)}⟧`])) });

  /** Latin words that a reader meets outside of the marks, in the text and in what is read aloud. */
  const findUnmarked = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const bodies: string[] = [document.title];
      const walk = (node: Node) => {
        if (node instanceof Text) bodies.push(node.data);
        if (!(node instanceof Element)) return;
        if (node.matches('script, style, [lang="en"]')) return;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          bodies.push(node.getAttribute(name) ?? '');
        }
        for (const child of node.childNodes) walk(child);
        if (node.matches('.prose, .entries, .contents')) bodies.push('\n');
      };
      walk(document.body);
      let outside = bodies.join(' ').replace(/<[^>]*>/g, ' ');
      // A word may be inside of another: the title of a page in the sentence that numbers it.
      while (/⟦[^⟦⟧]*⟧/.test(outside)) outside = outside.replace(/⟦[^⟦⟧]*⟧/g, ' ');
      const names = /\/?(?:llms\.txt|contact\.md|xn--[\w.-]+)/g;
      return outside.replace(names, ' ').match(/[A-Za-z]{2,}[A-Za-z ]*/g) ?? [];
    });

  it.each(greekPages)('%s shows no other word of the interface', async (path) => {
    const { url, page } = at();
    await page.goto(url + path);
    expect(await page.content()).toContain('⟦');
    expect(await findUnmarked(page)).toEqual([]);
  });

  it('the form with its errors shows no other word', async () => {
    const { url, page } = at();
    await sendBadForm(page, url);
    expect(await page.locator('.error').count()).toBeGreaterThanOrEqual(3);
    expect(await findUnmarked(page)).toEqual([]);
  });

  it('what scripts show is marked', async () => {
    const { url, page } = at();
    await page.goto(`${url}/keimeno-1/`);
    await page.click('.search-link');
    await page.waitForSelector('dialog[open]');
    expect(await page.locator('.code button').count()).toBeGreaterThan(0);
    expect(await findUnmarked(page)).toEqual([]);
    await page.goto(`${url}/secret/`);
    await page.fill('#page-password', 'α');
    await page.click('.unlock button');
    await page.waitForFunction(() => document.querySelector('#page-password-error')?.textContent !== '');
    expect(await findUnmarked(page)).toEqual([]);
  });

  it('feeds and their descriptions are marked', async () => {
    const { url, page } = at();
    const feed = await (await fetch(`${url}/tag/diktyo/feed.xml`)).text();
    expect(/<channel>.*?<description>(.*?)<\/description>/s.exec(feed)?.[1]).toContain('⟦');
    // A browser shows them by their style sheet, which says first what to do with a feed.
    for (const path of ['/feed.xml', '/tag/diktyo/atom.xml']) {
      await page.goto(url + path);
      const note = await page.evaluate(() => getComputedStyle(document.documentElement, '::before').content);
      expect(note, path).toContain('⟦');
    }
  });
});

/** A page of each layout. */
const layouts = [
  '/',
  '/posts/page/2/',
  '/keimeno-1/',
  '/secret/',
  '/talks/omilia/',
  '/plugins/ergaleio/',
  '/category/odigoi/',
  '/search/?q=Κώδικας',
  '/contact/',
  '/nowhere/',
] satisfies (typeof greekPages)[number][];

describe.each([
  // Words make it differ from the example, each page of which axe checks: three pages are enough.
  ['de', 'ltr', 'Zum Text springen', ['/', '/keimeno-1/', '/contact/']],
  // Its direction makes each layout another one.
  ['ar', 'rtl', 'انتقل إلى النص', layouts],
] as const)('a site in %s', (language, direction, skip, forAxe) => {
  const at = serve({ language });

  it('speaks the language, in its direction', async () => {
    const { url, page } = at();
    await page.goto(url);
    const html = page.locator('html');
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([language, direction]);
    expect(await page.locator('.skip-link').textContent()).toBe(skip);
  });

  it.each(forAxe)('%s has nothing that axe objects to', async (path) => {
    const { url, page } = at();
    await page.goto(url + path);
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each(greekPages)('%s is valid HTML', async (path) => {
    const { url } = at();
    const answer = await fetch(url + path, { headers: { Accept: 'text/html' } });
    const report = await new HtmlValidate(htmlRules).validateString(await answer.text());
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it('the error page speaks the language, and names nothing that only software reads', async () => {
    const { url, page } = at();
    const { home, latest } = wordsOf({ language, words: {} }).words;
    await page.goto(`${url}/nowhere/`);
    const links = await page.locator('main a').allTextContents();
    expect(links).toContain(home);
    expect(await page.locator('main h2', { hasText: latest }).count()).toBe(1);
    expect(await page.locator('main a[href*=".json"], main a[href*=".txt"]').count()).toBe(0);
    expect(await page.locator('main [lang="en"]').count()).toBe(0);
  });

  it('addresses keep their order, and letters their distance', async () => {
    const { url, page } = at();
    await page.goto(`${url}/contact/`);
    const twin = page.locator('a[href="/contact.md"]', { hasText: 'contact.md' });
    // In the order of the screen: the slash is left of the name.
    const slashIsLeft = await twin.evaluate((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
      const leftOf = (at: number) => {
        const range = document.createRange();
        range.setStart(text!, at);
        range.setEnd(text!, at + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf(0) < leftOf(1);
    });
    expect(slashIsLeft).toBe(true);
    await page.goto(`${url}/keimeno-1/`);
    const spacing = await page.evaluate(() =>
      ['h1', '.site-name', '.prose h2'].map((selector) => {
        const element = document.querySelector(selector);
        return element && Number.parseFloat(getComputedStyle(element).letterSpacing);
      }),
    );
    if (direction === 'rtl') expect(spacing.every((value) => value === 0 || Number.isNaN(value))).toBe(true);
    else expect(spacing.every((value) => value !== null && value < 0)).toBe(true);
  });

  it('the sign behind a footnote points back', async () => {
    const { url, page } = at();
    await page.goto(`${url}/keimeno-1/`);
    const transform = await page
      .locator('[data-footnote-backref]')
      .first()
      .evaluate((sign) => getComputedStyle(sign).transform);
    expect(transform).toBe(direction === 'rtl' ? 'matrix(-1, 0, 0, 1, 0, 0)' : 'none');
  });

  it('no page is wider than a phone', async () => {
    const { url, page } = at();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of greekPages) {
      await page.goto(url + path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
    }
  });
});
