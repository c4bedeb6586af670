import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, inject } from 'vitest';
import { makeOnce } from '../../helpers/make-once.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

/** What the test runner says about itself, and npm about the project, is nothing that a site's owner has. */
const foreign =
  /^(?:npm_(?:package|lifecycle|command|config_local_prefix)|VITEST|NODE_ENV|NODE_OPTIONS|TEST$|SITE_URL)/;

/** The environment of an owner's terminal: this Node, and npm as it is set up here. */
export const ownerEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  // A connection that stalls is tried again, instead of after five minutes.
  npm_config_fetch_timeout: '60000',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** Runs a command in a folder until it ends well. @returns what it said */
export async function run(folder: string, command: string, ...words: string[]): Promise<string> {
  const child = spawn(command, words, { cwd: folder, env: ownerEnvironment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  expect(status, `${command} ${words.join(' ')}:\n${said}`).toBe(0);
  return said;
}

/** Copies the packages of this project into a folder. The first test file that asks for them packs them for all. */
export async function packEngine(into: string): Promise<void> {
  const packed = join(inject('siteFolder'), 'packed');
  await makeOnce(packed, () => run(projectRoot, process.execPath, 'src/package/pack.ts', '--into', packed));
  for (const name of readdirSync(packed)) copyFileSync(join(packed, name), join(into, name));
}

/** Packs a later version of a packed engine: another number, and another word at the end of each page. */
export async function packLater(
  engine: string,
  folder: string,
  version: string,
  word: string,
): Promise<string> {
  mkdirSync(folder);
  await run(folder, 'tar', '-xzf', engine);
  const unpacked = join(folder, 'package');
  rewrite(join(unpacked, 'package.json'), /"version": "[^"]*"/, `"version": "${version}"`);
  rewrite(join(unpacked, 'src/components/site-footer.astro'), /<\/footer>/, `${word}</footer>`);
  await run(folder, 'npm', 'pack', unpacked, '--loglevel=error');
  return join(folder, `agentsite-${version}.tgz`);
}

function rewrite(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

/** The files that are the owner's, with their text: all but what npm and builds write. */
export function readOwnFiles(folder: string): Record<string, string> {
  const theirs = ['node_modules', 'dist', '.astro', '.data', 'package-lock.json'];
  return Object.fromEntries(
    filesBelow(folder)
      .map((file) => file.slice(folder.length + 1))
      .filter((name) => !theirs.includes(name.split('/', 1)[0] ?? ''))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Megabytes on the disk, in whole blocks, as `du` counts. */
export function measureFolder(folder: string): number {
  const blocks = filesBelow(folder).reduce((sum, file) => sum + statSync(file).blocks, 0);
  return (blocks * 512) / 2 ** 20;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
