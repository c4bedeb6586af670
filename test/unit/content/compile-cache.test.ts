import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CompileCache, openCompileCache } from '../../../src/content/compile-cache.ts';
import type { CompiledDocument } from '../../../src/content/compile-document.ts';
import type { Body } from '../../../src/core/model/document.ts';
import { ContentProject } from '../../helpers/content-project.ts';

/** The same texts come out of a cache that wrote them as out of one that finds them. */
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

function put(file: string, text: string, stored?: string): void {
  const body = { html: `<p>${text}</p>`, markdown: `${text}\n`, text, ...(stored ? { stored } : {}) };
  // Beside the text, the cache only asks for the name of the source.
  const compiled = { document: { source: file }, body } as unknown as CompiledDocument;
  cache.update([{ file, sourceDigest: text.slice(0, 8), stamp: '', compiled }], []);
}

function formsOf({ html, markdown, text, stored }: Body) {
  return { html, markdown, text, stored };
}

function expectText(file: string, text: string, stored?: string): void {
  const forms = { html: `<p>${text}</p>`, markdown: `${text}\n`, text, stored };
  expect(formsOf(cache.body(file))).toEqual(forms);
  const reader = open();
  expect(formsOf(reader.body(file))).toEqual(forms);
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
  cache.update([], ['a.md']);
  expect(() => cache.body('a.md').html).toThrow('has no text of a.md');
});

it('more texts than memory is given to are read from the file', () => {
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
  const entries = files.map((file, index) => {
    const body = { html: '', markdown: '', text: '' };
    const compiled = { document: { source: file, title: titles[index % titles.length] }, body };
    return { file, sourceDigest: `d${index}`, stamp: `s${index}`, compiled };
  });
  cache.update(entries.toReversed() as unknown as Parameters<CompileCache['update']>[0], []);
  const read = [...cache.entries()];
  expect(read.map(([file]) => file)).toEqual(files);
  expect(read.map(([, entry]) => entry)).toEqual(
    entries.map(({ sourceDigest, stamp, compiled: { document } }) => {
      return { sourceDigest, stamp, compiled: { document } };
    }),
  );
});
