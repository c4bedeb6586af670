import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureFolder, packEngine, run } from '../../../../test/package/system/packed-engine.ts';
import type { Report } from '../../src/report/json-report.ts';
import { type HealthySite, serveHealthySite } from './healthy-site.ts';

/** The package `agentsite-doctor` in a folder that contains nothing else, as `npx` installs it. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-doctor-package-'));
let site: HealthySite | undefined;

beforeAll(async () => {
  await packEngine(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run(folder, 'npm', 'install', join(folder, 'agentsite-doctor-1.0.0.tgz'));
  site = await serveHealthySite();
});
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('installs less than 15 MB', () => {
  expect(measureFolder(join(folder, 'node_modules'))).toBeLessThan(15);
});

it('examines a site by all rules, without a site of its own', async () => {
  const file = join(folder, 'report.html');
  const said = await run(
    folder,
    'npx',
    'agentsite-doctor',
    `${site?.origin}`,
    '--private',
    '--json',
    '--html',
    file,
  );
  const report = JSON.parse(said.slice(said.indexOf('{'))) as Report;
  expect(report.counts).toEqual({ error: 0, warning: 0, note: 0 });
  expect(report.results.filter(({ outcome }) => outcome === 'kept').length).toBeGreaterThan(100);
});

it('names itself in its help', async () => {
  expect(await run(folder, 'npx', 'agentsite-doctor', '--help')).toContain(
    'Usage: npx agentsite-doctor [URL]',
  );
});
