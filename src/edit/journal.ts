import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentFolder } from './content-folder.ts';

/**
 * What files were before a save, kept on disk until the save is complete: a process that ends in between is undone by
 * the next one.
 */
export interface Journal {
  /** Notes the content of files that a save is about to change; called again, of further ones. */
  readonly begin: (paths: readonly string[]) => void;
  /** Puts the files back. @returns their paths; empty where no save was interrupted */
  readonly undo: () => readonly string[];
  readonly end: () => void;
}

/** By path; null for a file that was not there. */
type Before = Readonly<Record<string, string | null>>;

/** @param folder of the process's own state */
export function openJournal(folder: string, content: ContentFolder): Journal {
  const file = join(folder, 'save.json');
  let noted: Before = {};
  const end = () => {
    noted = {};
    rmSync(file, { force: true });
  };
  return {
    begin: (paths) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = paths.map((path) => [path, content.read(path)?.toString('base64') ?? null] as const);
      noted = { ...Object.fromEntries(before), ...noted };
      writeFileSync(`${file}.new`, JSON.stringify(noted), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    },
    undo: () => {
      if (!existsSync(file)) return [];
      const before = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Before);
      for (const [path, text] of before) {
        if (text === null) content.remove(path);
        else content.write(path, Buffer.from(text, 'base64'));
      }
      end();
      return before.map(([path]) => path);
    },
    end,
  };
}
