import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { installLine, isInstalled, missingPackages, suitePrograms } from './helpers/programs.ts';

/**
 * `npm test`: the services that tests use, then every test, and every check beside them: tests wait for servers a good
 * part of their time. A check that fails ends the run at once. Nothing is skipped: a service that is missing is
 * installed from the system's packages where that is allowed, else the run stops with the line to type.
 */
const checks: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'rooms', command: ['depcruise', 'src', 'sidecar', 'deploy'] },
  { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'error'] },
  { name: 'unused code', command: ['knip'] },
];

installMissing(missingPackages(suitePrograms));
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
const tested = once(tests, 'exit');
for (const { name, command } of checks) {
  const { status, said } = await listen(command);
  console.log(`\n== ${name}: ${command.join(' ')}\n${said}`);
  if (status === 0) continue;
  console.error(`${name} failed`);
  tests.kill();
  await tested;
  process.exit(1);
}
const [status] = await tested;
if (status !== 0) console.error('\ntests failed');
process.exit(status === 0 ? 0 : 1);

/** Runs a command to its end. @returns its status, and all that it said */
async function listen([command = '', ...words]: readonly string[]): Promise<{
  status: unknown;
  said: string;
}> {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
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
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run([...prefix, 'apt-get', 'update', '--quiet'], environment);
  if (!run([...prefix, ...install], environment)) {
    console.error(`That failed. Install them by hand:\n  sudo ${install.join(' ')}`);
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
