import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readOptions } from '../../../src/terminal/options.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { openBrokenBuilds } from './broken-builds.ts';

/**
 * `npm run test:killed`: 30 builds killed at random moments, and 10 on a disk that is full at some point (as root, on
 * Linux). Prints which build was in `dist/` after each; the status is 1 if one was damaged.
 */

readOptions(
  'Usage: npm run test:killed\n\nEnds builds at random moments and fills disks; needs root on Linux.',
  {},
);
const [kills, disks] = [30, 10];
const folder = makeQuickFolder('killed');
const dist = join(folder, 'dist');
const outcomes: string[] = [];
const note = (what: string, outcome: string) => {
  outcomes.push(outcome);
  console.log(`${what}: ${outcome}`);
};

try {
  const site = openBrokenBuilds(folder);
  const startedAt = performance.now();
  site.restore();
  site.build();
  const whole = performance.now() - startedAt;
  for (let count = 1; count <= kills; count++) {
    site.restore();
    const options = count % 3 === 0 ? ['--plain'] : [];
    const child = spawn(process.execPath, ['src/cli/build.ts', ...options], {
      cwd: folder,
      env: { ...plainEnvironment, SITE_URL: 'https://broken.example.org' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    // A plain build compiles the theme as well.
    const moment = Math.random() * whole * (options.length > 0 ? 3 : 1.1);
    await Promise.race([ended, setTimeout(moment)]);
    child.kill('SIGKILL');
    await ended;
    note(`${['build', ...options].join(' ')} killed after ${Math.round(moment)} ms`, site.identify());
  }
  mountDisk(2 ** 30);
  site.restore();
  const { blocks, bfree, bsize } = statfsSync(dist);
  spawnSync('umount', [dist]);
  for (let count = 1; count <= disks; count++) {
    // A build needs room for a third of this one, and the last disks have it.
    const size = Math.round((blocks - bfree) * bsize * (1 + (0.4 * count) / disks));
    mountDisk(size);
    try {
      site.restore();
      const { status } = site.build();
      note(`disk of ${size} bytes, status ${status}`, site.identify());
    } finally {
      spawnSync('umount', [dist]);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const damaged = outcomes.filter((outcome) => outcome === 'damaged').length;
console.log(`${outcomes.length} builds, ${damaged} damaged`);
process.exitCode = damaged > 0 || outcomes.length < kills + disks ? 1 : 0;

function mountDisk(bytes: number): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', dist], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`A disk of its own needs root on Linux: ${stderr}`);
}
