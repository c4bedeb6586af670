import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Library } from '../core/document.ts';
import { listInOrder } from '../core/llms-sections.ts';
import { pageKey } from './page-key.ts';

/**
 * The entries of the last `llms-full.txt`, so that an edit renders one of them and not thousands. Where each of them
 * stands is kept in a table beside the caches.
 */
const table = z.object({
  /** Bytes of the whole file. */
  size: z.int(),
  /** Key of the page and bytes of its entry, in the order of the file, which ends with the last of them. */
  entries: z.array(z.tuple([z.string(), z.int()])),
});
type Table = z.infer<typeof table>;

/** @returns texts by the keys of their pages; none where the table is missing or is not about this file */
export function readLlmsEntries(file: string, tableFile: string): (key: string) => string | undefined {
  const places = new Map<string, { start: number; end: number }>();
  const read = readBoth(file, tableFile);
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

function readBoth(file: string, tableFile: string): { bytes: Buffer; entries: Table['entries'] } | null {
  try {
    const { size, entries } = table.parse(JSON.parse(readFileSync(tableFile, 'utf8')));
    const bytes = readFileSync(file);
    return bytes.length === size ? { bytes, entries } : null;
  } catch {
    return null;
  }
}

/** Notes where the entries of the file stand. @param made the entries of all documents but the home page's */
export function writeLlmsTable(
  library: Library,
  made: ReadonlyMap<Library['documents'][number], string>,
  size: number,
  tableFile: string,
): void {
  const entries = listInOrder(library).map((page): [string, number] => [
    pageKey(page),
    Buffer.byteLength(made.get(page.document) ?? ''),
  ]);
  writeFileSync(tableFile, JSON.stringify({ size, entries } satisfies Table));
}
