import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFiles } from '../../../src/content/read/list-files.ts';

test('files of all folders are listed, those of linked folders too, and no broken links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  for (const file of ['top.txt', 'a/one.txt', 'a/b/two.txt']) writeFileSync(join(folder, file), '');
  symlinkSync('a/b', join(folder, 'linked'));
  symlinkSync('missing', join(folder, 'broken'));
  expect([...listFiles(folder)].sort()).toEqual(['a/b/two.txt', 'a/one.txt', 'linked/two.txt', 'top.txt']);
  expect(listFiles(join(folder, 'none')).size).toBe(0);
});
