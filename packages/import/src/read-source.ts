import { basename } from 'node:path';
import { readFolder } from './folder/read-folder.ts';
import { readGhost } from './ghost/read-ghost.ts';
import type { ReadSource } from './model/export-model.ts';
import type { ImportOptions } from './model/import-options.ts';
import { readExport } from './wordpress/read-export.ts';
import { readRestRecords } from './wordpress/rest-records.ts';
import { readText } from './wordpress/source-text.ts';

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
