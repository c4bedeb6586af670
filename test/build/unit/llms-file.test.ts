import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLlmsFile } from '../../../src/build/files/llms-file.ts';
import { pageKey } from '../../../src/build/plan/page-key.ts';
import { renderLlmsEntry, renderLlmsFull, renderLlmsHead } from '../../../src/core/markdown/llms-full.ts';
import { listInOrder } from '../../../src/core/markdown/llms-sections.ts';
import { fieldNotes } from '../../wordpress/system/field-notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-llms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'llms-full.txt');
const table = join(folder, 'llms-full.json');
const library = fieldNotes();
const pages = listInOrder(library);
const head = renderLlmsHead(library);
const whole = renderLlmsFull(library);

/** Writes the file. @returns the addresses of the pages whose entries were rendered for it */
async function write({ code = 'a', order = pages, changed = '' } = {}): Promise<string[]> {
  const rendered: string[] = [];
  const llms = openLlmsFile(file, table, code, head);
  for (const page of order) {
    const isChanged = page.path === changed;
    llms.add(isChanged ? 'another key' : pageKey(page), () => {
      rendered.push(page.path);
      return isChanged ? '\nÀ new entry.\n' : renderLlmsEntry(library, page);
    });
  }
  await llms.finish();
  return rendered;
}

beforeEach(async () => {
  rmSync(table, { force: true });
  expect(await write()).toHaveLength(pages.length);
  expect(readFileSync(file, 'utf8')).toBe(whole);
});

test('entries of the last file are copied as they were rendered, whatever their characters', async () => {
  expect(pages.length).toBeGreaterThan(3);
  expect(Buffer.byteLength(whole)).toBeGreaterThan(whole.length);
  for (let count = 0; count < 2; count++) {
    expect(await write()).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  }
});

test('an entry that changed, went or moved leaves the others as they are', async () => {
  const { path } = pages[2]!;
  expect(await write({ changed: path })).toEqual([path]);
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(whole.replace(renderLlmsEntry(library, pages[2]!), '\nÀ new entry.\n'));
  expect(await write()).toEqual([path]);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  const order = pages.toReversed().slice(1);
  expect(await write({ order })).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(
    head + order.map((page) => renderLlmsEntry(library, page)).join(''),
  );
});

test('a build that is stopped leaves no table: the next one renders all entries', async () => {
  openLlmsFile(file, table, 'a', head);
  expect(await write()).toHaveLength(pages.length);
});

test('entries of other code, or of another file, are not taken', async () => {
  expect(await write({ code: 'b' })).toHaveLength(pages.length);
  writeFileSync(file, `${whole}\n`);
  expect(await write({ code: 'b' })).toHaveLength(pages.length);
});

test('a large file is copied in pieces, with what changed between them', async () => {
  const entryOf = (name: string) => `${name} ${'ü'.repeat(700_000)}\n`;
  const writeLarge = async (names: readonly string[]) => {
    const llms = openLlmsFile(file, table, 'large', head);
    const rendered: string[] = [];
    for (const name of names) {
      llms.add(name, () => {
        rendered.push(name);
        return entryOf(name);
      });
    }
    await llms.finish();
    expect(readFileSync(file, 'utf8')).toBe(head + names.map(entryOf).join(''));
    return rendered;
  };
  expect(await writeLarge(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toHaveLength(7);
  expect(await writeLarge(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([]);
  expect(await writeLarge(['a', 'b', 'c', 'new', 'd', 'e', 'f', 'g'])).toEqual(['new']);
  expect(await writeLarge(['g', 'b', 'c', 'newer', 'd', 'e', 'a'])).toEqual(['newer']);
});
