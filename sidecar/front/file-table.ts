import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { mimeTypes } from '../../src/core/model/media-types.ts';
import { surfaceAt } from '../../src/core/model/surfaces.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** One published file. */
export interface PublishedFile {
  /** Decoded path below the folder, with a leading slash. */
  readonly path: string;
  /** On disk. */
  readonly file: string;
  readonly type: string;
  readonly size: number;
  readonly lastModified: string;
}

/** The bytes of a file in one encoding, and the entity tag that belongs to just these bytes. */
export interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** What the front asks of the published files; a preview has others than {@link FileTable}. */
export interface PublishedFiles {
  /** @param path decoded, with a leading slash */
  find(path: string): PublishedFile | undefined;
  /** The bytes of a file in an encoding. */
  read(file: PublishedFile, encoding: Encoding): Representation;
}

/** Files up to this size are kept in memory once they were asked for; larger ones are streamed. */
export const memoryLimit = 1024 * 1024;
/** Bytes that are kept in memory in all. */
const cacheLimit = 32 * 1024 * 1024;

/** The published files, known by name from the start and read when asked for. */
export class FileTable implements PublishedFiles {
  readonly #files: ReadonlyMap<string, PublishedFile>;
  readonly #cache = new Map<string, Representation>();
  #cached = 0;

  constructor(folder: string) {
    this.#files = new Map(scan(folder).map((file) => [file.path, file]));
  }

  find(path: string): PublishedFile | undefined {
    return this.#files.get(path);
  }

  /** Least recently used ones are forgotten first. */
  read(file: PublishedFile, encoding: Encoding): Representation {
    const key = `${encoding} ${file.path}`;
    const known = this.#cache.get(key);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known;
    }
    const representation = this.#load(file, encoding);
    this.#cache.set(key, representation);
    this.#cached += representation.bytes.length;
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#cached <= cacheLimit || oldest === key) break;
      this.#cache.delete(oldest);
      this.#cached -= bytes.length;
    }
    return representation;
  }

  #load(file: PublishedFile, encoding: Encoding): Representation {
    if (encoding === 'identity') {
      const bytes = readFileSync(file.file);
      return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
    }
    const { bytes, etag } = this.read(file, 'identity');
    return { bytes: compress(bytes, encoding), etag: `${etag.slice(0, -1)}-${encoding}"` };
  }
}

function compress(bytes: Buffer, encoding: 'gzip' | 'br'): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

function scan(folder: string): PublishedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      const { size, mtime } = statSync(file);
      return { path, file, type: typeOf(path), size, lastModified: mtime.toUTCString() };
    });
}

/** The registry knows the types of documents without an extension, and the narrower types of feeds. */
export function typeOf(path: string): string {
  return surfaceAt(path)?.type ?? mimeTypes[extname(path)] ?? 'application/octet-stream';
}

/** Does a body of this type shrink? */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:[^;]*\+)?(?:json|xml)|application\/wasm)/.test(type);
}
