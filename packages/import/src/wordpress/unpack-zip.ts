import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';

export interface Unpacked {
  /** In the order of the archive. */
  readonly files: readonly string[];
  readonly refused: readonly string[];
  /** A sentence if the archive is truncated, broken or too large. */
  readonly problem: string | null;
}

/** Archives of exports and images grow tenfold at most. */
const maxGrowth = 100;
/** Small archives may grow more, in bytes. */
const smallArchive = 16 * 1024 ** 2;
const maxEntries = 500_000;

/** Maximum size of an unpacked archive, in bytes. */
export const unpackedLimit = (packed: number, limit: number): number =>
  Math.min(limit, Math.max(smallArchive, packed * maxGrowth));

export function isZip(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    readSync(file, start);
    return start.equals(Buffer.from('PK\u0003\u0004'));
  } finally {
    closeSync(file);
  }
}

/**
 * Unpacks an archive into a folder as a stream. No name leaves the folder, and links become files. Nothing of an
 * archive over the limit is kept.
 * @param nameOf path below the folder for a name in the archive; null to skip it
 * @param limit for all files together, in bytes
 */
export async function unpackZip(
  path: string,
  into: string,
  nameOf: (name: string) => string | null,
  limit: number,
): Promise<Unpacked> {
  const root = resolve(into);
  const maxBytes = unpackedLimit(statSync(path).size, limit);
  const [files, refused]: [string[], string[]] = [[], []];
  const open = new Map<string, number>();
  let bytes = 0;
  let entries = 0;
  let problem: string | null = null;
  const unzip = new Unzip((entry) => {
    if (++entries > maxEntries) throw new OutOfBounds(`it has more than ${maxEntries} entries`);
    if (entry.name.endsWith('/')) return;
    const name = nameOf(entry.name);
    const target = name === null ? null : resolve(root, name);
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new OutOfBounds(`unpacked it is larger than ${Math.round(maxBytes / 1024 ** 2)} MB`);
    };
    if (target === null || !target.startsWith(root + sep)) {
      refused.push(entry.name);
      // Until its content is read, it stays in memory.
      entry.ondata = (error, chunk) => {
        if (error instanceof OutOfBounds) throw error;
        if (!error) count(chunk);
      };
      entry.start();
      return;
    }
    mkdirSync(dirname(target), { recursive: true });
    const file = openSync(target, 'w');
    open.set(target, file);
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      count(chunk);
      writeSync(file, chunk);
      if (!isLast) return;
      closeSync(file);
      open.delete(target);
      files.push(target);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of createReadStream(path)) unzip.push(chunk as Uint8Array);
    unzip.push(new Uint8Array(0), true);
    if (open.size > 0) problem = 'The archive is truncated.';
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    problem =
      error instanceof OutOfBounds
        ? `The archive is refused: ${reason}.`
        : `The archive is broken: ${reason}.`;
    if (error instanceof OutOfBounds) rmSync(root, { recursive: true, force: true });
  } finally {
    for (const file of open.values()) closeSync(file);
  }
  return { files: problem?.startsWith('The archive is refused') ? [] : files, refused, problem };
}

class OutOfBounds extends Error {}
