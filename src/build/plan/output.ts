import { hash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ContentError } from '../../content/read/problems.ts';
import type { Measure } from '../../core/feeds/changes.ts';

/** One file of the output, and the digest of everything that decides its bytes. */
export interface Artifact {
  /** Path below the output folder, with forward slashes. */
  readonly file: string;
  /** Equal keys promise equal bytes; null means that it is rebuilt in every build. */
  readonly key: string | null;
  readonly render: () => string | Uint8Array;
  /** The same in parts, for a file as large as all documents, which are then never in memory together. */
  readonly parts?: () => Iterable<string>;
}

/** Keys of the files that a build made, by file. */
export type Manifest = Readonly<Record<string, string>>;

export function keyOf(...values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url');
}

/** As in `Repr-Digest` (RFC 9530). */
export function digestOf(content: string | Uint8Array): string {
  return `sha-256=:${hash('sha256', content, 'base64')}:`;
}

/** Writes files of a build, only those whose key changed since `previous`. One thread per file. */
export class Output {
  readonly folder: string;
  readonly manifest: Record<string, string> = {};
  written = 0;
  /** The Markdown files that were written. */
  readonly measures: Record<string, Measure> = {};
  readonly #previous: Manifest;
  readonly #present: ReadonlySet<string>;
  readonly #folders = new Set<string>();

  /**
   * @param folder for what is written
   * @param present files of the last build
   */
  constructor(folder: string, previous: Manifest, present: ReadonlySet<string>) {
    this.folder = folder;
    this.#previous = previous;
    this.#present = present;
  }

  /** Is the file of the last build what a render would give? Then it is reused, and counted as made. */
  reuses(file: string, key: string | null): boolean {
    if (key === null || this.#previous[file] !== key || !this.#present.has(file)) return false;
    this.manifest[file] = key;
    return true;
  }

  /** Does the file of the last build stay, whatever decided its bytes? */
  keeps(file: string): boolean {
    return this.reuses(file, this.#previous[file] ?? null);
  }

  /** Counts a file that the caller writes. */
  noteWritten(file: string, key: string | null): void {
    if (Object.hasOwn(this.manifest, file) || this.#folders.has(`${this.folder}/${file}`))
      throw clashAt(file);
    this.manifest[file] = key ?? '';
    this.written++;
  }

  write(file: string, key: string | null, content: string | Uint8Array): void {
    this.noteWritten(file, key);
    const path = `${this.folder}/${file}`;
    this.#ensureFolder(dirname(path));
    writeFileSync(path, content);
    if (file.endsWith('.md'))
      this.measures[file] = { digest: digestOf(content), size: Buffer.byteLength(content) };
  }

  publish(artifacts: Iterable<Artifact>): void {
    for (const { file, key, render, parts } of artifacts) {
      if (this.reuses(file, key)) continue;
      if (parts) this.#writeParts(file, key, parts());
      else this.write(file, key, render());
    }
  }

  #writeParts(file: string, key: string | null, parts: Iterable<string>): void {
    this.noteWritten(file, key);
    const path = `${this.folder}/${file}`;
    this.#ensureFolder(dirname(path));
    const opened = openSync(path, 'w');
    for (const part of parts) writeFileSync(opened, part);
    closeSync(opened);
  }

  #ensureFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      // A file has the name of the folder.
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'EEXIST' || code === 'ENOTDIR' ? clashAt(folder.slice(this.folder.length + 1)) : error;
    }
    this.#folders.add(folder);
  }
}

/** What the register of addresses does not know: files that the theme or a plugin makes. */
function clashAt(file: string): ContentError {
  const message = `two things are published at /${file}; rename the one in content/, in public/ or of a plugin.`;
  return new ContentError([{ file: `/${file}`, line: 1, column: 1, field: 'address', message }]);
}

export function addManifest(manifest: Record<string, string>, other: Manifest): void {
  for (const file in other) {
    if (Object.hasOwn(manifest, file)) throw clashAt(file);
    manifest[file] = other[file] ?? '';
  }
}

/** Record of a build for the next one. */
export interface BuildRecord {
  readonly files: Record<string, string>;
  readonly twins: Readonly<Record<string, Measure>>;
}

export const noRecord: BuildRecord = {
  files: {},
  twins: {},
};

/** Reads the record of an earlier build; an empty one when there is none, or when other code wrote it. */
export function readRecord(file: string, codeDigest: string): BuildRecord {
  try {
    const read: BuildRecord & { readonly code: string } = JSON.parse(readFileSync(file, 'utf8'));
    return read.code === codeDigest ? read : noRecord;
  } catch {
    return noRecord;
  }
}

export function writeRecord(file: string, codeDigest: string, record: BuildRecord): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...record, code: codeDigest }));
}
