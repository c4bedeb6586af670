import { constants, copyFileSync, existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Library } from '../../core/model/document.ts';
import { bodiesFile, bodyTables, contentIndexVersion } from '../../core/search-index/content-index.ts';
import { createWpContext, type WpContext } from '../../core/wp/context.ts';
import { createDocumentRows, type NameRanks } from '../index/document-rows.ts';
import {
  addAll,
  type ContentIndexOptions,
  digestFrame,
  type IndexOrigin,
  type IndexWriter,
  type OpenIndex,
  rowKey,
  writeMeta,
} from '../index/index-meta.ts';
import { rankedRow } from '../index/ranked-text.ts';
import { createSearchTextRows, indexWords } from '../index/search-text-rows.ts';
import { createContentIndex } from '../index/write-content-index.ts';

/** Share of documents that may be replaced before the index is rewritten: scores drift by about this share. */
const maxPatched = 0.05;

/** Place and key of a document with other rows than in the last build. */
interface Change {
  readonly position: number;
  readonly key: string;
}

/** Writes the content index: replaces rows in a copy of the last one where possible, else all of it. Copies share bodies. */
export function updateContentIndex(library: Library, file: string, options?: ContentIndexOptions): string {
  return addAll(library, openContentIndex(library, file, options));
}

export const openContentIndex: OpenIndex = (library, file, options = {}) =>
  patchContentIndex(library, file, options) ?? createContentIndex(library, file, options);

/** @returns null where more than bodies of documents changed, or where there is no such index */
function patchContentIndex(library: Library, file: string, options: ContentIndexOptions): IndexWriter | null {
  const { context = createWpContext(library), code = '', isIntact = true, last: from = file } = options;
  if (code === '' || !isIntact || !existsSync(from)) return null;
  const last = readLast(from);
  if (last?.code !== code || !existsSync(bodiesFile(from, last.bodies))) return null;
  const { bodies, keys } = last;
  const frame = digestFrame(context, options.pages ?? []);
  if (last.frame !== frame || keys.length !== library.documents.length) return null;
  const changes = library.documents.flatMap((document, index): Change[] => {
    const key = rowKey(context, document);
    return key === keys[index] ? [] : [{ position: index + 1, key }];
  });
  const patched = last.patched + changes.length;
  if (patched > library.documents.length * maxPatched) return null;
  const copy = `${file}.new`;
  copyFileSync(from, copy, constants.COPYFILE_FICLONE);
  const { add, finish } = replaceRows(library, context, changes, { code, frame, patched, bodies }, copy);
  return {
    add,
    finish() {
      const release = finish();
      renameSync(copy, file);
      return release;
    },
  };
}

function replaceRows(
  library: Library,
  context: WpContext,
  changes: readonly Change[],
  origin: IndexOrigin,
  copy: string,
): IndexWriter {
  const database = new DatabaseSync(copy);
  database.exec(
    'PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA locking_mode = exclusive; BEGIN',
  );
  // Names are as they were: they are part of the frame.
  const ranks = new Map(changes.map(({ position }) => [position, readRanks(database, position)]));
  const addDocument = createDocumentRows(
    database,
    context,
    (position) => ranks.get(position) ?? [0, 0],
    'main',
  );
  const addSearchText = createSearchTextRows(database, 'main');
  const removals = ['document', 'document_key', 'search_title', ...bodyTables]
    .map((table) => `DELETE FROM ${table} WHERE position = ?`)
    .concat(
      'DELETE FROM document_rank WHERE rowid = ?',
      'DELETE FROM search_words WHERE rowid BETWEEN ?1 * 4 AND ?1 * 4 + 2',
    )
    .map((statement) => database.prepare(statement));
  const rank = database.prepare('INSERT INTO document_rank (rowid, title, text) VALUES (?, ?, ?)');
  const keys = new Map(changes.map(({ position, key }) => [position, key]));
  return {
    add(position, document) {
      const key = keys.get(position);
      if (key === undefined) return null;
      for (const remove of removals) remove.run(position);
      const body = library.body(document);
      addSearchText(position, document, body);
      rank.run(position, ...rankedRow(document, body.text));
      return addDocument(position, key, document, body);
    },
    finish() {
      indexWords(database, 'main', [...keys.keys()]);
      const release = writeMeta(database, library, origin);
      database.exec('COMMIT');
      database.close();
      return release;
    },
  };
}

function readRanks(database: DatabaseSync, position: number): NameRanks {
  const select = database.prepare('SELECT title_rank, slug_rank FROM document WHERE position = ?');
  const row = select.get(position);
  return [Number(row?.title_rank), Number(row?.slug_rank)];
}

/** Origin of the last index, with the keys of its rows in order; null where it cannot be read. */
function readLast(file: string) {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT key, value FROM meta').all();
    const meta = new Map(rows.map(({ key, value }) => [String(key), String(value)]));
    if (meta.get('version') !== String(contentIndexVersion)) return null;
    const keys = database.prepare('SELECT key FROM document_key ORDER BY position').all();
    return {
      code: meta.get('code'),
      frame: meta.get('frame'),
      patched: Number(meta.get('patched')),
      bodies: meta.get('bodies') ?? '',
      keys: keys.map(({ key }) => String(key)),
    };
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
