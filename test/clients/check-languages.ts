import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBench } from '../bench/run-bench.ts';
import { readNumbers } from '../helpers/command-words.ts';
import { startSite } from '../helpers/site-process.ts';
import { Tally } from './import-check/tally.ts';
import { checkSite, layOutLanguagesSite } from './language-check/check-site.ts';
import { makeLanguagesSite } from './language-check/made-site.ts';

/**
 * `npm run check:languages [-- POSTS]`: makes a site of 1,000 posts in English and German, seven of ten translated, and
 * one that has Arabic too; builds and serves each, visits every document in every representation (page, twin, JSON,
 * feeds, sitemap, indexes, MCP, search), and compares languages, translations, canonical URLs and titles with what they
 * have to be. Prints each disagreement, then a count by area.
 */
const [count = 1000] = readNumbers('Usage: npm run check:languages [-- POSTS]', 1000);

await runBench([], async (atTheEnd) => {
  for (const languages of [
    ['en', 'de'],
    ['en', 'de', 'ar'],
  ] as const) {
    const site = makeLanguagesSite(languages, count);
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-check-languages-'));
    atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
    layOutLanguagesSite(folder, site);
    const server = await startSite(folder, { MCP_PER_MINUTE: '1000000' });
    atTheEnd(() => server.stop());
    const tally = new Tally();
    await checkSite({ base: server.url, origin: server.url, site, tally });
    console.log(`${languages.join(', ')}: ${site.documents.length} documents\n${tally.report()}\n`);
    await server.stop();
  }
});
