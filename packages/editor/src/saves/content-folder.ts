import { hash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { mimeTypes } from 'agentsite/model';

/** A file that the editor may read and write. */
export interface ContentFile {
  /** From the site's folder: `content/posts/hello.md`. */
  readonly path: string;
  /** Git's name for these bytes. */
  readonly sha: string;
  readonly size: number;
}

/** What a save does to one file. */
export interface FileChange {
  readonly operation: 'create' | 'update' | 'delete';
  readonly path: string;
  /** New content; absent where the file is removed. */
  readonly bytes?: Uint8Array;
  /** Where the file was, if it moves. */
  readonly from?: string;
  /** Of the content that the change is based on. */
  readonly sha?: string;
}

const places = ['content', 'public/media'] as const;

/** Why a path may not be written; null where it may. Paths come from clients. */
export function refusePath(root: string, path: string): string | null {
  const parts = path.split('/');
  const isInPlace = places.some((place) => path.startsWith(`${place}/`));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be in a file's name
  const isPlain = parts.every((part) => part !== '' && !/^\.|[\\%:\u0000-\u001f\u007f]/.test(part));
  if (!isInPlace || !isPlain || path.length > 1000 || parts.some((part) => Buffer.byteLength(part) > 240))
    return `${path} is not a place for content.`;
  for (let length = 1; length <= parts.length; length++) {
    const above = join(root, ...parts.slice(0, length));
    const found = lstatSync(above, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return `${path} is behind a symbolic link.`;
    if (found && length < parts.length && !found.isDirectory()) return `${path} is below a file.`;
    if (found && length === parts.length && !found.isFile()) return `${path} is a folder.`;
  }
  return null;
}

/**
 * Would a browser run the file, or a script in it, where the site serves it? Documents and lists aren't served; images,
 * audio, video and downloads are. The Content-Security-Policy of pages allows scripts of the site's origin.
 */
export function isCode(path: string): boolean {
  const ending = extname(path).toLowerCase();
  if (/^\.(?:md|ya?ml)$/.test(ending) || downloads.test(ending)) return false;
  return !/^(?:image|audio|video|font)\/|pdf$|vtt|plain/.test(mimeTypes[ending] ?? '');
}

const downloads = /^\.(?:hei[cf]|tiff?|srt|csv|zip|epub|gpx|ics|od[tsp]|docx|xlsx|pptx|json|geojson)$/;

/** The files of a site's content, as they are on disk. */
export class ContentFolder {
  readonly root: string;
  /** By path: what is known of a file while its times and size are the same. */
  readonly #known = new Map<string, { stamp: string; sha: string }>();

  constructor(root: string) {
    this.root = root;
  }

  /** Sorted by path; without hidden files and links. */
  list(): ContentFile[] {
    return places.flatMap((place) => this.#listBelow(place)).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Paths of what is in a folder, which isn't read. */
  names(folder: string): string[] {
    const full = join(this.root, folder);
    return existsSync(full) ? readdirSync(full).map((name) => `${folder}/${name}`) : [];
  }

  #listBelow(folder: string): ContentFile[] {
    if (!existsSync(join(this.root, folder))) return [];
    return readdirSync(join(this.root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return this.#listBelow(path);
      return entry.isFile() ? [this.#describe(path)] : [];
    });
  }

  #describe(path: string): ContentFile {
    const { mtimeMs, ctimeMs, size, ino } = statSync(join(this.root, path));
    const stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    const known = this.#known.get(path);
    const sha = known?.stamp === stamp ? known.sha : shaOf(readFileSync(join(this.root, path)));
    this.#known.set(path, { stamp, sha });
    return { path, sha, size };
  }

  /** Null for what is not there, or not the editor's to read. */
  read(path: string): Buffer | null {
    if (refusePath(this.root, path) !== null) return null;
    const file = join(this.root, path);
    return existsSync(file) ? readFileSync(file) : null;
  }

  /** The files that changes write or remove. */
  static touched(changes: readonly FileChange[]): string[] {
    return [...new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])))];
  }

  /** Writes files one by one, each complete or not at all. */
  apply(changes: readonly FileChange[]): void {
    for (const { path, bytes, from } of changes) {
      if (from !== undefined && from !== path) this.remove(from);
      if (bytes) this.write(path, bytes);
      else this.remove(path);
    }
  }

  write(path: string, bytes: Uint8Array): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(temporaryOf(file), { force: true });
    try {
      // A link under that name, which came with a commit, is not followed.
      writeFileSync(temporaryOf(file), bytes, { flush: true, flag: 'wx' });
      renameSync(temporaryOf(file), file);
    } finally {
      rmSync(temporaryOf(file), { force: true });
    }
  }

  /** Removes a file, and the folders that are empty without it. */
  remove(path: string): void {
    rmSync(join(this.root, path), { force: true });
    for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) {
      const full = join(this.root, folder);
      if (!existsSync(full) || readdirSync(full).length > 0) return;
      rmdirSync(full);
    }
  }
}

/** Where a file is written: a name that neither builds nor watchers of the content read. */
export const temporaryOf = (file: string) => join(dirname(file), '.saving.tmp');

/** Git's name for a file's bytes. */
export function shaOf(bytes: Uint8Array): string {
  return hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
