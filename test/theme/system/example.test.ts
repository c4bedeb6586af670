import { expect, it } from 'vitest';
import { ask, askJson, listSitemap } from '../../../packages/contract/src/http-client.ts';
import { listLocked } from '../../../packages/contract/src/site-pages.ts';

/** The example has at least one of everything, so that the contract suite finds what its rules are about. */
const api = '/wp-json/wp/v2';

it.each([
  ['/posts?per_page=100', 10],
  ['/pages?per_page=100', 10],
  ['/categories', 1],
  ['/tags', 1],
  ['/media', 0],
  ['/search?search=markdown&per_page=100', 5],
  ['/search?search=markdown&subtype=page', 0],
  ['/search?type=term', 0],
])('the example has enough entries at %s: more than %i', async (path, least) => {
  expect((await askJson<unknown[]>(api + path)).json.length).toBeGreaterThan(least);
});

it('the example has pages below pages, a locked one, skills, and a sitemap of some length', async () => {
  const { json: pages } = await askJson<{ parent: number }[]>(`${api}/pages?per_page=100`);
  expect(pages.some(({ parent }) => parent > 0)).toBe(true);
  expect(await listLocked()).toContain('/manual/writing/locked-example/');
  const { json } = await askJson<{ skills: unknown[] }>('/.well-known/agent-skills/index.json');
  expect(json.skills.length).toBeGreaterThan(0);
  expect((await listSitemap()).length).toBeGreaterThan(40);
});

it('the example asks programs not to train on it', async () => {
  const { text } = await ask('/robots.txt');
  expect(text).toMatch(/^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m);
});
