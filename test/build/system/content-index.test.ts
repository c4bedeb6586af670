import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test, vi } from 'vitest';
import { type ContentIndex, openContentIndex } from '../../../sidecar/release/content-index.ts';
import { updateContentIndex } from '../../../src/build/fast/patch-content-index.ts';
import { writeContentIndex } from '../../../src/build/index/write-content-index.ts';
import type { Library } from '../../../src/core/model/document.ts';
import { createLargeLibrary } from '../../bench/large-library.ts';
import { countPatched, expectSameIndex, readIndexContent } from '../../helpers/index-content.ts';
import { fieldNotes } from '../../wordpress/system/field-notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the same library gives the same bytes', () => {
  for (const library of [fieldNotes(), createLargeLibrary(300)]) {
    writeContentIndex(library, join(folder, 'a.sqlite'));
    writeContentIndex(library, join(folder, 'b.sqlite'));
    expect(readFileSync(join(folder, 'a.sqlite')).equals(readFileSync(join(folder, 'b.sqlite')))).toBe(true);
  }
});

/** The bytes of an index that is written where there is none. */
function writeClean(library: Library, code = 'a'): Buffer {
  const file = join(folder, 'clean.sqlite');
  rmSync(file, { force: true });
  writeContentIndex(library, file, { code });
  return readFileSync(file);
}

test('an index whose rows were replaced where documents changed contains what one does that is written whole', () => {
  const file = join(folder, 'patched.sqlite');
  const whole = join(folder, 'clean.sqlite');
  for (const first of [createLargeLibrary(120)]) {
    rmSync(file, { force: true });
    let library = first;
    updateContentIndex(library, file, { code: 'a' });
    for (const word of ['Quokka', 'Numbat', 'Quokka']) {
      const before = library;
      const edited = [0, library.documents.length - 1].map((index) => library.documents[index]!.id);
      library = {
        ...before,
        documents: before.documents.map((document) =>
          edited.includes(document.id)
            ? { ...document, excerpt: word, digest: `${document.digest} ${word}` }
            : document,
        ),
        body: (document) =>
          edited.includes(document.id)
            ? { html: `<p>${word}</p>`, markdown: word, text: word }
            : first.body(first.documents.find(({ id }) => id === document.id)!),
      };
      const release = updateContentIndex(library, file, { code: 'a' });
      writeClean(library);
      expectSameIndex(file, whole);
      expect(readIndexContent(file).tables.meta).toContainEqual({ key: 'release', value: release });
      expect(countPatched(file)).toBeGreaterThan(0);
    }
    // Another place, another title: written whole.
    const [one, two, ...rest] = library.documents;
    for (const documents of [
      [two!, one!, ...rest],
      [one!, { ...two!, title: 'Wallaby', digest: 'Wallaby' }, ...rest],
      [one!, ...rest],
    ]) {
      updateContentIndex({ ...library, documents }, file, { code: 'a' });
      expect(countPatched(file)).toBe(0);
      expect(readFileSync(file).equals(writeClean({ ...library, documents }))).toBe(true);
    }
  }
});

test('an edit leaves the file of bodies as it is, and an index that is written whole has its own alone', () => {
  const own = join(folder, 'shared');
  const file = join(own, 'content.sqlite');
  const first = createLargeLibrary(40);
  const describe = () =>
    readdirSync(own)
      .filter((name) => name !== 'content.sqlite')
      .map((name) => {
        const { ino, size, mtimeMs } = statSync(join(own, name));
        return { name, ino, size, mtimeMs };
      });
  const edit = (word: string): Library => ({
    ...first,
    documents: first.documents.map((document, at) => (at === 7 ? { ...document, digest: word } : document)),
    body: (document) =>
      document.id === first.documents[7]!.id
        ? { html: `<p>${word}</p>`, markdown: word, text: word }
        : first.body(document),
  });
  updateContentIndex(first, file, { code: 'a' });
  const bodies = describe();
  expect(bodies).toHaveLength(1);
  const running = openContentIndex(file);
  const read = (index: ContentIndex) =>
    index.prepare('SELECT markdown FROM document_text WHERE position = 8').all();
  const before = read(running);
  for (const word of ['Quokka', 'Numbat']) {
    updateContentIndex(edit(word), file, { code: 'a' });
    expect(describe()).toEqual(bodies);
    const index = openContentIndex(file);
    expect(read(index)).toEqual([{ markdown: word }]);
    const all = index.prepare(
      'SELECT count(*) AS rows, count(DISTINCT position) AS documents FROM search_text',
    );
    expect(all.get()).toEqual({ rows: 40, documents: 40 });
    index.close();
  }
  updateContentIndex(edit('Wombat'), file, { code: 'b' });
  expect(describe()).toHaveLength(1);
  expect(describe()).not.toEqual(bodies);
  expect(read(running)).toEqual(before);
  running.close();
  const [{ name } = { name: '' }] = describe();
  updateContentIndex(edit('Wombat'), file, { code: 'c' });
  expect(describe()[0]?.name).not.toBe(name);
  rmSync(join(own, describe()[0]!.name));
  updateContentIndex(edit('Dunnart'), file, { code: 'b' });
  expect(countPatched(file)).toBe(0);
  expectSameIndex(file, file);
});

test('an index is written whole where a document has another comment, author or image', () => {
  const file = join(folder, 'objects.sqlite');
  const library = createLargeLibrary(20);
  const [one, ...rest] = library.documents;
  const said = { url: '', author: null, type: 'comment', markdown: 'Hm', html: '<p>Hm</p>' } as const;
  const comment = { id: 7, parent: 0, name: 'Ada', date: one!.date, dateGmt: one!.dateGmt, ...said };
  const image = { src: '/media/a.png', alt: '', width: 1, height: 1 };
  const portrait = {
    id: 9,
    slug: 'a',
    title: 'a',
    alt: '',
    src: image.src,
    mimeType: 'image/png',
    width: 1,
    height: 1,
  };
  const media = { ...portrait, bytes: 1, documentId: one!.id, date: one!.date, dateGmt: one!.dateGmt };
  const others = [
    { documents: [{ ...one!, digest: 'x', comments: [comment] }, ...rest] },
    { authors: library.authors.map((author) => ({ ...author, name: 'Another name' })) },
    { documents: [{ ...one!, digest: 'x', image }, ...rest], media: [media] },
  ] satisfies Partial<Library>[];
  for (const change of others) {
    updateContentIndex(library, file, { code: 'a' });
    const later = { ...library, ...change };
    updateContentIndex(later, file, { code: 'a' });
    expect(readFileSync(file).equals(writeClean(later))).toBe(true);
  }
});

test('nothing is taken over from an index that other code made', () => {
  const library = createLargeLibrary(3);
  const file = join(folder, 'other.sqlite');
  updateContentIndex(library, file, { code: 'a' });
  // The same documents, which the new code renders otherwise.
  const otherwise = {
    ...library,
    body: () => ({ html: '<p>Quokka</p>', markdown: 'Quokka', text: 'Quokka' }),
  };
  updateContentIndex(otherwise, file, { code: 'b' });
  expect(readFileSync(file).equals(writeClean(otherwise, 'b'))).toBe(true);
});

test('an unreadable index is no reason to fail: all rows are made', () => {
  const library = createLargeLibrary(3);
  const file = join(folder, 'broken.sqlite');
  writeFileSync(file, 'not a database');
  updateContentIndex(library, file, { code: 'a' });
  expect(readFileSync(file).equals(writeClean(library))).toBe(true);
});

test('the release is named after what is published', () => {
  const library = createLargeLibrary(3);
  const file = join(folder, 'c.sqlite');
  const release = writeContentIndex(library, file);
  const [first, ...rest] = library.documents;
  const edited = { ...library, documents: [{ ...first!, digest: 'edited' }, ...rest] };
  expect(writeContentIndex(edited, file)).not.toBe(release);
  expect(writeContentIndex(library, file)).toBe(release);
});

test('a file appears whole or not at all', () => {
  const library = createLargeLibrary(2);
  const file = join(folder, 'whole', 'content.sqlite');
  const body = () => {
    throw new Error('This body cannot be read.');
  };
  expect(() => writeContentIndex({ ...library, body }, file)).toThrow('cannot be read');
  expect(readdirSync(join(folder, 'whole'))).not.toContain('content.sqlite');
});

test('scores drift by no more than the tolerance, and the index is rewritten after one edit in twenty', () => {
  const file = join(folder, 'drift.sqlite');
  let library = createLargeLibrary(100);
  updateContentIndex(library, file, { code: 'a' });
  const patched: number[] = [];
  for (let edit = 1; edit <= 12; edit++) {
    const id = library.documents[edit]!.id;
    const before = library;
    library = {
      ...before,
      documents: before.documents.map((document) =>
        document.id === id ? { ...document, digest: `edit ${edit}` } : document,
      ),
      body: (document) =>
        document.id === id ? { html: '<p>Tea</p>', markdown: 'Tea', text: 'Tea' } : before.body(document),
    };
    updateContentIndex(library, file, { code: 'a' });
    writeClean(library);
    expectSameIndex(file, join(folder, 'clean.sqlite'));
    patched.push(countPatched(file));
  }
  expect(patched).toEqual([1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0]);
});

test('what is no content index, or one of another version, is refused with a sentence', () => {
  expect(() => openContentIndex(join(folder, 'missing.sqlite'))).toThrow(/run npm run build/);
  writeFileSync(join(folder, 'text.sqlite'), 'not a database');
  expect(() => openContentIndex(join(folder, 'text.sqlite'))).toThrow(/run npm run build/);
});

test('the text of a locked document is in no column of the file', () => {
  const library = fieldNotes();
  const secret = 'zanzibar quagmire';
  const leaking = {
    ...library,
    body: (document: (typeof library.documents)[number]) =>
      document.locked
        ? { html: `<p>${secret}</p>`, markdown: secret, text: secret, stored: secret }
        : library.body(document),
  };
  const file = join(folder, 'locked.sqlite');
  writeContentIndex(leaking, file);
  const bytes = readFileSync(file);
  expect(bytes.includes('kettle')).toBe(true);
  for (const word of secret.split(' ')) expect(bytes.includes(word)).toBe(false);
});

test('an index that a build replaces while it is opened is opened again, and one without bodies is refused', () => {
  const own = join(folder, 'replaced');
  const file = join(own, 'content.sqlite');
  writeContentIndex(createLargeLibrary(3), file, { code: 'a' });
  const { prepare } = DatabaseSync.prototype;
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (sql.startsWith('ATTACH')) {
      prepared.mockRestore();
      writeContentIndex(createLargeLibrary(4), file, { code: 'a' });
    }
    return prepare.call(this, sql);
  });
  const index = openContentIndex(file);
  expect(index.prepare('SELECT count(*) AS rows FROM search_text').get()).toEqual({ rows: 4 });
  index.close();
  const [bodies] = readdirSync(own).filter((name) => name !== 'content.sqlite');
  rmSync(join(own, bodies!));
  expect(() => openContentIndex(file)).toThrow(/bodies-[0-9a-f]{16} cannot be opened: run npm run build/);
});
