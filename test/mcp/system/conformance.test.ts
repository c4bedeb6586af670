import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoint } from '../../../sidecar/mcp/endpoint.ts';
import { createEngine } from '../../../sidecar/mcp/engine.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { judgeFeatures } from './judge-features.ts';
import { type Running, serve, serveFixtureSite } from './serve.ts';

/** The official suite, run as its own program against real HTTP, once for each revision and registry. */
const program = join(import.meta.dirname, '../../../node_modules/.bin/conformance');

let folder: string;
let site: Running;
let judge: Running;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  site = await serveFixtureSite();
  const limiter = createLimiter({ perMinute: 1_000_000 });
  const engine = await createEngine(judgeFeatures);
  judge = await serve(
    createEndpoint({ engine, limiter, hostnames: ['127.0.0.1', 'localhost'], behindSocket: false }),
  );
});

afterAll(async () => {
  await Promise.all([site.stop(), judge.stop()]);
  await rm(folder, { recursive: true });
});

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'SKIPPED' | 'WARNING' | 'INFO';
  readonly errorMessage?: string;
}

interface Verdict {
  readonly exitCode: number;
  readonly output: string;
  readonly checks: ReadonlyMap<string, readonly Check[]>;
}

const verdicts = new Map<string, Promise<Verdict>>();

function judged(who: 'site' | 'judge', revision: string): Promise<Verdict> {
  const name = `${who}-${revision}`;
  const verdict = verdicts.get(name) ?? judgeServer(who, revision);
  verdicts.set(name, verdict);
  return verdict;
}

async function judgeServer(who: 'site' | 'judge', revision: string): Promise<Verdict> {
  const results = join(folder, `${who}-${revision}`);
  const baseline = join(import.meta.dirname, 'conformance', `${who}-${revision}.yml`);
  const url = (who === 'site' ? site : judge).mcpUrl;
  const given = [
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '--expected-failures',
    baseline,
    '-o',
    results,
  ];
  const { exitCode, output } = await run(given);
  const checks = new Map<string, Check[]>();
  for (const name of await readdir(results)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    checks.set(scenario, JSON.parse(await readFile(join(results, name, 'checks.json'), 'utf8')));
  }
  return { exitCode, output, checks };
}

function run(given: string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { timeout: 500_000 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

function failed(verdict: Verdict, scenario: string): Check[] {
  return (verdict.checks.get(scenario) ?? []).filter((check) => check.status === 'FAILURE');
}

function passed(verdict: Verdict): number {
  return [...verdict.checks.values()].flat().filter((check) => check.status === 'SUCCESS').length;
}

describe.each(['2025-11-25', '2026-07-28'])('conformance suite 0.2.0-alpha.12, revision %s', (revision) => {
  test('the site fails in nothing but what it does not offer', async () => {
    const verdict = await judged('site', revision);
    expect(verdict.exitCode, verdict.output).toBe(0);
    expect(passed(verdict)).toBeGreaterThan(30);
  });

  test('the same engine with the fixtures of the suite fails in nothing but what it does not offer', async () => {
    const verdict = await judged('judge', revision);
    expect(verdict.exitCode, verdict.output).toBe(0);
    expect(passed(verdict)).toBeGreaterThan(50);
  });
});

test('of the stateless rules of 2026-07-28, only the ones that need tools of another kind are not shown', async () => {
  for (const who of ['site', 'judge'] as const) {
    const failures = failed(await judged(who, '2026-07-28'), 'server-stateless');
    expect(failures.map((check) => check.id)).toEqual([
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ]);
    for (const check of failures) expect(check.errorMessage).toMatch(/^Not testable/);
  }
});

test('every message that was sent fits the schema of its revision', async () => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const verdict = await judged('judge', revision);
    const wire = [...verdict.checks.values()].flat().filter((check) => check.id === 'wire-schema-valid');
    expect(wire.length).toBeGreaterThan(20);
    expect(wire.filter((check) => check.status !== 'SUCCESS')).toEqual([]);
  }
});
