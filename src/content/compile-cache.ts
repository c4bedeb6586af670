import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Body } from '../core/model/document.ts';
import type { CompiledDocument } from './compile-document.ts';
import type { PictureFile } from './pictures.ts';

/** A compiled document without its text, and the digests that say whether it still holds. */
export interface CacheEntry {
  readonly sourceDigest: string;
  /** Of the file when it was read; empty where it was too young. */
  readonly stamp: string;
  readonly compiled: Omit<CompiledDocument, 'body'>;
}

/** What was read of a picture, and the signature that says whether it still holds. */
export interface CachedPicture {
  readonly signature: string;
  readonly picture: PictureFile;
}

/** What the cache keeps between two builds: one record a source file, texts apart so that they load when asked for. */
export interface CompileCache {
  /** All entries by source file, without texts. */
  entries(): Map<string, CacheEntry>;
  body(file: string): Body;
  /** The pictures that were read, by file. */
  pictures(): Map<string, CachedPicture>;
  /** Replaces all pictures. */
  keepPictures(pictures: ReadonlyMap<string, CachedPicture>): void;
  /** Writes and removes in one transaction. */
  update(
    changed: Iterable<{ file: string; sourceDigest: string; stamp: string; compiled: CompiledDocument }>,
    removed: Iterable<string>,
  ): void;
  /** Notes other stamps of files whose texts are the same. */
  restamp(files: Iterable<{ readonly file: string; readonly stamp: string }>): void;
  close(): void;
}

/** So many entries are parsed as one text. */
const entriesAtOnce = 500;

const schema = `
CREATE TABLE IF NOT EXISTS code (digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
  file TEXT PRIMARY KEY, digest TEXT NOT NULL, stamp TEXT NOT NULL, compiled TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS body (
  file TEXT PRIMARY KEY, html TEXT NOT NULL, markdown TEXT NOT NULL, text TEXT NOT NULL,
  stored TEXT
);
CREATE TABLE IF NOT EXISTS picture (file TEXT PRIMARY KEY, signature TEXT NOT NULL, read TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * Opens the cache file, empty when it was written by other code or settings.
 * @param codeDigest digest of everything beside the sources that the records depend on
 */
export function openCompileCache(file: string, codeDigest: string): CompileCache {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  // A cache may be lost with the machine, so it need not wait for the disk.
  // Texts of some ten kilobytes read and write fastest in large pages.
  database.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  database.exec(schema);
  if (database.prepare('SELECT digest FROM code').get()?.digest !== codeDigest) {
    // Other code may have had other columns.
    database.exec('DROP TABLE entry; DROP TABLE body; DROP TABLE picture; DROP TABLE code;');
    database.exec(schema);
    database.prepare('INSERT INTO code VALUES (?)').run(codeDigest);
  }
  const readForm = createFormReader(database);
  const fresh = new FreshBodies();
  let last: { readonly file: string; readonly body: Body } | null = null;

  return {
    entries() {
      const entries = new Map<string, CacheEntry>();
      // A long text is parsed in a third of the time that many short ones take; one of all would take memory.
      const add = (rows: readonly Record<string, SQLOutputValue>[]) => {
        const all: CacheEntry['compiled'][] = JSON.parse(`[${rows.map((row) => row.compiled).join(',')}]`);
        for (const [index, compiled] of all.entries()) {
          const [sourceDigest, stamp] = [String(rows[index]?.digest), String(rows[index]?.stamp)];
          entries.set(compiled.document.source, { sourceDigest, stamp, compiled });
        }
      };
      let batch: Record<string, SQLOutputValue>[] = [];
      for (const row of database
        .prepare('SELECT digest, stamp, compiled FROM entry ORDER BY file')
        .iterate()) {
        batch.push(row);
        if (batch.length < entriesAtOnce) continue;
        add(batch);
        batch = [];
      }
      add(batch);
      return entries;
    },

    body(file) {
      const written = fresh.get(file);
      if (written) return written;
      // Whoever makes several things of one text asks for it several times in a row.
      if (last?.file !== file) last = { file, body: new StoredBody(file, readForm) };
      return last.body;
    },

    pictures() {
      const rows = database.prepare('SELECT file, signature, read FROM picture').all();
      return new Map(
        rows.map(({ file, signature, read }) => [
          String(file),
          { signature: String(signature), picture: JSON.parse(String(read)) },
        ]),
      );
    },

    keepPictures(pictures) {
      const put = database.prepare('INSERT INTO picture VALUES (?, ?, ?)');
      database.exec('BEGIN; DELETE FROM picture;');
      for (const [file, { signature, picture }] of pictures)
        put.run(file, signature, JSON.stringify(picture));
      database.exec('COMMIT');
    },

    update(changed, removed) {
      const putEntry = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)');
      const putBody = database.prepare('INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?)');
      const dropEntry = database.prepare('DELETE FROM entry WHERE file = ?');
      const dropBody = database.prepare('DELETE FROM body WHERE file = ?');
      last = null;
      database.exec('BEGIN');
      for (const file of removed) {
        dropEntry.run(file);
        dropBody.run(file);
        fresh.drop(file);
      }
      for (const { file, sourceDigest, stamp, compiled } of changed) {
        const { body, ...rest } = compiled;
        putEntry.run(file, sourceDigest, stamp, stringifyAscii(rest));
        putBody.run(file, body.html, body.markdown, body.text, body.stored ?? null);
        fresh.put(file, body);
      }
      database.exec('COMMIT');
    },

    restamp(files) {
      const put = database.prepare('UPDATE entry SET stamp = ? WHERE file = ?');
      database.exec('BEGIN');
      for (const { file, stamp } of files) put.run(stamp, file);
      database.exec('COMMIT');
    },

    close() {
      database.close();
    },
  };
}

/** JSON whose characters take one byte each: thousands of them are read and parsed in three quarters of the time. */
function stringifyAscii(value: unknown): string {
  const toAscii = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, toAscii);
}

/** Characters of texts that stay in memory: those of a thousand long posts. */
const mostFresh = 32 * 1024 * 1024;

/** Texts that were just written, for who publishes them next. Where they are too many, none is kept: some save no time. */
class FreshBodies {
  readonly #bodies = new Map<string, Body>();
  #room = mostFresh;

  get(file: string): Body | undefined {
    return this.#bodies.get(file);
  }

  put(file: string, body: Body): void {
    this.drop(file);
    this.#room -= lengthOf(body);
    if (this.#room > 0) this.#bodies.set(file, body);
    else this.#bodies.clear();
  }

  drop(file: string): void {
    this.#bodies.delete(file);
  }
}

function lengthOf({ html, markdown, text, stored = '' }: Body): number {
  return html.length + markdown.length + text.length + stored.length;
}

type Form = keyof Body;
type FormReader = (file: string, form: Form) => string | null;

function createFormReader(database: DatabaseSync): FormReader {
  const select = (form: Form) => database.prepare(`SELECT ${form} AS text FROM body WHERE file = ?`);
  const statements = {
    html: select('html'),
    markdown: select('markdown'),
    text: select('text'),
    stored: select('stored'),
  };
  return (file, form) => {
    const row = statements[form].get(file);
    if (!row) throw new Error(`The compile cache has no text of ${file}`);
    return row.text === null ? null : String(row.text);
  };
}

/** A text whose forms are read when they are asked for, since few readers need all of them. */
class StoredBody implements Body {
  readonly #file: string;
  readonly #read: FormReader;
  readonly #forms = new Map<Form, string | null>();

  constructor(file: string, read: FormReader) {
    this.#file = file;
    this.#read = read;
  }

  get html(): string {
    return this.#form('html') ?? '';
  }

  get markdown(): string {
    return this.#form('markdown') ?? '';
  }

  get text(): string {
    return this.#form('text') ?? '';
  }

  get stored(): string | undefined {
    return this.#form('stored') ?? undefined;
  }

  #form(form: Form): string | null {
    let text = this.#forms.get(form);
    if (text === undefined) {
      text = this.#read(this.#file, form);
      this.#forms.set(form, text);
    }
    return text;
  }
}
