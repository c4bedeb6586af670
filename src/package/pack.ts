import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listSitePackages } from '../core/model/site-packages.ts';
import { readOptions } from '../terminal/options.ts';
import { bundleProgram } from './bundle-program.ts';
import { addOnManifest, engineManifest, type ProjectManifest, programManifest } from './manifest.ts';
import { writeSettingsTypes } from './settings-types.ts';

/**
 * `npm run pack`: makes the packages of the engine out of this project.
 *
 *     agentsite-1.0.0.tgz           the engine: compiled code with types and source maps, the theme, deploy/, languages,
 *                                   and in compiled/ what is the same in every build
 *     agentsite-import-1.0.0.tgz    an add-on, which needs the engine; one for each folder of packages/
 *     create-agentsite-1.0.0.tgz    what `npm create agentsite` runs; it needs no engine
 *     agentsite-doctor-1.0.0.tgz    the doctor, for `npx agentsite-doctor URL`; it needs no engine either
 *
 * The folders of the project stay as they are in a package, so that places relative to a file hold.
 */
const usage = `Usage: npm run pack -- [--into FOLDER]

Makes agentsite-VERSION.tgz and a file for each add-on of packages/, which npm installs.

  --into FOLDER  where they go; default: this folder
  -h, --help     this text`;

const { values } = readOptions(usage, { into: { type: 'string', default: '.' } });
const project = join(import.meta.dirname, '../..');
const into = resolve(values.into);
const compiled = join(project, 'compiled/package');
/** Folders that the engine consists of. */
const code = ['src', 'sidecar', 'deploy'] as const;
/** What its README shows and links to, and the default icons of a site. */
const otherFolders = ['content/pages/manual', 'docs/images', 'public'] as const;
/** What of them is the project's own business. */
const left = /^src\/(?:package\/|site\.ts$)|^(?:src|sidecar)\/(?:.*\/)?README\.md$/;
const documents = ['LICENSE', 'README.md', 'CHANGELOG.md', '.env.example'] as const;

rmSync(compiled, { recursive: true, force: true });
mkdirSync(into, { recursive: true });
run(
  process.execPath,
  // Its programs have the names of those of the other TypeScript, which Astro's checker works with.
  join(project, 'node_modules/typescript-7/bin/tsc'),
  '-p',
  join(import.meta.dirname, 'tsconfig.json'),
  '--outDir',
  join(compiled, 'engine'),
);
for (const folder of [...code, ...otherFolders]) copyOtherFiles(folder);
// It starts compiled files.
const unit = join(compiled, 'engine/deploy/systemd/agentsite.service');
writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll('.ts', '.js'));
const settings = 'src/core/model/settings/site-settings';
writeFileSync(
  join(compiled, `engine/${settings}.d.ts`),
  writeSettingsTypes(join(project, `${settings}.ts`), join(import.meta.dirname, 'tsconfig.json')),
);
const manifest = readManifest<ProjectManifest>('package.json');
const components = filesBelow(join(project, 'src/components')).filter((file) => file.endsWith('.astro'));
renameSync(join(compiled, 'engine/packages'), join(compiled, 'add-ons'));
finish('engine', engineManifest(manifest, components), documents);
for (const folder of readdirSync(join(compiled, 'add-ons')).sort()) await packAddOn(folder);

/** Programs run on sites by others, and where no site is yet: without the engine. */
async function packAddOn(folder: string): Promise<void> {
  const root = join(compiled, 'add-ons', folder);
  const own = readManifest<Parameters<typeof addOnManifest>[0]>(`packages/${folder}/package.json`);
  const programs = Object.values(own.bin ?? {});
  const bundled =
    programs.length > 0 ? await bundleProgram(join(project, 'packages', folder), programs, root) : null;
  for (const file of filesBelow(join(project, 'packages', folder)))
    if (isPacked(file)) copy(join(project, 'packages', folder, file), join(root, file));
  const content = bundled ? programManifest(own, bundled, manifest) : addOnManifest(own);
  const sitePackages = bundled ? { sitePackages: listSitePackages(manifest) } : {};
  finish(`add-ons/${folder}`, { ...content, ...sitePackages }, ['LICENSE']);
}

/** What an add-on is packed with besides its compiled code. */
function isPacked(file: string): boolean {
  if (/^(?:README\.md|action\.yml)$/.test(file)) return true;
  return file.startsWith('src/') && !file.endsWith('.ts');
}

function readManifest<Manifest>(file: string): Manifest {
  return JSON.parse(readFileSync(join(project, file), 'utf8')) as Manifest;
}

/** Files other than TypeScript go along as they are; Vite compiles those of the theme in each site. */
function copyOtherFiles(folder: string): void {
  for (const file of filesBelow(join(project, folder)).map((name) => join(folder, name))) {
    const isSource = file.endsWith('.ts') && !file.endsWith('.d.ts');
    if (!isSource && !left.test(file)) copy(join(project, file), join(compiled, 'engine', file));
  }
}

/** Completes the folder of a package, and packs it. */
function finish(folder: string, content: object, files: readonly string[]): void {
  const root = join(compiled, folder);
  for (const file of files) copy(join(project, file), join(root, file));
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  if (folder === 'engine') {
    // What builds need of the code as it is packed.
    run(process.execPath, join(root, 'src/cli/prepare.js'));
    if (!existsSync(join(root, 'compiled/theme'))) throw new Error('The package has no compiled theme.');
  }
  run('npm', 'pack', root, '--pack-destination', into, '--loglevel=error');
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function run(command: string, ...words: readonly string[]): void {
  const { status, error } = spawnSync(command, words, { cwd: project, stdio: 'inherit' });
  if (error) throw new Error(`${command} cannot be run`, { cause: error });
  if (status !== 0) process.exit(status ?? 1);
}
