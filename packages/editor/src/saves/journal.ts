import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentFolder, temporaryOf } from './content-folder.ts';
import type { WorkingTree } from './git.ts';

/**
 * What files were before a save, kept on disk until the save is complete: a process that ends in between is undone by
 * the next one.
 */
export interface Journal {
  /**
   * Notes the content of files that a save is about to change; called again, of further ones.
   * @param version of the content before the save
   */
  readonly begin: (paths: readonly string[], version: string) => void;
  /** The save that is not complete; null if there is none. */
  readonly pending: () => PendingSave | null;
  /** Puts the files back. The save stays pending until `end`, so that the process may be killed in between. */
  readonly undo: () => void;
  readonly end: () => void;
}

export interface PendingSave {
  readonly version: string;
  readonly paths: readonly string[];
  /** When it was noted, before anything else of it: milliseconds since 1970. */
  readonly since: number;
}

interface Entry {
  readonly version: string;
  /** Base64 by path; null for a file that was not there. */
  readonly before: Readonly<Record<string, string | null>>;
}

/** Bytes that a save keeps free for Git, which writes its whole index to reset a file. */
const roomOfIndex = 2 ** 20;

/** @param folder of the process's own state */
export function openJournal(folder: string, content: ContentFolder): Journal {
  const file = join(folder, 'save.json');
  /** Random bytes, which no file system packs: on a full disk, what an undo needs is free once they are removed. */
  const room = join(folder, 'room');
  const read = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Entry) : null);
  const end = () => {
    for (const path of Object.keys(read()?.before ?? {}))
      rmSync(temporaryOf(join(content.root, path)), { force: true });
    rmSync(room, { force: true });
    rmSync(file, { force: true });
  };
  return {
    begin: (paths, version) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = paths.map((path) => [path, content.read(path)?.toString('base64') ?? null] as const);
      const entry = JSON.stringify({ version, before: { ...Object.fromEntries(before), ...read()?.before } });
      writeFileSync(room, randomBytes(entry.length + roomOfIndex));
      writeFileSync(`${file}.new`, entry, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
    pending: () => {
      const entry = read();
      if (entry === null) return null;
      return { version: entry.version, paths: Object.keys(entry.before), since: statSync(file).mtimeMs };
    },
    undo: () => {
      rmSync(room, { force: true });
      for (const [path, text] of Object.entries(read()?.before ?? {})) {
        if (text === null) content.remove(path);
        else content.write(path, Buffer.from(text, 'base64'));
      }
    },
    end,
  };
}

/** After the start of a process: undoes the save that the last one ended in, unless it is committed. */
export async function recover(journal: Journal, tree: WorkingTree): Promise<void> {
  const pending = journal.pending();
  if (pending === null) return journal.end();
  if (pending.version === (await tree.head())) journal.undo();
  await tree.forget(pending.paths, pending.since);
  journal.end();
}
