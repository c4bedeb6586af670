import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { generatedSites } from '../../helpers/generated-sites.ts';
import { layOutGeneratedSite } from '../../helpers/lay-out-generated-site.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { runEngine } from '../../helpers/targets-site.ts';

/** A few of the sites of `npm run test:sites`. */
const folder = makeQuickFolder('generated');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  'empty',
  'notes only',
  'a second language with one post',
  '120 posts in one category',
  'cloudflare: empty',
])('agentsite test passes on a site that builds: %s', async (name) => {
  const site = generatedSites.find((one) => one.name === name);
  if (!site) throw new Error(`There is no site "${name}".`);
  const { status, said } = await runEngine(layOutGeneratedSite(folder, site), ['test'], { NO_COLOR: '1' });
  expect(status, said.slice(-4_000)).toBe(0);
});
