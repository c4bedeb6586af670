import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { renderLlmsEntry, renderLlmsFull, renderLlmsHead } from '../../../src/core/markdown/llms-full.ts';
import { listInOrder } from '../../../src/core/markdown/llms-sections.ts';
import { openLlmsFile } from '../../../src/publish/llms-file.ts';
import { pageKey } from '../../../src/publish/page-key.ts';
import { fieldNotes } from '../../system/sidecar/wp/field-notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-llms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'llms-full.txt');
const table = join(folder, 'llms-full.json');
const library = fieldNotes();
const pages = listInOrder(library);
const head = renderLlmsHead(library);
const whole = renderLlmsFull(library);

/** Writes the file. @returns the addresses of the pages whose entries were rendered for it */
function write({ code = 'a', order = pages, changed = '' } = {}): string[] {
  const rendered: string[] = [];
  const llms = openLlmsFile(file, table, code, head);
  for (const page of order) {
    const isChanged = page.path === changed;
    llms.add(isChanged ? 'another key' : pageKey(page), () => {
      rendered.push(page.path);
      return isChanged ? '\nÀ new entry.\n' : renderLlmsEntry(library, page);
    });
  }
  llms.finish();
  return rendered;
}

beforeEach(() => {
  rmSync(table, { force: true });
  expect(write()).toHaveLength(pages.length);
  expect(readFileSync(file, 'utf8')).toBe(whole);
});

test('entries of the last file are copied as they were rendered, whatever their characters', () => {
  expect(pages.length).toBeGreaterThan(3);
  expect(Buffer.byteLength(whole)).toBeGreaterThan(whole.length);
  for (let count = 0; count < 2; count++) {
    expect(write()).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  }
});

test('an entry that changed, went or moved leaves the others as they are', () => {
  const { path } = pages[2]!;
  expect(write({ changed: path })).toEqual([path]);
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(whole.replace(renderLlmsEntry(library, pages[2]!), '\nÀ new entry.\n'));
  expect(write()).toEqual([path]);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  const order = pages.toReversed().slice(1);
  expect(write({ order })).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(
    head + order.map((page) => renderLlmsEntry(library, page)).join(''),
  );
});

test('a build that is stopped leaves no table: the next one renders all entries', () => {
  openLlmsFile(file, table, 'a', head);
  expect(write()).toHaveLength(pages.length);
});

test('entries of other code, or of another file, are not taken', () => {
  expect(write({ code: 'b' })).toHaveLength(pages.length);
  writeFileSync(file, `${whole}\n`);
  expect(write({ code: 'b' })).toHaveLength(pages.length);
});
