import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { renderLlmsEntry, renderLlmsFull } from '../../../src/core/markdown/llms-full.ts';
import { listInOrder } from '../../../src/core/markdown/llms-sections.ts';
import type { Document } from '../../../src/core/model/document.ts';
import { takeLlmsEntries, writeLlmsTable } from '../../../src/publish/llms-entries.ts';
import { pageKey } from '../../../src/publish/page-key.ts';
import { fieldNotes } from '../../system/sidecar/wp/field-notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-llms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'llms-full.txt');
const table = join(folder, 'llms-full.json');
const library = fieldNotes();
const pages = listInOrder(library);
const entries = new Map<Document, string>(
  pages.map((page) => [page.document, renderLlmsEntry(library, page)]),
);

beforeEach(() => {
  writeFileSync(file, renderLlmsFull(library, entries));
  writeLlmsTable(table, { code: 'a', size: readFileSync(file).length, library, entries });
});

test('every entry is read back as it was rendered, whatever its characters', () => {
  const take = takeLlmsEntries(file, table, 'a');
  expect(pages.length).toBeGreaterThan(3);
  expect(Buffer.byteLength([...entries.values()].join(''))).toBeGreaterThan(
    [...entries.values()].join('').length,
  );
  for (const page of pages) expect(take(pageKey(page))).toBe(entries.get(page.document));
  expect(take('another page')).toBeUndefined();
});

test('a build that is stopped leaves no table: the next one renders all entries', () => {
  takeLlmsEntries(file, table, 'a');
  expect(takeLlmsEntries(file, table, 'a')(pageKey(pages[0]!))).toBeUndefined();
});

test('entries of other code, or of another file, are not taken', () => {
  expect(takeLlmsEntries(file, table, 'b')(pageKey(pages[0]!))).toBeUndefined();
  writeLlmsTable(table, { code: 'a', size: 1, library, entries });
  expect(takeLlmsEntries(file, table, 'a')(pageKey(pages[0]!))).toBeUndefined();
});
