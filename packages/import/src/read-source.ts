import { basename } from 'node:path';
import { readBlogger } from './blogger/read-blogger.ts';
import { readFolder } from './folder/read-folder.ts';
import { readGhost } from './ghost/read-ghost.ts';
import { readMedium } from './medium/read-medium.ts';
import { type ExportRecord, type ReadSource, UnreadableExport } from './model/export-model.ts';
import type { ImportOptions } from './model/import-options.ts';
import type { OwnSettings } from './model/own-settings.ts';
import { isSquarespace, readSquarespace } from './squarespace/read-squarespace.ts';
import { readSubstack } from './substack/read-substack.ts';
import { readExport } from './wordpress/read-export.ts';
import { readRestRecords } from './wordpress/rest-records.ts';
import { readText } from './wordpress/source-text.ts';

const unknownHome = 'http://localhost:4321';

export function readerOf(
  options: Pick<ImportOptions, 'system' | 'home' | 'permalink' | 'generator' | 'media'>,
  own: OwnSettings,
): ReadSource {
  const timezone = own.text('timezone') || 'UTC';
  const home = options.home?.replace(/\/+$/, '') ?? null;
  switch (options.system) {
    case 'wordpress':
      return (file) => (file.endsWith('.jsonl') ? readRestRecords(file) : readWordPress(file));
    case 'blogger':
      return (file) => readBlogger(file, home, options.media);
    case 'substack':
      return (folder) => readSubstack(folder, home, options.media, timezone);
    case 'squarespace':
      return (file) => readSquarespace(file, home, options.media);
    case 'medium':
      return (folder) => readMedium(folder, home, options.media, timezone);
    case 'ghost':
      return (file) => readGhost(file, home ?? unknownHome, options.permalink);
    case 'markdown':
      return (folder) => readFolder(folder, { ...options, home });
  }
}

/** @throws UnreadableExport for an export of another system */
function readWordPress(file: string): AsyncGenerator<ExportRecord> {
  if (isSquarespace(file))
    throw new UnreadableExport(
      `It is an export of Squarespace (its items have addresses without a site): import squarespace ${basename(file)} reads it.`,
      1,
    );
  return readExport(basename(file), readText(file));
}
