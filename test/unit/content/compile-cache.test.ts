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
