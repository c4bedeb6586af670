import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';

test('agentsite plugin new makes a plugin whose test passes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-new-plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = layOutOwnSite(folder);
  const run = (...words: string[]) =>
    execFileSync(process.execPath, words, {
      cwd: root,
      encoding: 'utf8',
      env: plainEnvironment,
      timeout: 80_000,
    });
  expect(run('../engine/src/cli/agentsite.ts', 'plugin', 'new', 'quiet-lines')).toContain(
    'plugins/quiet-lines/README.md',
  );
  expect(run('--test', 'plugins/quiet-lines/plugin.test.ts')).toMatch(/^ℹ pass 1$/m);
  expect(readdirSync(root).filter((name) => name.startsWith('.agentsite-test-'))).toEqual([]);
});
