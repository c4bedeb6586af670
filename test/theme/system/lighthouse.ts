import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { readOptions } from '../../../src/terminal/options.ts';
import { refuse } from '../../helpers/command-words.ts';
import { locateBrowser } from '../../helpers/programs.ts';
import { pageTypes } from './page-types.ts';

/**
 * `npm run lighthouse -- URL [NAME …]`: Lighthouse's verdict on one page of each type, or on the named ones, with
 * the system's Chromium. Prints the scores and what keeps one below 100; status 1 when something does.
 */
const lighthouse = 'lighthouse@13.5.0';
const audit = z.object({ title: z.string(), score: z.number().nullable() });
const report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), audit),
});

/** Not judged: what is answered with 404, and what says that no one shall index it. */
const left = ['not-found', 'results'];

const usage = 'Usage: npm run lighthouse -- URL [NAME …]';
const [url, ...names] = readOptions(usage, {}, true).positionals;
if (!url) refuse('Give the address of a running site.', usage);
const pages = Object.entries(pageTypes).filter(
  ([name]) => !left.includes(name) && (names.length === 0 || names.includes(name)),
);
for (const [name, path] of pages) judge(name, url.replace(/\/$/, '') + path);

function judge(name: string, address: string): void {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'];
  const { stdout, stderr } = spawnSync('npx', ['--yes', lighthouse, address, ...flags], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: locateBrowser() },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 180_000,
  });
  if (!stdout.trimStart().startsWith('{'))
    throw new Error(`Lighthouse gave no report of ${address}:\n${stderr}`);
  const { categories, audits } = report.parse(JSON.parse(stdout));
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${percent(score)}`);
  console.log(`${name.padEnd(11)} ${scores.join(' · ')}`);
  for (const { score, auditRefs } of Object.values(categories)) {
    if (score === null || score >= 0.995) continue;
    process.exitCode = 1;
    for (const { id, weight } of auditRefs) {
      const found = audits[id];
      if (weight > 0 && found && found.score !== null && found.score < 1)
        console.log(`  ${id}: ${found.title}`);
    }
  }
}

function percent(score: number | null): string {
  return score === null ? '–' : String(Math.round(score * 100));
}
