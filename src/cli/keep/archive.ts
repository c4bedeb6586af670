import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Outcome =
  | { readonly ok: true; readonly files: number; readonly leftOut: readonly string[] }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Outcome => ({ ok: false, message });

/** What a build or an installation makes again; of a build, {@link listRecord} is kept. */
const generated = ['node_modules', 'dist', 'preview', '.astro', '.dev'];
/** State and secrets, which a backup has only if asked. */
const isState = (name: string) => name === '.data' || name === '.env' || name.startsWith('.env.');

/**
 * Writes all files of a site's folder to `file`, a tar archive packed by gzip, with their times: pages without a date
 * have those. The archive is complete or not there.
 */
export function backUp(root: string, file: string, withState: boolean): Outcome {
  const target = resolve(root, file);
  if (existsSync(target)) return refuse(`${file} is there already; choose another name.`);
  if (!existsSync(dirname(target))) return refuse(`There is no folder ${dirname(file)}.`);
  if (!existsSync(join(root, 'package.json')))
    return refuse('There is no package.json here; run this in the folder of a site.');
  const leftOut: string[] = [];
  const names = listFiles(root, '', leftOut).filter((name) => {
    const [first = ''] = name.split('/');
    return !generated.includes(first) && !isState(first) && join(root, name) !== target;
  });
  names.push(...listRecord(root));
  const part = `${target}.part`;
  const staged = `${target}.state`;
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged);
  try {
    const state = withState ? copyState(root, staged) : [];
    const words = [
      '-czf',
      part,
      '-C',
      root,
      '--null',
      '-T',
      '-',
      ...(state.length > 0 ? ['-C', staged, '.'] : []),
    ];
    const said = runTar(words, names.map((name) => `./${name}`).join('\0'));
    if (said !== null) return refuse(said);
    if (withState) chmodSync(part, 0o600);
    renameSync(part, target);
    return { ok: true, files: names.length + state.length, leftOut };
  } finally {
    rmSync(part, { force: true });
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Unpacks a backup into a folder that is empty or not there. The folder has all files of it, or none. */
export function restore(file: string, folder: string): Outcome {
  const target = resolve(folder);
  if (!existsSync(file)) return refuse(`There is no ${file}.`);
  if (existsSync(target) && !(statSync(target).isDirectory() && readdirSync(target).length === 0))
    return refuse(`${folder} is not empty; choose another folder.`);
  const listed = spawnSync('tar', ['-tvzf', file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const named = spawnSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (listed.error) return refuse(`Can't run tar (${listed.error.message}).`);
  if (listed.status !== 0 || named.status !== 0)
    return refuse(`${file} is damaged, or no backup:\n${listed.stderr}`);
  const names = named.stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
  const kinds = listed.stdout.split('\n').filter((line) => /^[^-d]/.test(line));
  const outside = names.find((name) => /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name));
  if (outside !== undefined)
    return refuse(`${file} is no backup of a site: it names ${outside}, which is outside of the folder.`);
  if (kinds[0] !== undefined)
    return refuse(`${file} is no backup of a site: it contains links or devices, such as ${kinds[0]}.`);
  if (!names.includes('./package.json'))
    return refuse(`${file} is no backup of a site: it has no package.json.`);
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    const said = runTar(['-xzf', resolve(file), '-C', part, '--no-same-owner']);
    if (said !== null) return refuse(said);
    if (existsSync(target)) rmdirSync(target);
    renameSync(part, target);
    return { ok: true, files: names.length, leftOut: [] };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Files below a folder, with forward slashes, in a fixed order. Symbolic links, which are not followed, go to `leftOut`. */
function listFiles(root: string, folder: string, leftOut: string[]): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): string[] => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return [name];
      if (entry.isDirectory())
        return entry.name === 'node_modules' || (folder === '' && generated.includes(name))
          ? []
          : listFiles(root, name, leftOut);
      leftOut.push(name);
      return [];
    });
}

/** The list of changes, from which the next build continues. */
function listRecord(root: string): string[] {
  return ['dist', 'dist/client'].flatMap((folder) => {
    if (!existsSync(join(root, folder, 'changes.json'))) return [];
    const pages = join(root, folder, '_changes');
    const names = existsSync(pages) ? readdirSync(pages).sort() : [];
    return [`${folder}/changes.json`, ...names.map((name) => `${folder}/_changes/${name}`)];
  });
}

/** Copies state and secrets; of a database that is in use, its state of this moment. */
function copyState(root: string, into: string): string[] {
  for (const name of readdirSync(root).filter(isState))
    cpSync(join(root, name), join(into, name), { recursive: true, preserveTimestamps: true });
  const files = listFiles(into, '', []);
  for (const name of files.filter((file) => file.endsWith('.sqlite'))) {
    for (const ending of ['', '-wal', '-shm']) rmSync(join(into, name + ending), { force: true });
    const database = new DatabaseSync(join(root, name), { readOnly: true });
    database.prepare('VACUUM INTO ?').run(join(into, name));
    database.close();
  }
  return listFiles(into, '', []);
}

/** @returns what tar complained about; null if it was done */
function runTar(words: readonly string[], input = ''): string | null {
  const { error, status, stderr } = spawnSync('tar', words, { input, encoding: 'utf8' });
  if (error) return `Can't run tar (${error.message}).`;
  return status === 0 ? null : `tar ended with ${status}:\n${stderr}`;
}
