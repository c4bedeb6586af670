import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Document, Library } from '../../core/model/document.ts';
import { contentIndexVersion } from '../../core/search-index/content-index.ts';
import { createWpContext, type WpContext } from '../../core/wp/context.ts';
import { AverageCounter, type RankAverages, readAverages } from '../fast/rank-averages.ts';
import { createDocumentRows, type NameRanks } from './document-rows.ts';
import { type ContentIndexOptions, digestFrame, type IndexOrigin, rowKey, writeMeta } from './index-meta.ts';
import { rankedText } from './ranked-text.ts';
import { createSearchTextRows, indexWords } from './search-text-rows.ts';

/** What was replaced leaves gaps, and pieces of the ranked index: after so many documents all is written anew. */
const mostPatched = 500;

/** A document whose rows are not those of the last build. */
interface Change {
  readonly position: number;
  readonly key: string;
  readonly document: Document;
}

/** A copy of the last index in which rows are to be replaced. */
export interface IndexPatch {
  /** Where the caller copies the last index to, and moves it from when the rows are replaced. */
  readonly copy: string;
  /** Replaces the rows in the copy. @returns the digest of the release */
  readonly apply: () => string;
}

/**
 * Where only texts of documents changed, their rows are replaced in a copy of the last index. What is in it then is the
 * same as if it had been written whole; its bytes are not.
 * @returns null where more changed, or where there is no such index
 */
export function planIndexPatch(
  library: Library,
  file: string,
  { pages = [], context = createWpContext(library), code = '', takeOver = true }: ContentIndexOptions,
): IndexPatch | null {
  if (code === '' || !takeOver || !existsSync(file)) return null;
  const frame = digestFrame(context, pages);
  const last = readLast(file);
  if (last?.code !== code || last.frame !== frame || last.keys.length !== library.documents.length)
    return null;
  const changes: Change[] = [];
  for (const [index, document] of library.documents.entries()) {
    const key = rowKey(context, document);
    if (key !== last.keys[index]) changes.push({ position: index + 1, key, document });
  }
  const patched = last.patched + changes.length;
  if (patched > mostPatched) return null;

  const copy = `${file}.new`;
  const origin = { code, frame, patched };
  return {
    copy,
    apply: () => applyPatch(library, context, { changes, averages: last.averages, origin }, copy),
  };
}

/** What is put into the copy. */
interface Replacement {
  readonly changes: readonly Change[];
  /** Of the last index. */
  readonly averages: RankAverages;
  readonly origin: IndexOrigin;
}

function applyPatch(
  library: Library,
  context: WpContext,
  { changes, averages, origin }: Replacement,
  copy: string,
): string {
  const database = new DatabaseSync(copy);
  database.exec(
    'PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA locking_mode = exclusive; BEGIN',
  );
  // Names are as they were: they are part of the frame.
  const ranks = new Map(changes.map(({ position }) => [position, readRanks(database, position)]));
  const rows = createDocumentRows(database, context, (position) => ranks.get(position) ?? [0, 0], false);
  const search = createSearchTextRows(database, false);
  const removals = ['document', 'document_key', 'wp_document', 'search_text']
    .map((table) => `DELETE FROM ${table} WHERE position = ?`)
    .concat(
      'DELETE FROM document_rank WHERE rowid = ?',
      'DELETE FROM search_words WHERE rowid BETWEEN ?1 * 4 AND ?1 * 4 + 2',
    )
    .map((statement) => database.prepare(statement));
  const rank = database.prepare('INSERT INTO document_rank (rowid, title, text) VALUES (?, ?, ?)');
  const counter = new AverageCounter(database, averages);
  for (const { position, key, document } of changes) {
    counter.remove(position);
    for (const remove of removals) remove.run(position);
    const body = library.body(document);
    rows.add(position, key, document, body);
    search.add(position, document, body);
    rank.run(position, document.title, rankedText(document, body.text));
  }
  indexWords(
    database,
    changes.map(({ position }) => position),
  );
  const release = writeMeta(database, library, origin);
  database.exec('COMMIT');
  for (const { position } of changes) counter.add(position);
  counter.write();
  database.close();
  return release;
}

function readRanks(database: DatabaseSync, position: number): NameRanks {
  const select = database.prepare('SELECT title_rank, slug_rank FROM document WHERE position = ?');
  const row = select.get(position);
  return [Number(row?.title_rank), Number(row?.slug_rank)];
}

/** What the last index was made from, with the keys of its rows in order; null where it cannot be read. */
function readLast(file: string) {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT key, value FROM meta').all();
    const meta = new Map(rows.map(({ key, value }) => [String(key), String(value)]));
    const averages = readAverages(database);
    if (meta.get('version') !== String(contentIndexVersion) || averages === null) return null;
    const keys = database.prepare('SELECT key FROM document_key ORDER BY position').all();
    return {
      averages,
      code: meta.get('code'),
      frame: meta.get('frame'),
      patched: Number(meta.get('patched')),
      keys: keys.map(({ key }) => String(key)),
    };
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
