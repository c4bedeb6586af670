import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Library } from '../../core/model/document.ts';
import { bodiesFile, contentIndexSchema, createBodyTables } from '../../core/search-index/content-index.ts';
import { createWpContext, type WpContext } from '../../core/wp/context.ts';
import { wpObjects } from '../../core/wp/objects/objects.ts';
import { createDocumentRows, rankDocuments } from './document-rows.ts';
import {
  addAll,
  type ContentIndexOptions,
  digestFrame,
  type IndexWriter,
  nameBodies,
  type OtherPage,
  rowKey,
  writeMeta,
} from './index-meta.ts';
import { prepareInsert } from './insert-rows.ts';
import { rankedRow } from './ranked-text.ts';
import { createSearchTextRows, indexWords } from './search-text-rows.ts';

/** Writes a content index. @returns the digest of the release */
export function writeContentIndex(library: Library, file: string, options?: ContentIndexOptions): string {
  return addAll(library, createContentIndex(library, file, options));
}

/**
 * Creates `dist/server/content.sqlite` and its bodies for the sidecar. The same library gives the same bytes. Made for
 * the build: no journal, no syncing, one transaction, then a rename; 10,000 posts take a few seconds.
 */
export function createContentIndex(
  library: Library,
  file: string,
  { pages = [], context = createWpContext(library), code = '' }: ContentIndexOptions = {},
): IndexWriter {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  const database = createDatabase(temporary, bodiesFile(file, 'bodies-new'), library);
  database.exec('BEGIN');
  writeTerms(database, context);
  writePages(database, library, pages);
  writeObjects(database, context);
  const addSearchText = createSearchTextRows(database, 'bodies');
  const addDocument = createDocumentRows(database, context, rankDocuments(library.documents), 'bodies');
  return {
    add(position, document) {
      const body = library.body(document);
      addSearchText(position, document, body);
      return addDocument(position, rowKey(context, document), document, body);
    },
    finish() {
      fillRankedIndex(database, library);
      indexWords(database, 'bodies');
      const release = writeMeta(database, library, { code, frame: digestFrame(context, pages), patched: 0 });
      database.exec('COMMIT');
      database.close();
      const bodies = bodiesFile(file, nameBodies(release, code));
      renameSync(bodiesFile(file, 'bodies-new'), bodies);
      renameSync(temporary, file);
      removeOtherBodies(file, bodies);
      return release;
    },
  };
}

/** Processes that have opened them still read them. */
function removeOtherBodies(file: string, bodies: string): void {
  const others = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.bodies-`));
  for (const name of others) if (name !== basename(bodies)) rmSync(join(dirname(file), name));
}

/** Megabytes of the ranked index for a word, with room for a third of all. */
const roomOfWord = 1.6 / 1_000_000;

function createDatabase(file: string, bodies: string, { documents }: Library): DatabaseSync {
  for (const old of [file, bodies]) rmSync(old, { force: true });
  const database = new DatabaseSync(file);
  database.prepare('ATTACH ? AS bodies').run(bodies);
  for (const schema of ['main', 'bodies']) {
    database.exec(`
      PRAGMA ${schema}.page_size = 8192;
      PRAGMA ${schema}.journal_mode = off;
      PRAGMA ${schema}.synchronous = off;
      PRAGMA ${schema}.locking_mode = exclusive;
      PRAGMA ${schema}.cache_size = -4096;
    `);
  }
  database.exec('PRAGMA temp_store = memory');
  database.exec(contentIndexSchema + createBodyTables('bodies'));
  // The ranked index is gathered in three pieces: one of all takes a quarter more time, since the processor's cache
  // does not hold it, and more than three are merged while they are written.
  const words = documents.reduce((sum, { wordCount }) => sum + wordCount, 0);
  const room = Math.min(64, Math.max(4, Math.ceil(words * roomOfWord))) * 1024 * 1024;
  database.exec(`INSERT INTO document_rank(document_rank, rank) VALUES('hashsize', ${room})`);
  return database;
}

/** All documents in one go: other rows in between would push its tables out of the processor's cache. */
function fillRankedIndex(database: DatabaseSync, library: Library): void {
  const insert = database.prepare('INSERT INTO document_rank (rowid, title, text) VALUES (?, ?, ?)');
  for (const [index, document] of library.documents.entries()) {
    insert.run(index + 1, ...rankedRow(document, library.body(document).text));
  }
}

function writeTerms(database: DatabaseSync, context: WpContext): void {
  const insertTerm = prepareInsert(database, 'term', [
    ...(['id', 'taxonomy', 'slug', 'name', 'description', 'path', 'parent', 'count', 'language'] as const),
  ]);
  for (const term of context.library.terms) {
    const { id, taxonomy, slug, name, description, path, count, language = '' } = term;
    const parent = context.parentOfTerm(term)?.id ?? 0;
    insertTerm({ id, taxonomy, slug, name, description, path, parent, count, language });
  }
  const positions = new Map<number, number[]>();
  for (const [index, document] of context.library.documents.entries()) {
    for (const { id } of context.allTermsOf(document)) {
      const list = positions.get(id);
      if (list) list.push(index + 1);
      else positions.set(id, [index + 1]);
    }
  }
  const insert = database.prepare('INSERT INTO document_term VALUES (?, ?)');
  for (const [term, list] of [...positions].sort(([a], [b]) => a - b)) {
    for (const position of list) insert.run(term, position);
  }
}

function writePages(database: DatabaseSync, library: Library, pages: readonly OtherPage[]): void {
  const insert = database.prepare('INSERT OR IGNORE INTO page VALUES (?, ?, ?)');
  for (const { path, title, kind } of library.documents) insert.run(path, title, kind);
  for (const { path, name, taxonomy } of library.terms) insert.run(path, name, taxonomy);
  for (const { path, name } of library.authors) insert.run(path, name, 'author');
  for (const { path, title, kind } of pages) insert.run(path, title, kind);
}

function writeObjects(database: DatabaseSync, context: WpContext): void {
  const columns = ['kind', 'id', 'place', 'fields', 'view', 'embed', 'hit'] as const;
  const insert = prepareInsert(database, 'wp_object', columns);
  for (const { kind, id, place, fields, view, embed, hit } of wpObjects(context)) {
    insert({
      ...{ kind, id, place, fields: JSON.stringify(fields) },
      ...{ view: Buffer.from(view), embed: Buffer.from(embed), hit: Buffer.from(hit) },
    });
  }
}
