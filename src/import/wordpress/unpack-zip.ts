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
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

/** What became of an archive. */
export interface Unpacked {
  /** Files that were written, in the order of the archive. */
  readonly files: readonly string[];
  /** Names that were not taken. */
  readonly refused: readonly string[];
  /** A sentence when the archive is not whole, or larger than it may be. */
  readonly fault: string | null;
}

/** Archives of exports and images grow tenfold at most; one that grows more is made to fill the disk. */
const maxGrowth = 100;
/** Small archives may grow more, in bytes. */
const smallArchive = 16 * 1024 ** 2;
const maxEntries = 500_000;

/** Bytes that an archive may have unpacked. */
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
 * Unpacks an archive into a folder as a stream. No name leaves the folder, and links are written as what they say. Of
 * an archive that grows out of bounds, nothing is kept.
 * @param nameOf path below the folder for a name of the archive; null for what is not taken
 * @param limit bytes that all files together may have, unpacked
 */
export async function unpackZip(
  path: string,
  into: string,
  nameOf: (name: string) => string | null,
  limit: number,
): Promise<Unpacked> {
  const unpacking = new Unpacking(into, nameOf, unpackedLimit(statSync(path).size, limit));
  const unzip = new Unzip((entry) => unpacking.take(entry));
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of createReadStream(path)) unzip.push(chunk as Uint8Array);
    unzip.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof OutOfBounds) return unpacking.refuse(error.message);
    unpacking.fail(`The archive is broken: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
  return unpacking.finish();
}

/** The archive is made to fill a disk, or as good as. */
class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

class Unpacking {
  private readonly files: string[] = [];
  private readonly refused: string[] = [];
  private readonly open = new Map<string, number>();
  private readonly into: string;
  private readonly nameOf: (name: string) => string | null;
  private left: number;
  private readonly limit: number;
  private fault: string | null = null;
  private entries = 0;

  constructor(into: string, nameOf: (name: string) => string | null, limit: number) {
    this.into = resolve(into);
    this.nameOf = nameOf;
    this.left = limit;
    this.limit = limit;
  }

  take(entry: UnzipFile): void {
    if (++this.entries > maxEntries) throw new OutOfBounds(`it has more than ${maxEntries} entries`);
    if (entry.name.endsWith('/')) return;
    const name = this.nameOf(entry.name);
    const path = name === null ? null : resolve(this.into, name);
    if (path === null || !path.startsWith(this.into + sep)) {
      this.refused.push(entry.name);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    this.open.set(path, openSync(path, 'w'));
    entry.ondata = (error, chunk, isLast) => this.write(path, error, chunk, isLast);
    entry.start();
  }

  private write(path: string, error: Error | null, chunk: Uint8Array, isLast: boolean): void {
    const file = this.open.get(path);
    if (file === undefined) return;
    if (error) throw error;
    this.left -= chunk.length;
    if (this.left < 0)
      throw new OutOfBounds(`unpacked it is larger than ${Math.round(this.limit / 1024 ** 2)} MB`);
    writeSync(file, chunk);
    if (!isLast) return;
    closeSync(file);
    this.open.delete(path);
    this.files.push(path);
  }

  fail(fault: string): void {
    this.fault = fault;
  }

  refuse(reason: string): Unpacked {
    for (const file of this.open.values()) closeSync(file);
    rmSync(this.into, { recursive: true, force: true });
    return { files: [], refused: this.refused, fault: `The archive is refused: ${reason}.` };
  }

  finish(): Unpacked {
    for (const file of this.open.values()) closeSync(file);
    if (this.open.size > 0) this.fault ??= 'The archive ends in the middle: it was cut off.';
    const { files, refused, fault } = this;
    return { files, refused, fault };
  }
}
