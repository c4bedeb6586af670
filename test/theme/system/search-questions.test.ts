import { decodeHTML } from 'entities';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { furtherQuestions, misspelt, searchQuestions } from '../../fixtures/search-questions.ts';
import { launchBrowser } from './browser.ts';

const site = inject('siteUrl');

/** The first paths that a search finds, best first. */
type Ask = (query: string, limit?: number) => Promise<readonly string[]>;
const shown = 3;
const wanted = 36;

const pathOf = (url: string) => new URL(url, site).pathname;

const askMcp: Ask = async (query, limit = shown) => {
  const response = await fetch(`${site}/wp-json/agentsite/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query, limit } },
    }),
  });
  const { result } = (await response.json()) as {
    result: { structuredContent: { results: { url: string }[] } };
  };
  return result.structuredContent.results.map(({ url }) => pathOf(url));
};

const askPage: Ask = async (query, limit = shown) => {
  const html = await (await fetch(`${site}/search/?${new URLSearchParams({ q: query })}`)).text();
  const list = html.slice(html.indexOf('search-results')).split(/<\/[ou]l>/, 1)[0] ?? '';
  return [...list.matchAll(/<li>(?:<img[^>]*>)?\s*<a href="([^"]+)"/g)]
    .slice(0, limit)
    .map(([, url = '']) => pathOf(url));
};

/** Queries whose page isn't among the first results, with what is. */
async function findMisses(ask: Ask, questions: typeof searchQuestions): Promise<string[]> {
  const misses: string[] = [];
  for (const [query, path] of questions) {
    const found = await ask(query);
    if (!found.includes(path)) misses.push(`${query}: ${path} is not among ${found.join(' ') || 'nothing'}`);
  }
  return misses;
}

/** Every document by its own title: exact words. */
async function listTitles(): Promise<(readonly [string, string])[]> {
  const hits = (await (await fetch(`${site}/wp-json/wp/v2/search?per_page=100`)).json()) as {
    title: string;
    url: string;
  }[];
  return hits.map(({ title, url }) => [decodeHTML(title), pathOf(url)]);
}

test('there are forty questions, each about a page that exists', async () => {
  expect(searchQuestions).toHaveLength(40);
  for (const path of new Set(searchQuestions.map(([, path]) => path))) {
    expect([path, (await fetch(site + path)).status]).toEqual([path, 200]);
  }
});

describe.each([
  ['MCP', askMcp],
  ['the search page', askPage],
])('%s', (_, ask) => {
  test(`finds the page that answers, among the first ${shown}, for at least ${wanted} of 40 questions`, async () => {
    const misses = await findMisses(ask, searchQuestions);
    expect(misses, misses.join('\n')).toHaveLength(Math.min(misses.length, 40 - wanted));
  });

  test('finds the right page first for 29 of 40 further questions, and among five for 38', async () => {
    const places = await Promise.all(
      furtherQuestions.map(async ([query, path]) => (await ask(query, 5)).indexOf(path)),
    );
    const missed = furtherQuestions.filter((_, at) => places[at] === -1);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
    expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(29);
  });

  test('finds each page by its title', async () => {
    const titles = await listTitles();
    expect(titles.length).toBeGreaterThan(40);
    expect(await findMisses(ask, titles)).toEqual([]);
  });
});

test.each(misspelt)('the search page says that nothing has %s and these have %s', async (query, searched) => {
  const html = await (await fetch(`${site}/search/?${new URLSearchParams({ q: query })}`)).text();
  expect(html).toContain(`data-searched="${searched}"`);
  expect(html).toContain(`Nothing has “${query}”; these have “${searched}”.`);
  expect(await askPage(query)).not.toEqual([]);
});

describe('the search in the browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test(`finds the page that answers, among the first ${shown}, for at least ${wanted} of 40 questions`, async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/search/`);
    const ask: Ask = async (query) => {
      // As text, since the test runner would rewrite the import of a function.
      const urls = await page.evaluate<string[]>(`(async () => {
        const pagefind = await import('${site}/pagefind/pagefind.js');
        const { results } = await pagefind.search(${JSON.stringify(query)});
        const data = await Promise.all(results.slice(0, ${shown}).map((result) => result.data()));
        return data.map(({ url }) => url);
      })()`);
      return urls.map(pathOf);
    };
    const misses = await findMisses(ask, searchQuestions);
    expect(misses, misses.join('\n')).toHaveLength(Math.min(misses.length, 40 - wanted));
  });

  test('what is misspelt is searched by the server, and the status says so', async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/search/`);
    await page.getByRole('searchbox').fill('podacst');
    await page.getByText('Nothing has “podacst”; these have “podcast”.').waitFor();
    expect(await page.locator('.search-results a').count()).toBeGreaterThan(0);
    await page.getByRole('searchbox').fill('podcast');
    await page.getByText('Nothing has').waitFor({ state: 'detached' });
    await page.close();
  });
});
