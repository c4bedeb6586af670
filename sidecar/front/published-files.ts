import { hash } from 'node:crypto';
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { feedType, mimeTypes } from '../../src/core/model/media-types.ts';
import { surfaceAt } from '../../src/core/model/surfaces.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

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
  /** Of Markdown, for `Repr-Digest` (RFC 9530): that of the coded bytes. */
  readonly digest?: string;
}

/** What the front asks of the published files; a preview has others than {@link PublishedFolder}. */
export interface PublishedFiles {
  /** @param path decoded, with a leading slash */
  find(path: string): PublishedFile | undefined;
  read(file: PublishedFile, encoding: Encoding): Representation;
}

/** Files up to this size are cached; larger ones are streamed. */
export const memoryLimit = 1024 * 1024;
/** Bytes of all cached files. */
const maxCachedBytes = 8 * 1024 * 1024;
/** Number of files whose place and size are cached. */
const maxFound = 5000;

/** The files of a folder, looked for when they are asked for: opening a folder of any size takes no time. */
export class PublishedFolder implements PublishedFiles {
  readonly #folder: string;
  readonly #found = new LRUCache<string, PublishedFile>({ max: maxFound });
  readonly #read = new LRUCache<string, Representation>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });

  constructor(folder: string) {
    this.#folder = realpathSync.native(folder);
  }

  find(path: string): PublishedFile | undefined {
    const known = this.#found.get(path);
    if (known) return known;
    const file = this.#folder + path.replaceAll('/', sep);
    const facts = factsOf(file);
    if (!facts) return undefined;
    const { size, mtime } = facts;
    const found = { path, file, type: typeOf(path), size, lastModified: mtime.toUTCString() };
    this.#found.set(path, found);
    return found;
  }

  read(file: PublishedFile, encoding: Encoding): Representation {
    const key = `${encoding} ${file.path}`;
    const known = this.#read.get(key);
    if (known) return known;
    const loaded = this.#load(file, encoding);
    const representation = file.path.endsWith('.md')
      ? { ...loaded, digest: `sha-256=:${hash('sha256', loaded.bytes, 'base64')}:` }
      : loaded;
    this.#read.set(key, representation);
    return representation;
  }

  #load(file: PublishedFile, encoding: Encoding): Representation {
    if (encoding === 'identity') {
      const bytes = copyAlone(readFileSync(file.file));
      return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
    }
    const { bytes, etag } = this.read(file, 'identity');
    return { bytes: copyAlone(compress(bytes, encoding)), etag: `${etag.slice(0, -1)}-${encoding}"` };
  }
}

/** The facts of a regular file of exactly this name: no link, no doubled slash, no other letter case. */
function factsOf(file: string): Stats | null {
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    return facts?.isFile() && realpathSync.native(file) === file ? facts : null;
  } catch (error) {
    if (nameNothing.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Too long, below a file, a circle of links, a NUL; or removed while it was looked for. */
const nameNothing = new Set(['ENAMETOOLONG', 'ENOTDIR', 'ELOOP', 'ERR_INVALID_ARG_VALUE', 'ENOENT']);

/** Reading and compressing a small file return part of a larger buffer, all of which the cache would retain. */
function copyAlone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const alone = Buffer.alloc(bytes.length);
  bytes.copy(alone);
  return alone;
}

function compress(bytes: Buffer, encoding: 'gzip' | 'br'): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/** The registry knows the types of documents without an extension, and the narrower types of feeds. */
export function typeOf(path: string): string {
  return (
    surfaceAt(path)?.type ??
    feedType(path) ??
    mimeTypes[extname(path).toLowerCase()] ??
    'application/octet-stream'
  );
}

/** Does a body of this type shrink? */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|image\/svg|application\/(?:[^;]*\+)?(?:json|xml)|application\/wasm)/.test(type);
}
