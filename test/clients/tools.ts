import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { readOptions } from '../../src/terminal/options.ts';
import { refuse } from '../helpers/command-words.ts';

/** What the commands of this folder share: programs of the machine, and packages in a cache of their own. */
const cache = join(import.meta.dirname, '../../node_modules/.cache/clients');

export interface Outcome {
  readonly ok: boolean;
  readonly stdout: string;
  /** The same and what was written to stderr. */
  readonly output: string;
}

/** Runs a program to its end, ten minutes at most. */
export function run(program: string, given: readonly string[], folder?: string): Outcome {
  const { status, stdout, stderr, error } = spawnSync(program, given, {
    encoding: 'utf8',
    timeout: 600_000,
    maxBuffer: 1 << 28,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  return { ok: status === 0, stdout, output: `${stdout ?? ''}${stderr ?? ''}${error ? `${error}\n` : ''}` };
}

/** Ends the command with the line to run where one of the programs is missing. */
export function requirePrograms(programs: readonly string[], install: string): void {
  const missing = programs.filter((program) => !run('sh', ['-c', `command -v ${program}`]).ok);
  if (missing.length === 0) return;
  console.error(`This command needs ${missing.join(' and ')}. On Debian or Ubuntu: ${install}`);
  process.exit(2);
}

/** The programs of a Python environment with these packages, kept from one run to the next. */
export function pythonEnvironment(name: string, ...packages: readonly string[]): string {
  const folder = join(cache, name);
  const programs = join(folder, 'bin');
  if (!existsSync(join(folder, 'pyvenv.cfg'))) {
    mkdirSync(cache, { recursive: true });
    need(run('python3', ['-m', 'venv', folder]), 'python3 -m venv failed; install python3-venv');
  }
  need(
    run(join(programs, 'pip'), ['install', '--quiet', '--upgrade', ...packages]),
    `pip install ${packages.join(' ')} failed`,
  );
  return programs;
}

/** What a program wrote. @throws with the sentence and the end of its output when it failed. */
export function need(outcome: Outcome, sentence: string): string {
  if (outcome.ok) return outcome.stdout;
  throw new Error(`${sentence}:\n${outcome.output.slice(-3000)}`);
}

/** The address of a running site, with the options and up to `maxWords` words that follow it on the command line. */
export function readSite<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  maxWords = 0,
) {
  const { values, positionals } = readOptions(usage, options, true);
  const [url = '', ...words] = positionals;
  if (!/^https?:\/\//.test(url))
    refuse('Give the address of a running site, such as http://localhost:4321', usage);
  if (words.length > maxWords) refuse(`"${words[maxWords]}" is one word too many.`, usage);
  return { url: url.replace(/\/$/, ''), values, words };
}

/** Runs every attempt, prints how each ended, and ends the process with 1 when one failed. */
export function runAll(attempts: Readonly<Record<string, () => string>>): void {
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      console.log(`✓ ${name}: ${attempt().trim().split('\n').at(-1)}`);
    } catch (error) {
      console.log(`✗ ${name}\n${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
}
