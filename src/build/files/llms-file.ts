import {
  closeSync,
  fstatSync,
  openSync,
  read,
  readFileSync,
  rmSync,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * `llms-full.txt`, the largest file of a site, is written entry by entry, so that no more than a few of them are in
 * memory; and what did not change since the last build is copied out of the file that is there. Where its entries stand
 * is kept in a table beside the caches.
 */
interface Table {
  /** Digest of the code and the settings that rendered the entries. */
  readonly code: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Key of the page and bytes of its entry, in the order of the file, which ends with the last of them. */
  readonly entries: (readonly [key: string, bytes: number])[];
}

/** A stretch of the last file, in bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** So much is written at once, in bytes. */
const pieceSize = 1 << 20;
/** So much is copied at once, while the caller goes on. */
const copySize = 4 << 20;

export interface LlmsFile {
  /** Adds the next entry: the one of the last file where that is of the same page, else what `render` gives. */
  add(key: string, render: () => string): void;
  /** Completes the file, puts it in its place, and notes where its entries stand. */
  finish(): Promise<void>;
}

/**
 * Takes the table of the last file away until the new one is written: a build that is stopped in between must leave no
 * table that is about another file.
 * @param head what stands before the entries
 */
export function openLlmsFile(file: string, tableFile: string, code: string, head: string): LlmsFile {
  const last = openLast(file, tableFile, code);
  rmSync(tableFile, { force: true });
  const temporary = `${file}.new`;
  const target = openSync(temporary, 'w');
  const entries: Table['entries'] = [];
  let texts = head;
  let range: Range | null = null;
  let size = 0;
  let copying = Promise.resolve();
  const writeTexts = () => {
    const bytes = Buffer.from(texts);
    for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at, bytes.length - at, size + at);
    size += bytes.length;
    texts = '';
  };
  const copyRange = () => {
    if (!range || !last) return;
    const [from, at] = [range, size];
    copying = copying.then(() => copyBytes(last.descriptor, from, target, at));
    // Its failure is reported where the end is awaited.
    copying.catch(() => undefined);
    size += range.end - range.start;
    range = null;
  };

  return {
    add(key, render) {
      const kept = last?.places.get(key);
      if (kept) {
        if (texts !== '') writeTexts();
        if (range?.end !== kept.start || kept.end - range.start > copySize) copyRange();
        range = { start: range?.start ?? kept.start, end: kept.end };
        entries.push([key, kept.end - kept.start]);
        return;
      }
      copyRange();
      const text = render();
      texts += text;
      entries.push([key, Buffer.byteLength(text)]);
      if (texts.length > pieceSize) writeTexts();
    },
    async finish() {
      copyRange();
      writeTexts();
      await copying;
      closeSync(target);
      if (last) closeSync(last.descriptor);
      await rename(temporary, file);
      writeFileSync(tableFile, JSON.stringify({ code, size, entries } satisfies Table));
    },
  };
}

/** The last file and where its entries stand; null where the table is missing or is not about this file and this code. */
function openLast(file: string, tableFile: string, code: string) {
  let descriptor: number | null = null;
  try {
    // The same code wrote it in this form.
    const read: Table = JSON.parse(readFileSync(tableFile, 'utf8'));
    descriptor = openSync(file, 'r');
    if (read.code === code && fstatSync(descriptor).size === read.size) {
      const places = new Map<string, Range>();
      let end = read.size;
      for (const [key, length] of read.entries.toReversed()) {
        places.set(key, { start: end - length, end });
        end -= length;
      }
      return { descriptor, places };
    }
  } catch {
    // What cannot be read is written anew.
  }
  if (descriptor !== null) closeSync(descriptor);
  return null;
}

const readSome = promisify(read);
const writeSome = promisify(write);

/** @param to place in the target, in bytes */
async function copyBytes(source: number, { start, end }: Range, target: number, to: number): Promise<void> {
  const piece = Buffer.allocUnsafe(end - start);
  for (let at = 0; at < piece.length; ) {
    const { bytesRead } = await readSome(source, piece, at, piece.length - at, start + at);
    if (bytesRead === 0) throw new Error('llms-full.txt became shorter while it was read.');
    at += bytesRead;
  }
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await writeSome(target, piece, at, piece.length - at, to + at);
    at += bytesWritten;
  }
}
