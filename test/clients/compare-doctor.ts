import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Examination } from '../../src/doctor/examine.ts';
import { examineSite } from '../system/doctor/examine-site.ts';
import { pageFaults } from '../system/doctor/faults/page-faults.ts';
import { textFaults } from '../system/doctor/faults/text-faults.ts';
import { serveHealthySite } from '../system/doctor/healthy-site.ts';

/**
 * `npm run compare:doctor -- [URL]`: the doctor beside three other judges, on a running site, on the tests' healthy
 * site and on that with one fault for each rule that names afdocs as its source. A rule and a check of a judge are
 * compared when the rule's source names the check. Prints where somebody finds something; status 1 when the doctor
 * and a judge do not agree and nothing says why.
 *
 * afdocs and Lighthouse come from npm when they are needed; Lighthouse uses the system's Chromium.
 */
const judges = { afdocs: 'afdocs@0.22.2', lighthouse: 'lighthouse@13.5.0' } as const;

/** Where a judge and the doctor rightly differ. */
const reasons: Readonly<Record<string, string>> = {
  'markdown-content-parity': 'afdocs lets pages of fewer than ten segments pass',
  'markdown-link-portability': 'afdocs looks at Markdown pages, not at llms.txt',
  'llms-txt-links-markdown':
    'afdocs accepts links to pages that answer with Markdown, or have a .md beside them',
  'content-start-position':
    'afdocs warns from a tenth of the page on, the doctor from the half of a long page',
  'llms-txt-directive-html':
    'afdocs wants the link in the first tenth of the page; the doctor wants it in the page',
  'section-header-quality': 'afdocs looks at headings inside of tabs only; the doctor at the first level too',
  'markdown-url-support': 'afdocs is content when some pages have a twin',
  'redirect-behavior': 'afdocs follows redirects of HTTP only, and does not read <meta http-equiv="refresh">',
  'page-size-html': 'afdocs counts the page turned into Markdown, the doctor its text',
};

interface Verdict {
  readonly name: string;
  readonly isBroken: boolean;
  readonly words: string;
}

function run(
  program: string,
  given: readonly string[],
  environment = {},
): Promise<{ status: number; stdout: string }> {
  const options = { maxBuffer: 1 << 28, timeout: 300_000, env: { ...process.env, ...environment } };
  return new Promise((resolve) => {
    execFile(program, given, options, (error, stdout) => resolve({ status: error ? 1 : 0, stdout }));
  });
}

const afdocsReport = z.object({
  results: z.array(z.object({ id: z.string(), status: z.string(), message: z.string() })),
});

async function askAfdocs(url: string): Promise<Verdict[]> {
  const { stdout } = await run('npx', [
    '--yes',
    judges.afdocs,
    'check',
    url,
    '--format',
    'json',
    '--quiet',
    '--sampling',
    'deterministic',
  ]);
  return afdocsReport
    .parse(JSON.parse(stdout))
    .results.filter(({ status }) => status !== 'skip')
    .map(({ id, status, message }) => ({ name: id, isBroken: status !== 'pass', words: message }));
}

const lighthouseReport = z.object({
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
});

async function askLighthouse(url: string): Promise<Verdict[]> {
  const flags = [
    '--quiet',
    '--output=json',
    '--only-categories=agentic-browsing',
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  const { stdout } = await run('npx', ['--yes', judges.lighthouse, url, ...flags], {
    CHROME_PATH: '/usr/bin/chromium',
  });
  return Object.entries(lighthouseReport.parse(JSON.parse(stdout)).audits)
    .filter(([, { score }]) => score !== null)
    .map(([id, { score, title }]) => ({ name: id, isBroken: (score ?? 1) < 1, words: title }));
}

/** Both revisions of MCP, without the features that only a server made for the suite has. */
async function askConformance(url: string): Promise<Verdict> {
  const project = join(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'compare-doctor-'));
  const failed: string[] = [];
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const baseline = join(project, `test/system/mcp/conformance/site-${revision}.yml`);
    const given = [
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--expected-failures',
      baseline,
      '-o',
      folder,
    ];
    const { status } = await run(process.execPath, [
      join(project, 'node_modules/.bin/conformance'),
      ...given,
    ]);
    if (status !== 0) failed.push(revision);
  }
  rmSync(folder, { recursive: true });
  return { name: 'conformance', isBroken: failed.length > 0, words: failed.join(' and ') };
}

/** Prints the rows in which somebody finds something. @returns how many of them nobody can explain */
function compare(title: string, { results }: Examination, verdicts: readonly Verdict[]): number {
  const rows = verdicts.flatMap(({ name, isBroken, words }) => {
    const named = new RegExp(`(?:afdocs|Lighthouse) ${name}\\b`);
    const rules = results.filter(({ check }) =>
      name === 'conformance' ? check.area === 'mcp' : named.test(check.source),
    );
    const broken = rules.filter(({ outcome }) => outcome.kind === 'broken').map(({ check }) => check.id);
    if (rules.length === 0 && !isBroken) return [];
    const isSame = broken.length > 0 === isBroken;
    return broken.length === 0 && !isBroken ? [] : [{ name, isBroken, words, broken, isSame }];
  });
  const differing = rows.filter(({ isSame }) => !isSame);
  console.log(
    `\n${title}: ${verdicts.length} verdicts, ${verdicts.length - differing.length} as the doctor says`,
  );
  for (const { name, isBroken, words, broken, isSame } of rows) {
    const doctor = broken.length > 0 ? broken.join(', ') : 'nothing';
    console.log(`  ${isSame ? '=' : '≠'} ${name}: ${isBroken ? words : 'pass'} | the doctor: ${doctor}`);
    if (!isSame) console.log(`    ${reasons[name] ?? 'nobody knows why'}`);
  }
  return differing.filter(({ name }) => reasons[name] === undefined).length;
}

async function compareOnRunningSite(url: string): Promise<number> {
  const examination = await examineSite(url);
  const card = (await (await fetch(new URL('/.well-known/mcp.json', url))).json()) as { serverUrl?: string };
  const mcp = new URL(new URL(card.serverUrl ?? '', url).pathname, url).href;
  const verdicts = [...(await askAfdocs(url)), ...(await askLighthouse(url)), await askConformance(mcp)];
  return compare(url, examination, verdicts);
}

async function compareOnFault([rule, name, plant]: (typeof textFaults)[number]): Promise<number> {
  const site = await serveHealthySite();
  const path = plant(site) ?? '';
  const verdicts = await askAfdocs(site.origin + path);
  const examination = await examineSite(site.origin + path);
  await site.close();
  return compare(`${rule}: ${name}`, examination, verdicts);
}

const url = process.argv.slice(2).find((word) => /^https?:\/\//.test(word));
const healthy = await serveHealthySite();
const named = (await examineSite(healthy.origin)).results.filter(({ check }) =>
  check.source.includes('afdocs'),
);
await healthy.close();
const faults = [...textFaults, ...pageFaults].filter(
  ([rule], at, all) =>
    named.some(({ check }) => check.id === rule) && all.findIndex(([other]) => other === rule) === at,
);

let unexplained = url ? await compareOnRunningSite(url.replace(/\/?$/, '/')) : 0;
unexplained += await compareOnFault(['none', 'the healthy site', () => undefined]);
for (const fault of faults) unexplained += await compareOnFault(fault);
console.log(`\n${unexplained} differences without a reason`);
process.exitCode = unexplained > 0 ? 1 : 0;
