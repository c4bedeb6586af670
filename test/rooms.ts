import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rooms } from '../.dependency-cruiser.mjs';
import { readOptions } from '../src/terminal/options.ts';
import { drawStructure, readArrows } from './structure.ts';

/**
 * The generated tables of the documents for contributors:
 *
 *     | Folder | Contents | May import |              the rooms of a folder in its README, of all others in
 *     | --- | --- | --- |                              CONTRIBUTING.md, from the linter's configuration
 *     | `wp` | the WordPress REST API, … | `model`, … |
 *
 *     | Package | What it does | Commands |            the add-ons in packages/README.md and README.md, from their
 *     | --- | --- | --- |                              manifests and files of commands
 *
 * `npm run rooms` writes them; a test fails if one is out of date. `npm run rooms -- --lines` counts lines.
 */
const root = join(import.meta.dirname, '..');
const usage = `Usage: npm run rooms [-- --lines]

Writes the tables of rooms and packages into CONTRIBUTING.md and the READMEs, and docs/structure.md.

  --lines     prints the lines of each folder instead, of all files but SVG
  -h, --help  this text`;

/** At most this number of files in a folder. */
export const maxFiles = 22;
/** Folders of the engine with a README of their own. */
const described = ['src/core', 'src/content', 'src/build', 'src/dev', 'sidecar'];
export const packages = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
  .map((name) => `packages/${name}`);
/** Documents with generated tables. */
export const mapped = [
  'CONTRIBUTING.md',
  'README.md',
  'packages/README.md',
  ...[...described, ...packages].map((folder) => `${folder}/README.md`),
];

interface Room {
  readonly room: string;
  readonly shown?: string;
  readonly below?: string;
  readonly contains: string;
  readonly folders?: Readonly<Record<string, string>>;
  readonly imports: readonly string[];
}

/** Every folder that a room consists of, and its sentence. */
export function listFolders(): ReadonlyMap<string, string> {
  const folders = (rooms as readonly Room[]).flatMap(({ room, below = room, contains, folders = {} }) => [
    [room, contains] as const,
    ...Object.entries(folders).map(([name, sentence]) => [`${below}/${name}`, sentence] as const),
  ]);
  return new Map(folders);
}

/**
 * A document with its tables as they should be now.
 * @param file from the root; its own folder is left out of the names in it
 */
export function withTables(file: string, text: string): string {
  const table = file === 'README.md' || file === 'packages/README.md' ? 'packages' : 'rooms';
  const [before = '', rest = ''] = text.split(`<!-- ${table} -->`);
  const [, after] = rest.split(`<!-- /${table} -->`);
  if (after === undefined)
    throw new Error(`${file} lacks the lines <!-- ${table} --> and <!-- /${table} -->.`);
  const rows = table === 'packages' ? renderPackages(file) : renderRooms(file);
  return `${before}<!-- ${table} -->\n${rows}<!-- /${table} -->${after}`;
}

function renderRooms(file: string): string {
  const folder = file.replace(/\/?[^/]+$/, '');
  const isIn = (name: string, above: string) => name === above || name.startsWith(`${above}/`);
  const own = (rooms as readonly Room[]).filter(({ room }) =>
    folder === '' ? ![...described, 'packages'].some((above) => isIn(room, above)) : isIn(room, folder),
  );
  const short = (name: string) => (name === folder ? '*.ts' : name.replace(`${folder}/`, ''));
  const code = (name: string) => `\`${folder === '' ? name : short(name)}\``;
  const apart = folder.startsWith('packages/') ? ', besides `agentsite/…`' : '';
  const rows = own.flatMap(({ room, shown = room, below = room, contains, imports, folders = {} }) => [
    `| ${code(shown)} | ${contains} | ${listNames(imports.filter((name) => !apart || name !== 'src/api'))} |\n`,
    ...Object.entries(folders).map(([name, words]) => `| ${code(`${below}/${name}`)} | ${words} | |\n`),
  ]);
  return `| Folder | Contents | May import${apart} |\n| --- | --- | --- |\n${readmes(folder)}${rows.join('')}`;

  function listNames(names: readonly string[]): string {
    return (
      names
        .map((name) => (isIn(folder, name.replace(/\/src$/, '')) ? 'all of these' : code(name)))
        .join(', ') || '–'
    );
  }
}

/** In CONTRIBUTING.md: the folders whose rooms are in their own README, with its first sentence. */
function readmes(folder: string): string {
  if (folder !== '') return '';
  const rows = [...described, 'packages'].map((name) => {
    const text = readFileSync(join(root, name, 'README.md'), 'utf8');
    const [, first = '', rest = ''] = /^# .*\n\n(.)(.*?)\.\s/.exec(text) ?? [];
    return `| [\`${name}\`](${name}/README.md) | ${first.toLowerCase()}${rest} | see there |\n`;
  });
  return rows.join('');
}

function renderPackages(file: string): string {
  const rows = packages.map((folder) => {
    const { name, description } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      description: string;
    };
    const commands = globSync(`${folder}/src/commands/*.ts`, { cwd: root }).map((path) =>
      basename(path, '.ts'),
    );
    const shown = file === 'README.md' ? `\`${name}\`` : `[\`${name}\`](${basename(folder)}/README.md)`;
    return `| ${shown} | ${description} | ${commands
      .sort()
      .map((command) => `\`agentsite ${command}\``)
      .join(', ')} |\n`;
  });
  return `| Package | What it does | Commands |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** `   123  src/core/wp` for each room, and the sum of the engine. */
function countLines(): string {
  const folders = [...new Set([...listFolders().keys(), 'src/theme'])].filter((name) => name !== 'src/theme');
  const lines = new Map<string, number>();
  for (const path of globSync('{src,sidecar,deploy,packages/*/src}/**/*', {
    cwd: root,
    withFileTypes: true,
  })) {
    if (!path.isFile() || path.name.endsWith('.svg')) continue;
    const file = join(path.parentPath, path.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
    const room = folders.filter((name) => file.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];
    const count = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    lines.set(room ?? file, (lines.get(room ?? file) ?? 0) + count);
  }
  const engine = [...lines].filter(([name]) => !name.startsWith('packages/'));
  const sum = engine.reduce((total, [, count]) => total + count, 0);
  const rows = [...lines, ['the engine', sum] as const];
  return rows.map(([name, count]) => `${String(count).padStart(7)}  ${name}`).join('\n');
}

if (import.meta.main) {
  const { values } = readOptions(usage, { lines: { type: 'boolean', default: false } });
  if (values.lines) console.log(countLines());
  else {
    for (const file of mapped) {
      const path = join(root, file);
      writeFileSync(path, withTables(file, readFileSync(path, 'utf8')));
    }
    writeFileSync(join(root, 'docs/structure.md'), drawStructure(readArrows()));
  }
}
