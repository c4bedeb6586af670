import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { z } from 'zod';

/**
 * `llms-full.txt`, the largest file of a site, is written entry by entry, so that no more than a few of them are in
 * memory; and what did not change since the last build is copied out of the file that is there. Where its entries stand
 * is kept in a table beside the caches.
 */
const table = z.object({
  /** Digest of the code and the settings that rendered the entries. */
  code: z.string(),
  /** Bytes of the whole file. */
  size: z.int(),
  /** Key of the page and bytes of its entry, in the order of the file, which ends with the last of them. */
  entries: z.array(z.tuple([z.string(), z.int()])),
});
type Table = z.infer<typeof table>;

/** A stretch of the last file, in bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** So much is written at once, in bytes. */
const pieceSize = 1 << 20;

export interface LlmsFile {
  /** Adds the next entry: the one of the last file where that is of the same page, else what `render` gives. */
  add(key: string, render: () => string): void;
  /** Completes the file, puts it in its place, and notes where its entries stand. */
  finish(): void;
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
  const writeTexts = () => {
    size += writeAll(target, Buffer.from(texts));
    texts = '';
  };
  const copyRange = () => {
    if (range && last) size += copyBytes(last.descriptor, range, target);
    range = null;
  };

  return {
    add(key, render) {
      const kept = last?.places.get(key);
      if (kept) {
        if (texts !== '') writeTexts();
        if (range?.end !== kept.start) copyRange();
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
    finish() {
      copyRange();
      writeTexts();
      closeSync(target);
      if (last) closeSync(last.descriptor);
      renameSync(temporary, file);
      writeFileSync(tableFile, JSON.stringify({ code, size, entries } satisfies Table));
    },
  };
}

/** The last file and where its entries stand; null where the table is missing or is not about this file and this code. */
function openLast(file: string, tableFile: string, code: string) {
  let descriptor: number | null = null;
  try {
    const read = table.parse(JSON.parse(readFileSync(tableFile, 'utf8')));
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

/** @returns the number of bytes */
function copyBytes(source: number, { start, end }: Range, target: number): number {
  const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - start));
  for (let at = start; at < end; ) {
    const count = readSync(source, piece, 0, Math.min(piece.length, end - at), at);
    if (count === 0) throw new Error('llms-full.txt became shorter while it was read.');
    at += writeAll(target, piece.subarray(0, count));
  }
  return end - start;
}

/** @returns the number of bytes */
function writeAll(target: number, bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at);
  return bytes.length;
}
