import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '../../src/terminal/options.ts';
import { refuse } from '../helpers/command-words.ts';
import { projectRoot } from '../helpers/project-copy.ts';

/**
 * `npm run bench:pair -- FOLDER bench:api [ARGUMENTS] [--rounds 3]`: runs a benchmark of this project and of another
 * checkout in turn, with the same environment, and prints each line of the last run with the ratio of every number to
 * that of the other checkout, medians of all rounds. Lines whose words differ are left out.
 */
const usage =
  'Usage: npm run bench:pair -- FOLDER bench:NAME [ARGUMENTS] [--rounds 3]\n\nFOLDER is another checkout, after npm ci.';
const { values, positionals } = readOptions(usage, { rounds: { type: 'string', default: '3' } }, true);
const [folder = '', name = '', ...words] = positionals;
const rounds = Number(values.rounds);
const other = resolve(folder);
if (!existsSync(join(other, 'node_modules'))) refuse(`${other} is no checkout after npm ci.`, usage);
if (!name.startsWith('bench:') || !(rounds > 0)) refuse('Name a benchmark: bench:api.', usage);

/** Numbers by the words around them, a list for each round. */
type Results = Map<string, number[][]>;
const number = /(?<![\w.])\d+(?:\.\d+)?/g;
const [ours, theirs]: [Results, Results] = [new Map(), new Map()];
let last: string[] = [];
for (let round = 0; round < rounds; round++) {
  run(other, theirs);
  last = run(projectRoot, ours);
}
const shown = last.filter((line) => theirs.has(wordsOf(line)) && numbersOf(line).length > 0);
for (const line of shown) {
  const [own, its] = [ours, theirs].map((results) => mediansOf(results.get(wordsOf(line)) ?? []));
  const ratios = (own ?? []).map((value, at) => (value / (its?.[at] ?? 0)).toFixed(2));
  console.log(`${line}\n  ratios to ${other}: ${ratios.join('  ')}`);
}

function run(root: string, results: Results): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, script = ''] =
    /^node (\S+)$/.exec(scripts[name] ?? '') ?? refuse(`${root} has no ${name}.`, usage);
  const { status, stdout } = spawnSync(process.execPath, [script, ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} of ${root} failed.`);
  const lines = stdout.split('\n');
  for (const line of lines)
    results.set(wordsOf(line), [...(results.get(wordsOf(line)) ?? []), numbersOf(line)]);
  return lines;
}

function numbersOf(line: string): number[] {
  return (line.match(number) ?? []).map(Number);
}

function wordsOf(line: string): string {
  return line.replace(number, '#').replace(/\s+/g, ' ');
}

function mediansOf(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, at) => {
    const sorted = lists.map((list) => list[at] ?? 0).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  });
}
