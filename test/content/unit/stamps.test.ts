import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LoadHelp, loadLibrary } from '../../../src/content/library/load-library.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

/** Which documents are read again: the digest that is kept of a text is made wrong, so that reading it compiles it again. */
const file = 'content/posts/a.md';
/** All files are older than this. */
const later = '2099-01-01T00:00:00';
let project: ContentProject;

beforeEach(() => {
  project = new ContentProject({ [file]: post('First text.') });
});
afterEach(() => project.remove());

async function load(
  nowGmt: string,
  force = false,
  help: LoadHelp = {},
): Promise<{ compiled: number; text: string }> {
  const { root } = project;
  const cacheFile = join(root, 'cache/compiled.sqlite');
  const source = { root, site: testSite, compilerDigest: '', cacheFile, nowGmt, force };
  const loaded = await loadLibrary(source, help);
  const [document] = loaded.library.documents;
  const text = document ? loaded.library.body(document).text : '';
  loaded.close();
  return { compiled: loaded.report.compiled, text };
}

function forgetDigests(): void {
  const cache = new DatabaseSync(join(project.root, 'cache/compiled.sqlite'));
  cache.exec("UPDATE entry SET digest = 'another'");
  cache.close();
}

it('a text whose file is as it was found is not read again, unless that is asked for', async () => {
  expect(await load(later)).toEqual({ compiled: 1, text: 'First text.' });
  forgetDigests();
  expect(await load(later)).toEqual({ compiled: 0, text: 'First text.' });
  expect(await load(later, true)).toEqual({ compiled: 1, text: 'First text.' });
});

it('a text of the same length that came later is read', async () => {
  await load(later);
  project.write({ [file]: post('Other text.') });
  expect(await load(later)).toEqual({ compiled: 1, text: 'Other text.' });
});

it('a file that changed just now is read every time, for it may change within the same moment', async () => {
  const now = statSync(join(project.root, file)).ctime.toISOString().slice(0, 19);
  await load(now);
  forgetDigests();
  expect(await load(now)).toEqual({ compiled: 1, text: 'First text.' });
});

it('a file with other times and the same text is read once', async () => {
  await load(later);
  project.write({ [file]: post('First text.') });
  expect((await load(later)).compiled).toBe(0);
  forgetDigests();
  expect((await load(later)).compiled).toBe(0);
});

it('a cache that is removed under a process that remembers it is rebuilt', async () => {
  const memory = { entries: null };
  expect(await load(later, false, { memory })).toEqual({ compiled: 1, text: 'First text.' });
  expect((await load(later, false, { memory })).compiled).toBe(0);
  rmSync(join(project.root, 'cache'), { recursive: true });
  expect(await load(later, false, { memory })).toEqual({ compiled: 1, text: 'First text.' });
});
