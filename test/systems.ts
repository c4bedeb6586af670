import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { readNumbers } from './helpers/command-words.ts';
import { findFreePort } from './helpers/ports.ts';

/**
 * `npm run test:systems`: `npm start` and `npm run dev` answer, and end on a signal, on this system. The
 * workflow `systems.yml` runs it on Linux, macOS and Windows.
 */
readNumbers(`Usage: npm run test:systems

Starts the site with npm start and npm run dev, asks for a page of each, and ends them.`);

const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('Run this as npm run test:systems.');

/** Milliseconds that a first start may take, its build included. */
const patience = 300_000;

async function ask(words: readonly string[], port: number, path: string, expected: RegExp): Promise<void> {
  const child = spawn(process.execPath, [npm ?? '', ...words], {
    env: { ...process.env, PORT: String(port), ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
    detached: process.platform !== 'win32',
  });
  const ended = once(child, 'exit');
  try {
    const text = await fetchWhenReady(`http://localhost:${port}${path}`, child);
    if (!expected.test(text)) throw new Error(`${path} does not contain ${expected}: ${text.slice(0, 500)}`);
    console.log(`npm ${words.join(' ')}: ok`);
  } finally {
    end(child);
    await ended;
  }
}

async function fetchWhenReady(url: string, child: ChildProcess): Promise<string> {
  const until = performance.now() + patience;
  while (performance.now() < until && child.exitCode === null) {
    try {
      const response = await fetch(url, { headers: { Accept: 'text/html' } });
      if (response.ok) return await response.text();
    } catch {
      // It does not listen yet.
    }
    await delay(500);
  }
  throw new Error(`${url} did not answer.`);
}

/** Ends npm and what it started, as a closed terminal does. */
function end({ pid = 0 }: ChildProcess): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/T', '/F', '/PID', String(pid)]);
  else process.kill(-pid, 'SIGTERM');
}

const served = await findFreePort();
await ask(['start'], served, '/', /<html/);
await ask(['start'], served, '/llms.txt', /^# /);
const live = await findFreePort();
await ask(['run', 'dev', '--', '--port', String(live)], live, '/', /<html/);
