import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { measurePeer } from '../../bench/api-peer.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { waitForEnd } from '../../helpers/terminal.ts';

/** Behaviour of the benchmark commands. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [['test/bench/front.ts'], 'wrk'],
  [['test/bench/build.ts', '100'], 'hugo'],
  [['test/bench/contact.ts'], 'redis-server'],
])('%j starts nothing without %s, and says the line that installs it', (parameters, program) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: projectRoot,
    env: { PATH: folder, TMPDIR: folder },
    encoding: 'utf8',
  });
  expect(stderr).toMatch(new RegExp(`sudo apt-get install --yes --no-install-recommends .*\\b${program}`));
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
);
/** `npm test` hands its options to Vitest. */
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /^node (test\/\S+\.ts)$/.exec(script)?.[1];
  return file === undefined || name === 'test' ? [] : [{ name, file }];
});

it.each(commands)('npm run $name explains itself, and refuses what it does not know', ({ name, file }) => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [file, ...words], { cwd: projectRoot, encoding: 'utf8', timeout: 250_000 });
  const helped = run('--help');
  expect([helped.status, helped.stderr]).toEqual([0, '']);
  expect(helped.stdout).toContain(`Usage: npm run ${name}`);
  const refused = run('--fastre');
  expect([refused.status, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('There is no option --fastre');
  expect(refused.stderr).toContain(`Usage: npm run ${name}`);
});

it('bench:api --peer asks a WordPress for its own lists and words', async () => {
  const asked = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    asked.add(url.replace(/\d+/g, 'N'));
    response.setHeader('X-WP-Total', '20').end('[{"title":{"rendered":"Copper kettle"}}]');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const rates = await measurePeer(`http://127.0.0.1:${port}/blog`, 0);
  server.close();
  expect(rates.map(({ perSecond }) => perSecond > 0)).toEqual([true, true, true]);
  for (const path of [
    'posts?per_page=N&page=N',
    'search?search=kettle&turn=N',
    'posts?_embed&per_page=N&page=N',
  ])
    expect(asked).toContain(`/blog/wp-json/wp/vN/${path}`);
});

/** A benchmark that starts a process and then does `last`. @returns the benchmark and the process id */
async function startBench(last: string) {
  const file = join(folder, 'bench.ts');
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process';
import { runBench } from '${join(projectRoot, 'test/bench/run-bench.ts')}';
await runBench([], async (atTheEnd) => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  atTheEnd(() => child.kill());
  console.log(child.pid);
  ${last}
});
`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  // It may have ended before this process reads what it said.
  const ended = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ended, started: Number(said.toString()) };
}

it('what fails ends what it started', async () => {
  const { ended, started } = await startBench("throw new Error('as asked');");
  expect(await ended).toEqual([1, null]);
  await waitForEnd([started]);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends what it started', async (signal) => {
  const { child, ended, started } = await startBench(
    'await new Promise(() => setInterval(() => {}, 1_000));',
  );
  child.kill(signal);
  await ended;
  await waitForEnd([started]);
});
