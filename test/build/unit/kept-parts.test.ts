import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeptParts } from '../../../src/build/fast/kept-parts.ts';
import { Output, type PartTables } from '../../../src/build/plan/output.ts';

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'all.txt'), text);
  return folder;
}

/** @param texts of the parts; the key of each is its first letter */
function renderParts(folder: string, tables: PartTables, head: string, ...texts: string[]) {
  const rendered: string[] = [];
  const kept = openKeptParts(folder, tables);
  const entries = texts.map((text) => ({
    key: text.charAt(0),
    render() {
      rendered.push(text);
      return text;
    },
  }));
  const artifact = kept.keepParts({
    file: 'all.txt',
    key: null,
    render: () => [head, ...texts].join(''),
    parts: () => [{ key: '', render: () => head }, ...entries],
  });
  new Output(join(folder, 'next'), {}, new Set()).publish([artifact]);
  renameSync(join(folder, 'next/all.txt'), join(folder, 'all.txt'));
  return { text: readFileSync(join(folder, 'all.txt'), 'utf8'), rendered, made: kept.made };
}

const last = ['head', 'a: grün', 'b: blue'];

test('parts of the last build are copied from its file, wherever they are now', () => {
  const folder = folderWith(last.join(''));
  const first = renderParts(folder, {}, 'head', 'a: grün', 'b: blue');
  const { text, rendered } = renderParts(folder, first.made, 'new head', 'b: blue', 'c: red', 'a: grün');
  expect(text).toBe('new headb: bluec: reda: grün');
  expect(rendered).toEqual(['c: red']);
});

test('a file of another size is not read from', () => {
  const { made } = renderParts(folderWith(''), {}, 'head', 'a: grün', 'b: blue');
  const { text, rendered } = renderParts(folderWith('changed by hand'), made, 'head', 'a: grün', 'b: blue');
  expect(text).toBe(last.join(''));
  expect(rendered).toHaveLength(2);
});
