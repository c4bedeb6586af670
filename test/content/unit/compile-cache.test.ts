import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CompileCache, openCompileCache } from '../../../src/content/library/compile-cache.ts';
import { packBodies, type TextPlace } from '../../../src/content/read/text-file.ts';
import type { Body } from '../../../src/core/model/document.ts';
import { ContentProject } from '../../helpers/content-project.ts';

/** The same documents come out of a cache that wrote them as out of one that finds them. */
let project: ContentProject;
let cache: CompileCache;

beforeEach(() => {
  project = new ContentProject({});
  cache = open();
});
afterEach(() => {
  cache.close();
  project.remove();
});

const open = () => openCompileCache(join(project.root, 'cache/compiled.sqlite'), 'code');

/** Next to the text, the cache only asks for the name of the source. */
function put(file: string, text: string, stored?: string): void {
  const body = formsOf({ html: `<p>${text}</p>`, markdown: `${text}\n`, text, stored });
  const { bytes, places } = packBodies([body]);
  const record = JSON.stringify({ document: { source: file } });
  const entry = { sourceDigest: text.slice(0, 8), stamp: '', record, text: places[0] as TextPlace };
  cache.store([entry], bytes);
}

function formsOf({ html, markdown, text, stored }: Body) {
  return { html, markdown, text, stored };
}

function read(from: CompileCache, file: string) {
  const entry = from.entries().get(file);
  if (!entry) throw new Error(`No entry of ${file}`);
  return formsOf(from.body(entry.text));
}

function expectText(file: string, text: string, stored?: string): void {
  const forms = { html: `<p>${text}</p>`, markdown: `${text}\n`, text, stored };
  expect(read(cache, file)).toEqual(forms);
  const reader = open();
  expect(read(reader, file)).toEqual(forms);
  reader.close();
}

it('a text is as it was last written', () => {
  put('a.md', 'First');
  put('b.md', 'Other', '<!--more-->');
  expectText('a.md', 'First');
  expectText('b.md', 'Other', '<!--more-->');
  put('a.md', 'Second');
  expectText('a.md', 'Second');
});

it('a text that was removed is gone', () => {
  put('a.md', 'First');
  put('b.md', 'Other');
  cache.remove(['a.md']);
  expect([...cache.entries().keys()]).toEqual(['b.md']);
  expectText('b.md', 'Other');
});

it('documents of every script, and empty ones, come out as they went in', () => {
  for (const [index, text] of ['Zürich …', '', '東京 “2”', '', 'שלום', '🎵', 'plain', ''].entries()) {
    put(`${index}.md`, text, index % 2 ? text : undefined);
    expectText(`${index}.md`, text, index % 2 ? text : undefined);
  }
  expectText('0.md', 'Zürich …');
});

it('a text that was read keeps its place when a later one takes its name', () => {
  put('a.md', 'First');
  const before = cache.entries().get('a.md');
  put('a.md', 'Second');
  expect(before && cache.body(before.text).text).toBe('First');
});

it('a file of documents that was cut is known as such, and so is one of replaced documents', () => {
  put('a.md', 'First');
  expect(cache.isComplete(cache.entries())).toBe(true);
  for (const _ of [1, 2]) put('b.md', 'x'.repeat(2_000_000));
  expect(cache.isComplete(cache.entries())).toBe(true);
  put('b.md', 'x'.repeat(14_000_000));
  put('b.md', 'short');
  expect(cache.isComplete(cache.entries())).toBe(false);
  cache.startAnew();
  expect(cache.entries().size).toBe(0);
  put('a.md', 'Third');
  expectText('a.md', 'Third');
  truncateSync(join(project.root, 'cache/compiled.sqlite.texts'), 5);
  expect(cache.isComplete(cache.entries())).toBe(false);
});

it('anyone who opened a cache reads its documents also when other code begins it again', () => {
  put('a.md', 'First');
  const reader = open();
  const entry = reader.entries().get('a.md');
  openCompileCache(join(project.root, 'cache/compiled.sqlite'), 'other code').close();
  expect(entry && reader.body(entry.text).text).toBe('First');
  reader.close();
});

it('a text of a closed cache is not read', () => {
  put('a.md', 'First');
  const reader = open();
  const entry = reader.entries().get('a.md');
  const body = entry && reader.body(entry.text);
  reader.close();
  expect(() => body?.html).toThrow('compiled.sqlite.texts is closed');
});

it('what other code wrote is forgotten, documents and all', () => {
  put('a.md', 'First');
  const other = openCompileCache(join(project.root, 'cache/compiled.sqlite'), 'other code');
  expect(other.entries().size).toBe(0);
  other.close();
  expect(statSync(join(project.root, 'cache/compiled.sqlite.texts')).size).toBe(0);
});

it('more documents than memory is given to are read from the file', () => {
  const long = 'long '.repeat(3_000_000);
  put('a.md', 'First');
  put('b.md', long);
  expectText('b.md', long);
  put('a.md', 'Second');
  expectText('a.md', 'Second');
  expectText('b.md', long);
});

it('the entries of many files come out as they went in, in every script and in the order of the files', () => {
  const titles = ['Zürich …', '東京 “2”', 'שלום', '🎵 \ud800 \u0000 "\\"', 'plain'];
  const files = Array.from({ length: 1203 }, (_, index) => `${String(index).padStart(4, '0')}.md`);
  const [place] = packBodies([{ html: '', markdown: '', text: '' }]).places as [TextPlace];
  const entries = files.map((file, index) => {
    const compiled = { document: { source: file, title: titles[index % titles.length] } };
    return { sourceDigest: `d${index}`, stamp: `s${index}`, compiled, text: place };
  });
  const written = entries.map(({ compiled, ...rest }) => ({ ...rest, record: JSON.stringify(compiled) }));
  cache.store(written.toReversed(), new Uint8Array());
  const found = [...cache.entries()];
  expect(found.map(([file]) => file)).toEqual(files);
  expect(found.map(([, entry]) => entry)).toEqual(entries);
});
