import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestTheme } from '../../../src/build/pages/theme.ts';
import { digestCompiler } from '../../../src/content/library/load-library.ts';
import { lockFiles } from '../../../src/content/read/code-digest.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

let site = '';
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'agentsite-digest-'));
});
afterEach(() => rmSync(site, { recursive: true }));

const settings = siteSchema.parse({
  title: 'Notes',
  description: 'Notes',
  url: 'https://example.org',
  owner: { name: 'Zoë', slug: 'zoe' },
});
const digests = () => [digestCompiler(site), digestTheme(site, settings)];

it.each(lockFiles)('documents and theme are compiled again when %s lists other versions', (file) => {
  const seen = [digests()];
  for (const version of ['1.0.0', '1.0.1']) {
    writeFileSync(join(site, file), version);
    seen.push(digests());
    expect(digests()).toEqual(seen.at(-1));
  }
  expect(new Set(seen.map(([compiler]) => compiler)).size).toBe(3);
  expect(new Set(seen.map(([, theme]) => theme)).size).toBe(3);
});
