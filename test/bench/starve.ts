import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeCursor } from '../../sidecar/mcp/features/cursor.ts';
import { readNumbers } from '../helpers/command-words.ts';
import { findFreePort } from '../helpers/ports.ts';
import { createRandom, generatePosts, layOutAgentsite } from './generate-site.ts';

/**
 * `npm run bench:starve -- 10000`: what everybody else feels while four connections ask a site of that many posts for
 * the most expensive things that it answers. Each load runs against the sidecar as `npm start` starts it, while a
 * contact GET goes out every 20 milliseconds. Prints, for each load, how long those took, the longest time for which
 * the sidecar's event loop was held up (on the clock, and in processor time, which other work of the machine does not
 * change), and what the load itself got.
 */
const [posts = 0] = readNumbers('Usage: npm run bench:starve -- [POSTS]', 10_000);
const seconds = Number(process.env.SECONDS ?? 5);
const connections = 4;
const pause = 20;
const mcpPath = '/wp-json/agentsite/v1/mcp';

interface Shot {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}
interface Load {
  readonly title: string;
  /** The next request; no two are the same, so that no answer is kept from the last one. */
  readonly next: () => Shot;
}

const random = createRandom(11);
const vocabulary = collectWords();
const syllables = [...new Set(vocabulary.map((word) => word.slice(0, 3)))];
const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? 'word';
const several = (count: number, make: () => string) => Array.from({ length: count }, make);
const unheard = () => `${pick(vocabulary)}${Math.floor(random() * 1e9).toString(36)}`;
const prefixes = () => several(12, () => pick(syllables)).join(' ');

const wp = (query: string): Shot => ({ method: 'GET', path: `/wp-json/wp/v2/${query}` });
const search = (query: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query, limit: 50 } },
});
const list = (given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_content', arguments: given },
});
const lastPage = writeCursor('content', posts - 50);
const complete = (value: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'completion/complete',
  params: {
    ref: { type: 'ref/resource', uri: 'agentsite://{type}/{+slug}' },
    argument: { name: 'slug', value },
  },
});
const mcp = (body: unknown): Shot => ({ method: 'POST', path: mcpPath, body });
const html = (query: string): Shot => ({
  method: 'GET',
  path: `/search/?q=${encodeURIComponent(query).slice(0, 180)}`,
});

const loads: readonly Load[] = [
  { title: 'nothing else', next: () => ({ method: 'GET', path: '/wp-json/wp/v2/posts/0' }) },
  {
    title: 'wp: a phrase of common words',
    next: () =>
      wp(
        `search?per_page=100&search=%22${pick(vocabulary.slice(0, 60))}+${pick(vocabulary.slice(0, 60))}%22`,
      ),
  },
  {
    title: 'wp: nine words to leave out',
    next: () => wp(`posts?per_page=100&search=${several(9, () => `-${unheard()}`).join('+')}`),
  },
  {
    title: 'wp: syllables, by relevance',
    next: () =>
      wp(
        `posts?orderby=relevance&per_page=100&search=${several(9, () => pick(syllables).slice(0, 2)).join('+')}`,
      ),
  },
  {
    title: 'wp: a hundred, embedded',
    next: () =>
      wp(`posts?per_page=100&_embed&_pretty&orderby=title&page=${1 + Math.floor((random() * posts) / 101)}`),
  },
  {
    title: 'wp: percent signs in a body',
    next: () => ({ ...wp('posts'), body: { search: '%'.repeat(21_000) + '25'.repeat(21_000) } }),
  },
  {
    title: 'wp: open tags in a body',
    next: () => ({ ...wp('posts'), body: { search: '<script>'.repeat(7_800) } }),
  },
  { title: 'search page: twelve syllables', next: () => html(prefixes()) },
  { title: 'search page: narrowed to a year', next: () => html(prefixes().slice(0, 60)) },
  { title: 'search page: runs of Han', next: () => html(several(4, () => `東${unheard()}`).join(' ')) },
  { title: 'MCP: twelve syllables', next: () => mcp(search(prefixes())) },
  {
    title: 'MCP: twenty in one array',
    next: () => mcp(Array.from({ length: 20 }, () => search(prefixes()))),
  },
  {
    title: 'MCP: twenty lists in one array',
    next: () => mcp(Array.from({ length: 20 }, () => list({ tag: 'tag-1', limit: 50 }))),
  },
  {
    title: 'MCP: twenty last pages in one array',
    next: () => mcp(Array.from({ length: 20 }, () => list({ type: 'post', limit: 50, cursor: lastPage }))),
  },
  { title: 'MCP: completions', next: () => mcp(complete(pick(['', 'p', 'po', 'post-7']))) },
];

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentsite-starve-'));
let sidecar: ChildProcess | null = null;
try {
  const port = await findFreePort();
  const project = join(folder, 'site');
  layOutAgentsite(project, posts);
  const environment = { ...process.env, SITE_URL: `http://127.0.0.1:${port}`, ASTRO_TELEMETRY_DISABLED: '1' };
  const built = spawnSync(process.execPath, ['src/cli/build.ts'], { cwd: project, env: environment });
  if (built.status !== 0) throw new Error(`The site was not built:\n${built.stdout}${built.stderr}`);
  sidecar = await startSidecar(project, port, environment);
  console.log(
    `${posts} posts, ${connections} connections, ${seconds} s each\n` +
      `${'load'.padEnd(34)}contact GET p50 / p99 / worst ms   longest turn: ms, cpu ms   load: answers/s, p50 ms, statuses`,
  );
  for (const load of loads) console.log(await measure(load, sidecar, port));
} finally {
  sidecar?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

async function startSidecar(
  project: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const probe = join(import.meta.dirname, 'turn-probe.ts');
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=2', '--import', probe, join(project, 'sidecar/main.ts')],
    {
      cwd: project,
      env: {
        ...environment,
        MALLOC_ARENA_MAX: '1',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        MCP_PER_MINUTE: '1000000',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const { stdout } = child;
  if (!stdout) throw new Error('The sidecar has no output.');
  await Promise.race([
    once(stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The sidecar did not start.'))),
  ]);
  return child;
}

async function measure({ title, next }: Load, child: ChildProcess, port: number): Promise<string> {
  const contact: Shot = { method: 'GET', path: '/wp-json/site/v1/contact' };
  await drive(port, () => contact, performance.now() + 300, pause);
  await longestTurn(child);
  const end = performance.now() + seconds * 1000;
  const idle = title === 'nothing else';
  const [times, ...hostile] = await Promise.all([
    drive(port, () => contact, end, pause),
    ...Array.from({ length: connections }, () => drive(port, next, end, idle ? 1000 : 0)),
  ]);
  const turn = await longestTurn(child);
  const own = sorted(times.map(({ took }) => took));
  const others = hostile.flat();
  const theirs = sorted(others.map(({ took }) => took));
  const statuses = new Map<number, number>();
  for (const { status } of [...times, ...others].values())
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const ms = (value: number) => value.toFixed(1).padStart(7);
  return (
    `${title.padEnd(34)}${ms(at(own, 0.5))} ${ms(at(own, 0.99))} ${ms(own.at(-1) ?? 0)}`.padEnd(69) +
    `${ms(turn.clock)} ${ms(turn.processor)}    ${(others.length / seconds).toFixed(0).padStart(5)} ${ms(at(theirs, 0.5))}   ${answered}`
  );
}

/** Milliseconds. */
interface Turn {
  readonly clock: number;
  readonly processor: number;
}

async function longestTurn(child: ChildProcess): Promise<Turn> {
  child.send('longest');
  const [turn] = (await once(child, 'message')) as [Turn];
  return turn;
}

/** One connection that asks again when it has its answer, after `wait` milliseconds. */
async function drive(
  port: number,
  next: () => Shot,
  end: number,
  wait: number,
): Promise<{ took: number; status: number }[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: { took: number; status: number }[] = [];
  while (performance.now() < end) {
    const sent = performance.now();
    const status = await send(port, agent, next());
    answers.push({ took: performance.now() - sent, status });
    if (wait > 0) await delay(wait);
  }
  agent.destroy();
  return answers;
}

function send(port: number, agent: Agent, { method, path, body }: Shot): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers =
    text === ''
      ? {}
      : {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Content-Length': Buffer.byteLength(text),
        };
  const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
    response.resume();
    response.once('end', () => resolve(response.statusCode ?? 0));
  });
  // A connection that the sidecar gave up counts as an answer of status 0.
  sent.once('error', () => resolve(0));
  sent.end(text);
  return promise;
}

/** The words of some posts, the commonest first. */
function collectWords(): string[] {
  const counts = new Map<string, number>();
  for (const { body } of generatePosts(200)) {
    for (const word of body.match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

function sorted(times: number[]): number[] {
  return times.sort((a, b) => a - b);
}

function at(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}
