import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readNumbers } from '../helpers/command-words.ts';
import { generateExport } from './generate-export.ts';
import { runBench } from './run-bench.ts';

/** `npm run bench:import -- 10000`: imports a generated export, and prints time and memory of the command. */
const [posts = 0] = readNumbers('Usage: npm run bench:import -- [POSTS]', 10_000);

await runBench([], async (atTheEnd) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-import-'));
  atTheEnd(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'export.xml');
  const bytes = generateExport(file, posts);
  const command = [
    'src/cli/agentsite.ts',
    'import',
    'wordpress',
    file,
    '--into',
    join(folder, 'site'),
    '--json',
  ];
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'ignore'] });
  atTheEnd(() => child.kill());
  let last = { cpuSeconds: 0, peakMegabytes: 0 };
  const watch = setInterval(() => {
    last = measure(child.pid ?? 0) ?? last;
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${posts} posts, ${Math.round(bytes / 1e6)} MB, status ${code}`);
  console.log(`${seconds.toFixed(1)} s wall, ${last.cpuSeconds.toFixed(1)} s CPU`);
  console.log(`${last.peakMegabytes} MB at most (goal: 300 MB, and 60 s for 10,000 posts)`);
});

/** What Linux counts of a process; null when it has ended. */
function measure(pid: number): { cpuSeconds: number; peakMegabytes: number } | null {
  try {
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (peak === undefined) return null;
    return {
      cpuSeconds: (Number(ticks[11]) + Number(ticks[12])) / 100,
      peakMegabytes: Math.round((Number(peak) * 1024) / 1e6),
    };
  } catch {
    return null;
  }
}
