import { readOptions } from '../../../src/terminal/options.ts';
import { onBothFronts } from '../../../test/bench/both-fronts.ts';
import { runBench } from '../../../test/bench/run-bench.ts';
import { reasonFor } from '../../../test/clients/differences.ts';
import { askAfdocs, askConformance, askLighthouse, type Verdict } from '../../../test/clients/judges.ts';
import type { Examination } from '../src/examine.ts';
import { examineSite } from './system/examine-site.ts';
import { pageFaults } from './system/faults/page-faults.ts';
import { textFaults } from './system/faults/text-faults.ts';
import { serveHealthySite } from './system/healthy-site.ts';

/**
 * The doctor next to three other judges: afdocs, Lighthouse's agentic category, MCP's conformance suite.
 *
 *     npm run compare:doctor              the example site, on npm start and on nginx
 *     npm run compare:doctor -- URL       a site that runs
 *     npm run compare:doctor -- --faults  the tests' healthy site and one problem for each rule that names afdocs
 *
 * A rule and a check of a judge are compared when the rule's source names the check. Prints where someone finds
 * something; status 1 when the doctor and a judge do not agree and nothing says why.
 */
let unexplained = 0;

/** Prints the rows in which someone finds something. */
function compare(title: string, { results }: Examination, verdicts: readonly Verdict[]): void {
  const rows = verdicts.map((verdict) => {
    const named = new RegExp(`(?:afdocs|Lighthouse) ${verdict.name}\\b`);
    const rules = results.filter(({ check }) =>
      verdict.name.startsWith('conformance') ? check.area === 'mcp' : named.test(check.source),
    );
    const broken = rules.filter(({ outcome }) => outcome.kind === 'broken').map(({ check }) => check.id);
    return { ...verdict, rules: rules.length, broken, isSame: broken.length > 0 === verdict.isBroken };
  });
  const same = rows.filter(({ isSame }) => isSame);
  const alone = rows.filter(({ rules, isBroken }) => rules === 0 && !isBroken);
  const about =
    alone.length > 0 ? `, ${alone.length} of them without a rule of the doctor and without a finding` : '';
  console.log(`\n${title}: ${rows.length} verdicts${about}; ${same.length} as the doctor says`);
  for (const { name, isBroken, words, rules, broken, isSame } of rows) {
    if (!isBroken && broken.length === 0) continue;
    const doctor = broken.join(', ') || (rules > 0 ? 'nothing' : 'no rule');
    console.log(`  ${isSame ? '=' : '≠'} ${name}: ${isBroken ? words : 'pass'} | the doctor: ${doctor}`);
    if (isSame) continue;
    const reason = reasonFor(name, isBroken ? 'judge' : 'doctor');
    if (reason === undefined) unexplained += 1;
    console.log(`    ${reason ?? 'no one knows why'}`);
  }
}

/** Says what is asked, and how long it took. */
async function ask<Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  process.stderr.write(`${what} … `);
  const answer = await work();
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  return answer;
}

async function compareOnRunningSite(front: string, url: string): Promise<void> {
  const examination = await ask(`${front} ${url}: the doctor`, () => examineSite(url));
  const { publishedAs } = examination;
  const card = (await (await fetch(new URL('/.well-known/mcp.json', url))).json()) as { serverUrl?: string };
  const mcp = new URL(new URL(card.serverUrl ?? '', url).pathname, url).href;
  const pages = await listPages(url);
  compare(`${front} ${url}`, examination, [
    ...(await ask(`afdocs on ${pages.length} pages`, () => askAfdocs(url, publishedAs, pages))),
    ...(await ask('Lighthouse on the first page', () => askLighthouse(url))),
    ...(await ask('Conformance, which waits for its budget of messages', () => askConformance(mcp))),
  ]);
}

/** The first pages of the sitemap, at the address where the site is examined. */
async function listPages(url: string): Promise<string[]> {
  const answer = await fetch(new URL('/sitemap.xml', url));
  const found = answer.ok ? [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)] : [];
  return found.slice(0, 40).map(([, address = '']) => new URL(new URL(address).pathname, url).href);
}

async function compareOnFaults(): Promise<void> {
  const healthy = await serveHealthySite();
  const named = (await examineSite(healthy.origin)).results.filter(({ check }) =>
    check.source.includes('afdocs'),
  );
  await healthy.close();
  const faults = [...textFaults, ...pageFaults].filter(
    ([rule], at, all) =>
      named.some(({ check }) => check.id === rule) && all.findIndex(([other]) => other === rule) === at,
  );
  await compareOnFault(['none', 'the healthy site', () => undefined]);
  for (const fault of faults) await compareOnFault(fault);
}

async function compareOnFault([rule, name, plant]: (typeof textFaults)[number]): Promise<void> {
  const site = await serveHealthySite();
  const path = plant(site) ?? '';
  const examination = await examineSite(site.origin + path);
  const verdicts = await askAfdocs(site.origin + path, examination.publishedAs);
  await site.close();
  compare(`${rule}: ${name}`, examination, verdicts);
}

const usage = 'Usage: npm run compare:doctor -- [URL | --faults]';
const { values, positionals } = readOptions(usage, { faults: { type: 'boolean', default: false } }, true);
const [word] = values.faults ? ['--faults'] : positionals;
const needs = word === undefined ? (['nginx', 'redis-server', 'chromium'] as const) : [];
await runBench(needs, async (atTheEnd) => {
  if (word === '--faults') await compareOnFaults();
  else if (word !== undefined) await compareOnRunningSite('', new URL(word).href);
  else await onBothFronts(atTheEnd, compareOnRunningSite);
  console.log(`\n${unexplained} differences without a reason`);
  process.exitCode = unexplained > 0 ? 1 : 0;
});
