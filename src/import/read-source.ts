import { basename } from 'node:path';
import type { ExportRecord } from './export-model.ts';
import { readExport } from './read-export.ts';
import { readRestRecords } from './rest-records.ts';
import { readText } from './source-text.ts';

/** A file to import: an export of WordPress, or (`.jsonl`) a recording of `wp/v2`. */
export function readSource(file: string): AsyncGenerator<ExportRecord> {
  return file.endsWith('.jsonl') ? readRestRecords(file) : readExport(basename(file), readText(file));
}
