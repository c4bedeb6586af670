import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../.dependency-cruiser.mjs';
import { readOptions } from '../src/terminal/options.ts';

/**
 * The table of rooms in CONTRIBUTING.md, generated from the linter's configuration:
 *
 *     | Folder | Contents | May import |
 *     | --- | --- | --- |
 *     | `src/core/wp` | the WordPress REST API, … | `src/core/model`, … |
 *     | `src/core/wp/objects` | posts, … as JSON | |
 *
 * `npm run rooms` writes it; a test fails if it is out of date.
 */
const file = join(import.meta.dirname, '../CONTRIBUTING.md');
const begin = '<!-- rooms -->';
const end = '<!-- /rooms -->';

/** CONTRIBUTING.md with the map as the table has it now. */
export function withMap(text: string): string {
  const [before = '', rest = ''] = text.split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`CONTRIBUTING.md lacks the lines ${begin} and ${end}.`);
  return `${before}${begin}\n${renderMap()}${end}${after}`;
}

/** Every folder that a room consists of, and its sentence. */
export function listFolders(): ReadonlyMap<string, string> {
  const folders = rooms.flatMap(({ room, below = room, contains, folders = {} }) => [
    [room, contains] as const,
    ...Object.entries(folders).map(([name, sentence]) => [`${below}/${name}`, sentence] as const),
  ]);
  return new Map(folders);
}

function renderMap(): string {
  const rows = rooms.flatMap(({ room, shown, below = room, contains, imports, folders = {} }) => [
    `| \`${shown ?? room}\` | ${contains} | ${imports.map((name) => `\`${name}\``).join(', ') || '–'} |\n`,
    ...Object.entries(folders).map(([name, sentence]) => `| \`${below}/${name}\` | ${sentence} | |\n`),
  ]);
  return `| Folder | Contents | May import |\n| --- | --- | --- |\n${rows.join('')}`;
}

if (import.meta.main) readOptions('Usage: npm run rooms', {});
if (import.meta.main) writeFileSync(file, withMap(readFileSync(file, 'utf8')));
