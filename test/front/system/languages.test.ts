import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Tally } from '../../clients/import-check/tally.ts';
import { elements, get } from '../../clients/language-check/answers.ts';
import { checkSite, layOutLanguagesSite } from '../../clients/language-check/check-site.ts';
import { makeLanguagesSite } from '../../clients/language-check/made-site.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { launchBrowser } from '../../theme/system/browser.ts';
import { type DeployedSite, deploySite } from './deployed-site.ts';

/** A site in English, German and Arabic on `npm start` and on nginx. */
const site = makeLanguagesSite(['en', 'de', 'ar'], 8);
const folder = mkdtempSync(join(tmpdir(), 'agentsite-languages-'));
let embedded: SiteProcess;
let deployed: DeployedSite;
let browser: Browser;

beforeAll(async () => {
  const project = join(folder, 'site');
  layOutLanguagesSite(project, site);
  embedded = await startSite(project, { MCP_PER_MINUTE: '100000' });
  deployed = await deploySite({
    folder: join(folder, 'nginx'),
    project,
    environment: { MCP_PER_MINUTE: '100000' },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await deployed.stop();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fronts = [
  ['npm start', () => embedded.url, () => join(folder, 'site/.data/outbox')],
  ['nginx', () => deployed.url, () => join(folder, 'nginx/data/outbox')],
] as const;

describe.each(fronts)('on %s', (_, front, outbox) => {
  it('every representation agrees on language, translations, addresses and titles', async () => {
    const tally = new Tally();
    await checkSite({ base: front(), origin: embedded.url, site, tally });
    expect(tally.report()).toMatch(/^(?:[\w-]+ +(\d+) of \1\n)+\d+ of \d+ checks passed \(100\.00 %\)$/);
  });

  it.each([
    ['/nowhere/', 'en', 'ltr', '/'],
    ['/de/nowhere/', 'de', 'ltr', '/de/'],
    ['/ar/nowhere/', 'ar', 'rtl', '/ar/'],
  ])('%s is not found in its language', async (path, lang, dir, home) => {
    const { status, text } = await get(front(), path);
    const [root] = elements(text, 'html');
    expect([status, root?.lang, root?.dir]).toEqual([404, lang, dir]);
    const links = elements(text.slice(text.indexOf('<main')), 'a').map(({ href }) => href);
    expect(links).toContain(home);
    expect(links.filter((href) => href?.startsWith('/') && !href.startsWith(home))).toEqual([]);
  });

  it('no header of a request changes the language of an address', async () => {
    const ask = async (language: string) => {
      const response = await fetch(`${front()}/`, {
        headers: { Accept: 'text/html', 'Accept-Language': language },
      });
      return [
        response.status,
        response.headers.get('vary')?.includes('Language') ?? false,
        await response.text(),
      ];
    };
    expect(await ask('de')).toEqual(await ask('en'));
  });

  it('a German form has German errors, thanks and mail', async () => {
    const form = `${front()}/de/contact/`;
    const html = await (await fetch(form)).text();
    const token = /name="submit_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const send = async (changes: Record<string, string>) => {
      const fields = {
        name: 'Zoë',
        email: 'zoe@example.org',
        subject: '',
        message: 'Hallo',
        website: '',
        submit_token: token,
      };
      return fetch(form, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ ...fields, ...changes }),
        redirect: 'manual',
      });
    };
    await delay(3_100);
    const refused = await send({ email: 'x' });
    const errors = await refused.text();
    expect([refused.status, elements(errors, 'html')[0]?.lang]).toEqual([422, 'de']);
    expect(errors).toContain('Nicht gesendet');
    const sent = await send({});
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/de/contact/?sent']);
    const thanks = await get(front(), '/de/contact/?sent');
    expect([thanks.status, elements(thanks.text, 'html')[0]?.lang]).toEqual([200, 'de']);
    expect(thanks.text).toContain('Vielen Dank');
    const [mail = ''] = readdirSync(outbox()).filter((name) => name.endsWith('.eml'));
    const { subject, text } = await PostalMime.parse(readFileSync(join(outbox(), mail)));
    expect(subject).toContain('[Feldnotizen & mehr]');
    expect(text).toMatch(/^Weg: +form$/m);
  });
});

describe('the search in a browser', () => {
  /** Types into the search of a page. @returns the paths and languages that it shows */
  async function find(page: Page, query: string): Promise<(readonly [string, string | null])[]> {
    await page.fill('#page-query', '');
    await page.fill('#page-query', query);
    await page.waitForFunction(() => document.querySelector('.search-results li'));
    await delay(400);
    const items = await page.locator('.search-results li').all();
    return Promise.all(
      items.map(async (item) => {
        const href = (await item.locator('a').getAttribute('href')) ?? '';
        return [decodeURI(new URL(href, embedded.url).pathname), await item.getAttribute('lang')] as const;
      }),
    );
  }

  it('finds each document in the language of the page, and all versions with one press', async () => {
    const page = await browser.newPage();
    const one = site.documents.filter(({ word }) => word === 'k1x');
    expect(one).toHaveLength(3);
    for (const { word, path, language, versions } of one) {
      await page.goto(`${embedded.url}${language === 'en' ? '' : `/${language}`}/search/`);
      expect(await find(page, word), `${word} in ${language}`).toEqual([[path, language]]);
      await page.locator('input[name=lang]').check();
      const all = await find(page, word);
      const expected = Object.entries(versions).map(([tag, to]) => [to, tag]);
      expect(all.toSorted(), `${word} from ${language}`).toEqual(expected.toSorted());
      await page.locator('input[name=lang]').uncheck();
      expect(await find(page, word), `${word} in ${language} again`).toEqual([[path, language]]);
    }
    await page.close();
  });

  it('finds forms of words by the rules of the language', async () => {
    const page = await browser.newPage();
    await page.goto(`${embedded.url}/de/search/`);
    expect((await find(page, 'Gärtnern')).length).toBeGreaterThan(0);
    await page.close();
  });
});
