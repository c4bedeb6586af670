import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { installLine, isInstalled, missingPackages, suitePrograms } from './helpers/programs.ts';
import { makeScratchFolders } from './helpers/scratch-folders.ts';

/**
 * `npm test`: the services that tests use, then every test, and every check next to them: tests wait for servers a good
 * part of their time. A check that fails ends the run at once. Nothing is skipped: a service that is missing is
 * installed from the system's packages where that is allowed, else the run stops with the line to type. What a test
 * leaves behind in the system's temporary folders is a failure as well.
 */
const checks: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'rooms', command: ['depcruise', 'src', 'sidecar', 'deploy'] },
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc'] },
  {
    name: 'types of components',
    command: [
      'astro',
      'check',
      '--tsconfig',
      'test/tsconfig.astro.json',
      '--minimumFailingSeverity',
      'error',
    ],
  },
  { name: 'unused code', command: ['knip'] },
];

installMissing(missingPackages(suitePrograms));
const scratch = makeScratchFolders();
const environment = { ...process.env, ...scratch.environment };
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env: environment });
const tested = once(tests, 'exit');
const problems = await findProblems();
const left = scratch.remove();
if (problems.length === 0 && left.length > 0) problems.push(`left in temporary folders: ${left.join(', ')}`);
for (const problem of problems) console.error(`\n${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function findProblems(): Promise<string[]> {
  for (const { name, command } of checks) {
    const { status, said } = await listen(command);
    console.log(`\n== ${name}: ${command.join(' ')}\n${said}`);
    if (status === 0) continue;
    tests.kill();
    await tested;
    return [`${name} failed`];
  }
  const [status] = await tested;
  return status === 0 ? [] : ['tests failed'];
}

/** Runs a command to its end. @returns its status, and all that it said */
async function listen([command = '', ...words]: readonly string[]): Promise<{
  status: unknown;
  said: string;
}> {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  return { status, said };
}

function installMissing(packages: readonly string[]): void {
  if (packages.length === 0) return;
  const install = installLine(packages);
  const prefix = prefixOfRoot();
  if (prefix === null || !isInstalled('apt-get')) {
    console.error(`The tests need ${packages.join(', ')}. Install them:\n  sudo ${install.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} from the system's packages, which the tests need.`);
  const unasked = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run([...prefix, 'apt-get', 'update', '--quiet'], unasked);
  if (!run([...prefix, ...install], unasked)) {
    console.error(`That failed. Install them by hand:\n  sudo ${install.join(' ')}`);
    if (packages.includes('chromium-headless-shell'))
      console.error('Without that shell, any `chromium` in the PATH does its work.');
    process.exit(1);
  }
}

/** How to become root: not at all, by sudo without a password, or null when there is no way. */
function prefixOfRoot(): readonly string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function run([command = '', ...parameters]: readonly string[], environment = process.env): boolean {
  return spawnSync(command, parameters, { stdio: 'inherit', env: environment }).status === 0;
}
