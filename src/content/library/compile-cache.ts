import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Body } from '../../core/model/document.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { ImageCache } from '../images/shown-images.ts';
import { endOf, TextFile, type TextPlace } from '../read/text-file.ts';

/** A compiled document, and the digests that show whether it is current. */
export interface SourceRecord {
  readonly sourceDigest: string;
  /** Of the file when it was read; empty where it was too young. */
  readonly stamp: string;
  readonly compiled: CompiledDocument;
}

export interface CacheEntry extends SourceRecord {
  readonly text: TextPlace;
}

/** An entry on its way into the cache. */
export interface WrittenEntry extends Omit<CacheEntry, 'compiled'> {
  /** The compiled document as JSON. */
  readonly record: string;
}

/** What the cache has for the next build: one record per source file; bodies are separate and load on demand. */
export interface CompileCache extends ImageCache {
  entries(): Map<string, CacheEntry>;
  /** Are all bodies stored, with few stale ones? If not, call {@link startAnew}. */
  isComplete(entries: ReadonlyMap<string, CacheEntry>): boolean;
  startAnew(): void;
  body(place: TextPlace): Body;
  /** Writes bodies and records; places of `found` are those within `bytes`. @returns the entries */
  store(found: readonly WrittenEntry[], bytes: Uint8Array): readonly CacheEntry[];
  remove(files: readonly string[]): void;
  restamp(files: Iterable<{ readonly file: string; readonly stamp: string }>): void;
  close(): void;
}

/** Bytes that stale bodies may take, in addition to a quarter of the bodies in use. */
const littleWaste = 32 * 1024 * 1024;

const schema = `
CREATE TABLE IF NOT EXISTS code (digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
  file TEXT PRIMARY KEY, digest TEXT NOT NULL, stamp TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS image (file TEXT PRIMARY KEY, signature TEXT NOT NULL, read TEXT NOT NULL) WITHOUT ROWID;
`;

export const compileCacheFiles = (file: string) =>
  ['', '-wal', '-shm', '.texts'].map((end) => `${file}${end}`);

/** Opens the cache: a database of entries and a file of bodies. A cache with another digest is emptied. */
export function openCompileCache(file: string, codeDigest: string): CompileCache {
  mkdirSync(dirname(file), { recursive: true });
  let database = openDatabase(file);
  let bodies = new TextFile(`${file}.texts`);
  let last: { readonly place: TextPlace; readonly body: Body } | null = null;

  const startAnew = () => {
    database.close();
    bodies.close();
    // Other code may have had other tables. Open readers of these files still see their data.
    for (const one of compileCacheFiles(file)) rmSync(one, { force: true });
    database = openDatabase(file);
    bodies = new TextFile(`${file}.texts`);
    database.prepare('INSERT INTO code VALUES (?)').run(codeDigest);
  };
  if (database.prepare('SELECT digest FROM code').get()?.digest !== codeDigest) startAnew();

  return {
    startAnew,

    entries() {
      const entries = new Map<string, CacheEntry>();
      const select = database.prepare(
        'SELECT file, digest, stamp, record FROM entry WHERE file > ? ORDER BY file LIMIT 1000',
      );
      for (let rows = select.all(''); rows.length > 0; rows = select.all(rows.at(-1)?.file ?? '')) {
        for (const [index, [compiled, text]] of parseRecords(rows.map(({ record }) => record)).entries()) {
          const [sourceDigest, stamp] = [String(rows[index]?.digest), String(rows[index]?.stamp)];
          entries.set(compiled.document.source, { sourceDigest, stamp, compiled, text });
        }
      }
      return entries;
    },

    isComplete(entries) {
      if (entries.size === 0) return true;
      const places = [...entries.values()].map(({ text }) => text);
      const used = places.reduce((sum, place) => sum + endOf(place) - place.at, 0);
      const end = places.reduce((latest, place) => Math.max(latest, endOf(place)), 0);
      return end <= bodies.size && bodies.size <= 1.25 * used + littleWaste;
    },

    body(place) {
      // A body is often read several times in a row.
      if (last?.place !== place) last = { place, body: bodies.at(place) };
      return last.body;
    },

    images() {
      const rows = database.prepare('SELECT file, signature, read FROM image').all();
      return new Map(
        rows.map(({ file, signature, read }) => [
          String(file),
          { signature: String(signature), image: JSON.parse(String(read)) },
        ]),
      );
    },

    storeImages(images) {
      const put = database.prepare('INSERT INTO image VALUES (?, ?, ?)');
      database.exec('BEGIN; DELETE FROM image;');
      for (const [file, { signature, image }] of images) put.run(file, signature, JSON.stringify(image));
      database.exec('COMMIT');
    },

    store(found, bytes) {
      const put = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)');
      // One writer at a time, of the file as well.
      database.exec('BEGIN IMMEDIATE');
      const start = bodies.append(bytes);
      const records = found.map(
        ({ record, text }) => `[${record},${JSON.stringify({ ...text, at: start + text.at })}]`,
      );
      // Substrings in compiled documents would hold their whole source in memory.
      const stored = parseRecords(records).map(([compiled, text], index): CacheEntry => {
        const { sourceDigest = '', stamp = '' } = found[index] ?? {};
        put.run(compiled.document.source, sourceDigest, stamp, records[index] ?? '');
        return { sourceDigest, stamp, compiled, text };
      });
      database.exec('COMMIT');
      return stored;
    },

    remove(files) {
      if (files.length === 0) return;
      const drop = database.prepare('DELETE FROM entry WHERE file = ?');
      database.exec('BEGIN');
      for (const file of files) drop.run(file);
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
      bodies.close();
    },
  };
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // A cache may be lost with the machine, so it need not wait for the disk.
  database.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  database.exec(schema);
  return database;
}

/** @param records each `[compiled document, place of its text]`; many take a third of the time when they are one text */
function parseRecords(records: readonly unknown[]): [CompiledDocument, TextPlace][] {
  return JSON.parse(`[${records.join(',')}]`);
}
