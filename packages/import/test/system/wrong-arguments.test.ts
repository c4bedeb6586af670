import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportFile } from '../helpers/export-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arguments-'));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'export.xml'), exportFile([{ id: 1 }]));
  writeFileSync(join(folder, 'text.txt'), 'Neither XML nor JSON.\n');
  writeFileSync(join(folder, 'list.jsonl'), '[1, 2]\n');
  writeFileSync(join(folder, 'cut.jsonl'), '{"route":"/wp/v2/posts/1","bo');
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (words: string) =>
  spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../src/commands/import.ts'), ...words.split(' ')],
    { cwd: folder, encoding: 'utf8' },
  );

it.each([
  ['wordpress empty --into site', 'FILE takes a file, and empty is a folder'],
  ['ghost empty --into site', 'FILE takes a file, and empty is a folder'],
  ['markdown export.xml --into site', 'Name one folder'],
  ['wordpress export.xml --into site --rest empty', '--rest takes a file, and empty is a folder'],
  ['wordpress export.xml --into site --redirects empty', '--redirects takes a file'],
  ['wordpress export.xml --into site --addresses empty', '--addresses takes a file'],
  ['wordpress export.xml --into site --media text.txt', '--media takes a folder or a zip'],
  ['wordpress export.xml --into text.txt', '--into takes a folder'],
  ['wordpress export.xml --into site --rest text.txt', 'line 1, is not a recorded answer'],
  ['wordpress export.xml --into site --rest list.jsonl', 'line 1, is not a recorded answer'],
  ['wordpress --rest cut.jsonl --into site', 'line 1, is not a recorded answer'],
  ['wordpress text.txt --into site', 'text.txt'],
  ['ghost text.txt --into site', 'It is not JSON'],
  ['wordpress none.xml --into site', 'There is no none.xml'],
])('%s ends with a sentence and status 2', (words, sentence) => {
  const { status, stdout, stderr } = run(words);
  expect(stderr).toContain(sentence);
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(2);
});
