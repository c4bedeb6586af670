import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainEnvironment } from './environment.ts';
import { projectRoot } from './project-copy.ts';

const suite = join(projectRoot, 'packages/contract/src');

/**
 * Asks a site by the contract suite, on Node's own test runner in one process.
 * @param names files of the suite, without `.test.ts`; all of them when there are none
 * @returns 'passed', or what was said
 */
export async function runContract(url: string, ...names: readonly string[]): Promise<string> {
  const files = readdirSync(suite).filter((file) =>
    names.length === 0 ? file.endsWith('.test.ts') : names.includes(file.replace('.test.ts', '')),
  );
  const words = ['--import', join(suite, 'use-node-runner.ts'), '--test', '--test-isolation=none'];
  const paths = files.map((file) => join(suite, file));
  const child = spawn(process.execPath, [...words, '--test-reporter=spec', ...paths], {
    cwd: projectRoot,
    env: { ...plainEnvironment, CONTRACT_URL: url, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  // A runner that found nothing to run ends well too.
  return status === 0 && /^ℹ pass [1-9]/m.test(said) ? 'passed' : said.slice(-8_000);
}
