import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** When folders of the output changed last, in milliseconds since 1970; 0 if unknown. The top folder is ``. */
export type FolderTimes = ReadonlyMap<string, number>;

/** The output folder before a build writes to it. */
export interface FoundOutput {
  /** Paths of files, with forward slashes. */
  readonly present: ReadonlySet<string>;
  readonly folders: FolderTimes;
}

/** Every file below a folder, relative, with forward slashes; none where there is no folder. */
export function listFiles(top: string): ReadonlySet<string> {
  if (!existsSync(top)) return new Set();
  const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Set(
    entries.map(({ parentPath, name }) => relative(top, join(parentPath, name)).replaceAll(sep, '/')),
  );
}
