import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { borrowBuild, deploySite } from '../../../../test/front/system/deployed-site.ts';
import { examineSite, listFindings } from './examine-site.ts';

/** The example site keeps every rule of the doctor, on both fronts, within the budget that the command has by itself. */
const budget = { requests: 240, milliseconds: 120_000 };

it('the doctor has nothing to say about the site that npm start serves', async () => {
  const examination = await examineSite(inject('siteUrl'), budget);
  expect(listFindings(examination)).toBe('');
  expect(Object.fromEntries(examination.skipped)).toEqual({});
});

it('nor about the same site behind nginx', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-doctor-nginx-'));
  const site = await deploySite({
    folder,
    project: await borrowBuild(inject('siteFolder'), join(folder, 'project')),
  });
  const examination = await examineSite(site.url, { ...budget, publishedAs: inject('siteUrl') });
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(listFindings(examination)).toBe('');
  expect(Object.fromEntries(examination.skipped)).toEqual({});
});
