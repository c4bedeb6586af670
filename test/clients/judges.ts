import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { locateProgram } from '../helpers/programs.ts';

/** Programs of others that judge a site. afdocs and Lighthouse come from npm when they are needed. */
const packages = { afdocs: 'afdocs@0.22.2', lighthouse: 'lighthouse@13.5.0' } as const;

export interface Verdict {
  /** The check, by the name that its program gives it. */
  readonly name: string;
  readonly isBroken: boolean;
  readonly words: string;
}

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends the program after five minutes. */
function run(program: string, given: readonly string[], environment = {}): Promise<Ended> {
  const options = { maxBuffer: 1 << 28, timeout: 300_000, env: { ...process.env, ...environment } };
  return new Promise((resolve) => {
    execFile(program, given, options, (error, stdout, stderr) =>
      resolve({ status: error ? 1 : 0, stdout, stderr }),
    );
  });
}

function readReport<Report>(program: string, { stdout, stderr }: Ended, report: z.ZodType<Report>): Report {
  if (!stdout.trimStart().startsWith('{')) throw new Error(`${program} gave no report:\n${stdout}${stderr}`);
  return report.parse(JSON.parse(stdout));
}

const afdocsReport = z.object({
  results: z.array(z.object({ id: z.string(), status: z.string(), message: z.string() })),
});

/**
 * @param publishedAs the origin that the site's documents name
 * @param pages to be judged; without them, afdocs takes every link of llms.txt for one, feeds and catalogs as well
 */
export async function askAfdocs(
  url: string,
  publishedAs: string,
  pages: readonly string[] = [],
): Promise<Verdict[]> {
  const given = ['--format', 'json', '--quiet', '--canonical-origin', publishedAs, '--request-delay'];
  // Nothing on this machine has to be spared; strangers keep the pause that afdocs makes by itself.
  given.push(isLoopback(url) ? '0' : '200');
  given.push(...(pages.length > 0 ? ['--urls', pages.join(',')] : ['--sampling', 'deterministic']));
  const ended = await run('npx', ['--yes', packages.afdocs, 'check', url, ...given]);
  return readReport('afdocs', ended, afdocsReport)
    .results.filter(({ status }) => status !== 'skip')
    .map(({ id, status, message }) => ({ name: id, isBroken: status !== 'pass', words: message }));
}

const isLoopback = (url: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const lighthouseReport = z.object({
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
});

/** The agentic category on one page, with what Chromium needs for WebMCP. */
export async function askLighthouse(url: string): Promise<Verdict[]> {
  const features = '--enable-features=WebMCP,WebMCPTesting,DevToolsWebMCPSupport';
  const chromium = `--headless=new --no-sandbox ${features} --enable-experimental-web-platform-features`;
  const flags = [
    '--quiet',
    '--output=json',
    '--only-categories=agentic-browsing',
    `--chrome-flags=${chromium}`,
  ];
  const system = locateProgram('chromium');
  const ended = await run(
    'npx',
    ['--yes', packages.lighthouse, url, ...flags],
    system === null ? {} : { CHROME_PATH: system },
  );
  return Object.entries(readReport('Lighthouse', ended, lighthouseReport).audits)
    .filter(([, { score }]) => score !== null)
    .map(([id, { score, title }]) => ({ name: id, isBroken: (score ?? 1) < 1, words: title }));
}

/** Both revisions of MCP, without the features that only a server made for the suite has. */
export async function askConformance(url: string): Promise<Verdict[]> {
  const project = join(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'compare-doctor-'));
  const verdicts: Verdict[] = [];
  for (const revision of ['2025-11-25', '2026-07-28']) {
    await waitForWholeBudget(url);
    const baseline = join(project, `test/mcp/system/conformance/site-${revision}.yml`);
    const given = ['--requirements', revision, '--expected-failures', baseline, '-o', folder];
    const program = join(project, 'node_modules/.bin/conformance');
    const { status, stdout } = await run(process.execPath, [program, 'server', '--url', url, ...given]);
    const failed = stdout.split('Unexpected failures')[1]?.match(/(?<=✗ )\S+/g) ?? [];
    verdicts.push({
      name: `conformance ${revision}`,
      isBroken: status !== 0,
      words: failed.join(', ') || 'it did not end',
    });
  }
  rmSync(folder, { recursive: true });
  return verdicts;
}

/** A revision takes almost all messages that a caller has in a minute. */
async function waitForWholeBudget(url: string): Promise<void> {
  const { headers } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  await delay((Number(headers.get('ratelimit-reset') ?? 0) + 1) * 1000);
}
