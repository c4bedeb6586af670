import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suitePrograms } from './helpers/programs.ts';
import { makeScratchFolders } from './helpers/scratch-folders.ts';
import { installMissing } from './install-programs.ts';

/**
 * `npm test`: the services that tests use, then every test, and every check next to them: tests wait for servers a good
 * part of their time. A check that fails ends the run at once. Nothing is skipped: a service that is missing is
 * installed from the system's packages where that is allowed, else the run stops with the line to type. What a test
 * leaves behind, processes or temporary folders, is a failure as well.
 */
const checks: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'rooms', command: ['depcruise', 'src', 'sidecar', 'deploy', 'packages'] },
  // Several threads would check much twice, and take time from the tests.
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc', '--singleThreaded'] },
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

installMissing(suitePrograms);
const scratch = makeScratchFolders();
const environment = { ...process.env, ...scratch.environment };
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env: environment });
const tested = once(tests, 'exit');
const problems = await findProblems();
const left = scratch.remove();
if (problems.length === 0 && left.length > 0) problems.push(`left behind: ${left.join(', ')}`);
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
