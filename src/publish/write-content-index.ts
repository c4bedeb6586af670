import { createHash, hash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentIndexSchema, contentIndexVersion } from '../core/content-index.ts';
import type { Body, Document, Library } from '../core/document.ts';
import { createWpContext, type WpContext } from '../core/wp-context.ts';
import { wpObjects } from '../core/wp-objects.ts';
import { listPostInputs } from '../core/wp-post.ts';
import { createDocumentRows } from './document-rows.ts';
import { openPreviousIndex } from './previous-index.ts';
import { createSearchIndex } from './search-index.ts';

/** Everything of a library but the texts, which come one by one. */
export type LibraryOutline = Omit<Library, 'body'>;

/** Other pages of the site (archives, the home page) that a 404 may suggest. */
export interface OtherPage {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
}

/** Writes the content index text by text; see {@link writeContentIndex} for all at once. */
export interface ContentIndexWriter {
  /** Adds the next document of the outline, in its order. `body` is looked at where it is needed. */
  add(document: Document, body: Body): void;
  /** Completes the file and puts it in its place at once. @returns the digest of the release. */
  finish(): string;
}

export interface ContentIndexOptions {
  /** Other pages of the site. Default: none. */
  readonly pages?: readonly OtherPage[];
  /** The context that other forms are rendered with, so that pieces are shared. */
  readonly context?: WpContext;
  /** May rows be taken over from the file that is there? Only where the same code and settings made it. */
  readonly takeOver?: boolean;
}

/**
 * Writes `dist/server/content.sqlite` for the sidecar. The same library gives the same bytes.
 * Made for the build: no journal, no syncing, one transaction, then a rename; 10,000 posts take a few seconds.
 */
export function writeContentIndex(library: Library, file: string, options: ContentIndexOptions = {}): string {
  const writer = openContentIndexWriter(library, file, options);
  for (const document of library.documents) writer.add(document, library.body(document));
  return writer.finish();
}

export function openContentIndexWriter(
  outline: LibraryOutline,
  file: string,
  { pages = [], context = createWpContext(outline), takeOver = false }: ContentIndexOptions = {},
): ContentIndexWriter {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  const database = createDatabase(temporary);
  const previous = takeOver ? openPreviousIndex(file) : null;
  database.exec('BEGIN');

  const digest = createHash('sha256');
  digest.update(JSON.stringify([contentIndexVersion, outline.site, outline.authors, outline.media]));
  writeTerms(database, context);
  writePages(database, outline, pages);
  writeObjects(database, context);
  const search = createSearchIndex(database, outline.documents.length, previous?.words);
  const rows = createDocumentRows(database, context);
  let position = 0;

  return {
    add(document, body) {
      position += 1;
      digest.update(`${document.id}:${document.path}:${document.digest};`);
      const key = hash('sha256', JSON.stringify(listPostInputs(context, document)), 'base64url');
      const known = previous?.positionOf(key);
      if (previous && known !== undefined) {
        rows.take(position, key, document, body, previous, known);
        search.take(position, document, previous, known);
      } else {
        rows.add(position, key, document, body);
        search.add(position, document, body);
      }
    },
    finish() {
      if (position !== outline.documents.length) {
        throw new Error(`The content index has ${position} texts of ${outline.documents.length} documents.`);
      }
      search.finish();
      const release = digest.digest('hex');
      writeMeta(database, outline, release);
      database.exec('COMMIT');
      database.close();
      previous?.close();
      renameSync(temporary, file);
      return release;
    },
  };
}

function createDatabase(file: string): DatabaseSync {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = off;
    PRAGMA synchronous = off;
    PRAGMA locking_mode = exclusive;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = memory;
  `);
  database.exec(contentIndexSchema);
  // Room to keep much of the ranked index in memory, so that it is written in few pieces.
  database.exec("INSERT INTO document_rank(document_rank, rank) VALUES('hashsize', 67108864)");
  return database;
}

function writeMeta(database: DatabaseSync, outline: LibraryOutline, release: string): void {
  const insert = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  let modified = '';
  for (const { modifiedGmt } of outline.documents) if (modifiedGmt > modified) modified = modifiedGmt;
  insert.run('version', String(contentIndexVersion));
  insert.run('site', JSON.stringify(outline.site));
  insert.run('modified', modified === '' ? '' : `${modified}Z`);
  insert.run('release', release);
}

function writeTerms(database: DatabaseSync, context: WpContext): void {
  const insertTerm = database.prepare('INSERT INTO term VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const term of [...context.library.categories, ...context.library.tags]) {
    const parent = term.parent === null ? 0 : (context.categoryBySlug(term.parent)?.id ?? 0);
    insertTerm.run(
      term.id,
      term.taxonomy,
      term.slug,
      term.name,
      term.description,
      term.path,
      parent,
      term.count,
    );
  }
  const positions = new Map<number, number[]>();
  for (const [index, document] of context.library.documents.entries()) {
    const { categories, tags } = context.termsOf(document);
    for (const { id } of [...categories, ...tags]) {
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

function writePages(database: DatabaseSync, outline: LibraryOutline, pages: readonly OtherPage[]): void {
  const insert = database.prepare('INSERT OR IGNORE INTO page VALUES (?, ?, ?)');
  for (const { path, title, kind } of outline.documents) insert.run(path, title, kind);
  for (const { path, name, taxonomy } of [...outline.categories, ...outline.tags])
    insert.run(path, name, taxonomy);
  for (const { path, name } of outline.authors) insert.run(path, name, 'author');
  for (const { path, title, kind } of pages) insert.run(path, title, kind);
}

function writeObjects(database: DatabaseSync, context: WpContext): void {
  const insert = database.prepare('INSERT INTO wp_object VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const object of wpObjects(context)) {
    insert.run(
      object.kind,
      object.id,
      object.place,
      JSON.stringify(object.fields),
      Buffer.from(object.view),
      Buffer.from(object.embed),
      Buffer.from(object.hit),
    );
  }
}
