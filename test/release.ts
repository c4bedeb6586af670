import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, stop } from '../src/terminal/options.ts';

/**
 * `npm run release -- 1.1.0`: one version for the engine and all add-ons, in manifests, lock file, documents and
 * changelog. Changesets does not version the root of a workspace, where the engine is, and writes a changelog for each
 * package without days.
 */
const usage = `Usage: npm run release -- VERSION

Sets the version of the engine and of all packages in package.json, packages/*/package.json and package-lock.json, of
packed files and packages in README.md and the manual, and in the first heading of CHANGELOG.md. It changes files only.

  -h, --help  this text`;

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly version?: string;
  readonly link?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * The files of a release that change, by path.
 * @param files all that name the version
 * @throws Error with what to fix
 */
export function planRelease(
  files: Readonly<Record<string, string>>,
  version: string,
): Readonly<Record<string, string>> {
  const { version: old = '' } = JSON.parse(files['package.json'] ?? '{}') as Manifest;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version such as 1.1.0.`);
  if (version.localeCompare(old, 'en', { numeric: true }) <= 0)
    throw new Error(`${version} is not above ${old}, the version in package.json.`);
  const withVersion = <Entry extends Manifest>(entry: Entry): Entry => ({
    ...entry,
    ...(entry.version === undefined ? {} : { version }),
    ...(entry.peerDependencies?.agentsite === undefined
      ? {}
      : { peerDependencies: { ...entry.peerDependencies, agentsite: `^${version}` } }),
  });
  const change = (file: string, text: string) => {
    if (file === 'CHANGELOG.md') return nameRelease(text, version);
    if (!file.endsWith('.json')) return text.replaceAll(inDocuments(old), version);
    const json = JSON.parse(text) as Manifest & { readonly packages?: Readonly<Record<string, Manifest>> };
    if (!json.packages) return toJson(withVersion(json));
    const entries = Object.entries(json.packages).map(([path, entry]) => [
      path,
      path.includes('node_modules/') ? entry : withVersion(entry),
    ]);
    return toJson({ ...json, version, packages: Object.fromEntries(entries) });
  };
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, change(file, text)]));
}

/** Where a document names the version of a package: `agentsite-1.0.0.tgz`, `agentsite-import@1.0.0`. */
const inDocuments = (version: string) =>
  new RegExp(`(?<=agentsite(?:-\\w+)?[-@])${version.replaceAll('.', '\\.')}(?=\\.tgz|\\b(?!\\.\\d))`, 'g');

function nameRelease(text: string, version: string): string {
  const [heading = ''] = /^## .*$/m.exec(text) ?? [];
  if (!/^## \d{4}-\d\d-\d\d$/.test(heading))
    throw new Error(
      `CHANGELOG.md: its first heading is "${heading}". Write what changed below a day, such as ## 2026-11-28.`,
    );
  return text.replace(heading, `${heading}: version ${version}`);
}

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Every file that names the version of this project. */
export function readReleaseFiles(): Record<string, string> {
  const names = globSync(
    [
      '{.,packages/*}/package.json',
      'package-lock.json',
      '{.,packages/*}/README.md',
      'CHANGELOG.md',
      'content/pages/manual/**/*.md',
      '{src/package,test,packages/*/test}/**/*.ts',
    ],
    { cwd: root },
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

if (import.meta.main) {
  const { positionals } = readOptions(usage, {}, true);
  const [version] = positionals;
  if (version === undefined) stop(`Which version?\n\n${usage}`);
  const files = readReleaseFiles();
  let changed: Readonly<Record<string, string>> = {};
  try {
    changed = planRelease(files, version);
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error), 1);
  }
  for (const [file, text] of Object.entries(changed))
    if (text !== files[file]) {
      writeFileSync(join(root, file), text);
      console.log(file);
    }
}
