import { basename } from 'node:path';
import type { ExportRecord } from './export-model.ts';
import { readFolder } from './folder/read-folder.ts';
import { readGhost } from './ghost/read-ghost.ts';
import type { ImportOptions } from './import-options.ts';
import { readExport } from './wordpress/read-export.ts';
import { readRestRecords } from './wordpress/rest-records.ts';
import { readText } from './wordpress/source-text.ts';

/** Reads a file of the old site, or its folder. Called once per pass. */
export type ReadSource = (file: string) => AsyncGenerator<ExportRecord>;

const unknownHome = 'http://localhost:4321';

export function readerOf(
  options: Pick<ImportOptions, 'system' | 'home' | 'permalink' | 'generator'>,
): ReadSource {
  const home = options.home?.replace(/\/+$/, '') ?? null;
  switch (options.system) {
    case 'wordpress':
      return (file) =>
        file.endsWith('.jsonl') ? readRestRecords(file) : readExport(basename(file), readText(file));
    case 'ghost':
      return (file) => readGhost(file, home ?? unknownHome, options.permalink);
    case 'markdown':
      return (folder) => readFolder(folder, { ...options, home });
  }
}
