import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type DiskMap, DiskMaps } from '../model/disk-map.ts';
import type { Losses } from '../model/losses.ts';

/** Folder for the report and notes; it is never published. */
export const notesFolder = 'import';
const manifestFile = `${notesFolder}/manifest.json`;

/** What happened to a file. `removed`: an earlier import wrote it, and its author removed or renamed it. */
export type Written = 'new' | 'changed' | 'same' | 'edited' | 'removed';

/** The folder of the new site. Files of an earlier import are updated, unless their author changed or removed them. */
export class SiteFolder {
  readonly root: string;
  readonly counts: Record<Written, number> = { new: 0, changed: 0, same: 0, edited: 0, removed: 0 };
  readonly #dry: boolean;
  /** Digests of files by an earlier import, and by this one. */
  readonly #before: DiskMap<string, string>;
  readonly #after: DiskMap<string, string>;

  /** @param dry only counts, writes nothing */
  constructor(root: string, dry: boolean, maps = new DiskMaps()) {
    this.root = resolve(root);
    this.#dry = dry;
    this.#before = maps.map();
    this.#after = maps.map();
    const manifest = join(this.root, manifestFile);
    if (!existsSync(manifest)) return;
    const files = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>);
    // Without any content left, the owner starts over.
    if (!files.some(([file]) => file.startsWith('content/') && this.exists(file))) return;
    for (const [file, digest] of files) this.#before.set(file, digest);
  }

  /** @param untouched matches the example file of the engine, which may be overwritten */
  write(file: string, text: string, untouched?: RegExp): Written {
    const path = this.#below(file);
    const digest = digestOf(text);
    this.#after.set(file, digest);
    const there = existsSync(path) ? digestOf(readFileSync(path)) : null;
    const example = there !== null && this.isNew(file) && untouched?.test(readFileSync(path, 'utf8'));
    const outcome = example ? 'changed' : this.#decide(file, digest, there, untouched !== undefined);
    this.counts[outcome]++;
    if (this.#dry) return outcome;
    if (outcome === 'new' || outcome === 'changed') save(path, text);
    // The author's decision stays; a new version can be compared.
    if ((outcome === 'edited' || outcome === 'removed') && this.#before.get(file) !== digest)
      save(this.#below(`${notesFolder}/other-version/${file}`), text);
    return outcome;
  }

  writeNote(name: string, pieces: Iterable<string>): void {
    if (this.#dry) return;
    const path = this.#below(`${notesFolder}/${name}`);
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'w');
    try {
      for (const piece of pieces) writeSync(file, piece);
    } finally {
      closeSync(file);
    }
  }

  /** Creates the folder of notes, ignored by Git. @returns its path */
  makeNotes(): string {
    this.writeNote('.gitignore', ['*\n']);
    return this.#below(notesFolder);
  }

  /** Opens a private note for appending. */
  openNote(name: string): { write(line: string): void; close(): void } {
    if (this.#dry) return { write: () => undefined, close: () => undefined };
    const file = openSync(join(this.makeNotes(), name), 'w', 0o600);
    return { write: (line) => void writeSync(file, line), close: () => closeSync(file) };
  }

  /** Copies a file, unless there is another one. @param bytes content instead of the file's */
  copy(from: string, file: string, bytes: Uint8Array | null = null): Written {
    const path = this.#below(file);
    const outcome = this.#outcomeOfCopy(from, path, bytes);
    this.counts[outcome]++;
    this.#after.set(file, copied);
    if (this.#dry || outcome !== 'new') return outcome;
    mkdirSync(dirname(path), { recursive: true });
    if (bytes === null) copyFileSync(from, path);
    else writeFileSync(path, bytes);
    return outcome;
  }

  /** Did no earlier import write this file? */
  isNew(file: string): boolean {
    return !this.#before.has(file);
  }

  /** Did an earlier import write this file, which is gone? */
  isRemoved(file: string): boolean {
    return this.#before.has(file) && !this.exists(file);
  }

  /** In a dry run, a file that was not downloaded counts as the existing one. */
  #outcomeOfCopy(from: string, path: string, bytes: Uint8Array | null): Written {
    if (!existsSync(path)) return 'new';
    if (bytes !== null) return digestOf(bytes) === digestOf(readFileSync(path)) ? 'same' : 'edited';
    if (!existsSync(from)) return 'same';
    const isSame =
      statSync(from).size === statSync(path).size &&
      digestOf(readFileSync(from)) === digestOf(readFileSync(path));
    return isSame ? 'same' : 'edited';
  }

  /** Saves the digests for the next import. */
  close(): void {
    this.writeNote('manifest.json', this.#renderManifest());
  }

  *#renderManifest(): Generator<string> {
    yield '{';
    let before = '\n ';
    for (const [file, digest] of this.#before.sorted())
      if (!this.#after.has(file)) this.#after.set(file, digest);
    for (const [file, digest] of this.#after.sorted()) {
      yield `${before}${JSON.stringify(file)}: ${JSON.stringify(digest)}`;
      before = ',\n ';
    }
    yield '\n}\n';
  }

  exists(file: string): boolean {
    return existsSync(this.#below(file));
  }

  /** The text of a file; null where there is none. */
  read(file: string): string | null {
    return this.exists(file) ? readFileSync(this.#below(file), 'utf8') : null;
  }

  /** The text of a file that an import wrote, and nobody changed since; null for others. */
  ownText(file: string): string | null {
    const text = this.read(file);
    return text !== null && this.#before.get(file) === digestOf(text) ? text : null;
  }

  #decide(file: string, digest: string, there: string | null, isNeeded: boolean): Written {
    if (there === null) return this.#before.has(file) && !isNeeded ? 'removed' : 'new';
    if (there === digest) return 'same';
    return this.#before.get(file) === there ? 'changed' : 'edited';
  }

  /** Resolves a path; refuses paths outside of the folder. */
  #below(file: string): string {
    const path = resolve(this.root, file);
    if (!path.startsWith(this.root + sep))
      throw new Error(`${file} would be written outside of ${this.root}.`);
    return path;
  }
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Value in the manifest for a copied file. */
const copied = 'copied';

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Reports a file that its author edited or removed. */
export function reportKept(outcome: Written, file: string, losses: Losses): void {
  if (outcome === 'removed')
    losses.addForSite(
      'file-removed',
      file,
      `An earlier import wrote it, and you removed or renamed it, so it is not restored. To bring it back, remove its line from ${notesFolder}/manifest.json and import again.`,
    );
  if (outcome !== 'edited') return;
  losses.addForSite(
    'file-edited',
    file,
    `It stays as it is. What the import would write now, where that differs from before, is at ${notesFolder}/other-version/${file}; compare with: git diff --no-index ${file} ${notesFolder}/other-version/${file}`,
  );
}
