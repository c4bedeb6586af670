import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ownerEnvironment, run } from './packed-engine.ts';

/**
 * Commits a site and clones it into an empty folder, on a machine whose git ignores packed files, as the templates of
 * many people do.
 */
export async function cloneSite(site: string, into: string): Promise<void> {
  const ignored = `${into}.ignored`;
  writeFileSync(ignored, '*.tgz\nvendor/\n');
  const settings = [`core.excludesFile=${ignored}`, 'user.name=Zoë', 'user.email=zoe@example.org'];
  const git = ['-c', 'init.defaultBranch=main', ...settings.flatMap((setting) => ['-c', setting])];
  await run(site, 'git', ...git, 'init', '--quiet');
  await run(site, 'git', ...git, 'add', '--all');
  await run(site, 'git', ...git, 'commit', '--quiet', '--message', 'Site');
  await run(site, 'git', 'clone', '--quiet', site, into);
}

/**
 * Some registries lack packages of other platforms. `npm install` leaves those out of the lock file that it writes, and
 * `npm ci` refuses that file. This function adds them; `npm ci` doesn't download them on this platform.
 */
export function completeLock(site: string): void {
  const { stderr } = spawnSync('npm', ['ci', '--dry-run'], {
    cwd: site,
    env: ownerEnvironment,
    encoding: 'utf8',
  });
  const missing = [...stderr.matchAll(/Missing: (\S+)@ from lock file/g)].map(([, name]) => `${name}`);
  if (missing.length === 0) return;
  const file = join(site, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
  };
  const versions = Object.assign({}, ...Object.values(lock.packages).map((one) => one.optionalDependencies));
  for (const name of missing) {
    const entry = { version: versions[name], optional: true, os: ['another'] };
    lock.packages[`node_modules/${name}`] = entry;
  }
  writeFileSync(file, JSON.stringify(lock, null, 2));
}

interface Workflow {
  readonly jobs: Record<
    string,
    { readonly steps: readonly { readonly run?: string; readonly env?: unknown }[] }
  >;
}

/** The commands of the workflow up to the one that uploads, which has secrets in its environment. */
export function listWorkflowCommands(site: string): string[] {
  const { jobs } = parse(readFileSync(join(site, '.github/workflows/publish.yml'), 'utf8')) as Workflow;
  const steps = Object.values(jobs)[0]?.steps ?? [];
  const upload = steps.findIndex(({ env }) => env !== undefined);
  return steps.slice(0, upload).flatMap(({ run }) => run ?? []);
}

/**
 * Runs the first stage of the Dockerfile: each COPY takes files from the clone that `.dockerignore` leaves, and each RUN
 * works in the folder of the stage. What the image gets of the sidecar is next to it, in `STAGE-server`.
 */
export async function runBuildStage(clone: string, stage: string): Promise<void> {
  mkdirSync(stage);
  const ignored = readFileSync(join(clone, '.dockerignore'), 'utf8').trim().split('\n');
  const [, lines = ''] = readFileSync(join(clone, 'Dockerfile'), 'utf8').split(/^FROM .*\n/m);
  for (const [, word, rest = ''] of lines.matchAll(/^(COPY|RUN) (.*)$/gm)) {
    if (word === 'RUN') await run(stage, 'sh', '-c', rest.replaceAll(' /server', ` ${stage}-server`));
    else copy(clone, stage, rest.split(' '), ignored);
  }
}

function copy(from: string, to: string, words: readonly string[], ignored: readonly string[]): void {
  const target = words.at(-1) ?? '';
  const names = words.slice(0, -1).flatMap((word) => (word === '.' ? word : globSync(word, { cwd: from })));
  for (const name of names) {
    cpSync(join(from, name), join(to, target, target.endsWith('/') ? name : ''), {
      recursive: true,
      filter: (file) => !ignored.includes(file.slice(from.length + 1)),
    });
  }
}
