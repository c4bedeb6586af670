import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { listInOrder } from '../core/markdown/llms-sections.ts';
import type { Document, Library } from '../core/model/document.ts';
import { pageKey } from './page-key.ts';

/**
 * The entries of the last `llms-full.txt`, so that an edit renders one of them and not thousands. Where each of them
 * stands is kept in a table beside the caches.
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

/**
 * Reads the entries, and takes the table away until the new one is written: a build that is stopped in between must
 * leave no table that is about another file.
 * @returns texts by the keys of their pages; none where the table is missing or is not about this file and this code
 */
export function takeLlmsEntries(
  file: string,
  tableFile: string,
  code: string,
): (key: string) => string | undefined {
  const places = new Map<string, { start: number; end: number }>();
  const read = readBoth(file, tableFile, code);
  rmSync(tableFile, { force: true });
  if (!read) return () => undefined;
  let end = read.bytes.length;
  for (const [key, length] of read.entries.toReversed()) {
    places.set(key, { start: end - length, end });
    end -= length;
  }
  return (key) => {
    const place = places.get(key);
    return place && read.bytes.toString('utf8', place.start, place.end);
  };
}

function readBoth(
  file: string,
  tableFile: string,
  code: string,
): { bytes: Buffer; entries: Table['entries'] } | null {
  try {
    const read = table.parse(JSON.parse(readFileSync(tableFile, 'utf8')));
    const bytes = readFileSync(file);
    return read.code === code && bytes.length === read.size ? { bytes, entries: read.entries } : null;
  } catch {
    return null;
  }
}

/** What is noted of a file that was written. */
interface Written {
  readonly code: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly library: Library;
  /** The entries of all documents but the home page's. */
  readonly entries: ReadonlyMap<Document, string>;
}

/** Notes where the entries of the file stand. */
export function writeLlmsTable(tableFile: string, { code, size, library, entries }: Written): void {
  const lengths = listInOrder(library).map((page): [string, number] => [
    pageKey(page),
    Buffer.byteLength(entries.get(page.document) ?? ''),
  ]);
  writeFileSync(tableFile, JSON.stringify({ code, size, entries: lengths } satisfies Table));
}
