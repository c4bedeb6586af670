import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { findFreePort, listens } from '../../helpers/ports.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { Terminal, waitForEnd } from '../../helpers/terminal.ts';

/** `npm run dev`, as a person types it, in a terminal. */
const folder = makeQuickFolder('dev-terminal');

beforeAll(() => layOutProject(folder, join(projectRoot, 'content')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string): Terminal {
  const terminal = new Terminal(command, folder, { NO_COLOR: '1' });
  onTestFinished(() => terminal.close());
  return terminal;
}

async function serve(port: number, command = 'npm run dev --'): Promise<Terminal> {
  const terminal = run(`${command} --port ${port}`);
  await waitForPage(port, /<h1/, terminal);
  return terminal;
}

/** Waits until a page of the preview contains a text. */
async function waitForPage(port: number, text: RegExp, terminal: Terminal): Promise<void> {
  for (;;) {
    const page = await fetch(`http://localhost:${port}/about/`).then(
      (response) => response.text(),
      () => '',
    );
    if (text.test(page)) return;
    if (terminal.hasEnded) throw new Error(`The preview ended:\n${terminal.text}`);
    await delay(200);
  }
}

it('answers pages, misses, queries, the search and MCP; a second preview leaves it as it is; ends when the terminal goes away', async () => {
  const port = await findFreePort();
  const terminal = await serve(port);
  const status = async (path: string, init?: RequestInit) =>
    (await fetch(`http://localhost:${port}${path}`, init)).status;
  expect(await status('/about/')).toBe(200);
  expect(await status('/no-such-page/')).toBe(404);
  expect(await status('/wp-json/wp/v2/posts?per_page=2')).toBe(200);
  expect(await status('/search/?q=site')).toBe(200);
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'site' } },
  };
  const asked = await fetch(`http://localhost:${port}/wp-json/agentsite/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  });
  expect(asked.status).toBe(200);
  expect(await asked.text()).not.toContain('isError":true');

  const second = run(`npm run dev -- --port ${await findFreePort()}`);
  const [, pid] = await second.waitFor(/(?:process|pid)\W+(\d+)\b/i);
  expect(terminal.processes()).toContain(Number(pid));
  await second.close();
  await waitForPage(port, /<h1/, terminal);

  await terminal.close();
});

it('a second agentsite dev in the same folder ends at once, and names the first one, which goes on', async () => {
  const command = 'node_modules/.bin/node src/cli/agentsite.ts dev';
  const port = await findFreePort();
  const first = await serve(port, command);
  const other = await findFreePort();
  const second = run(`${command} --port ${other}`);
  const [, pid] = await second.waitFor(/already running[\s\S]*PID: +(\d+)[\s\S]*astro dev stop/);
  expect(first.processes()).toContain(Number(pid));
  expect(await second.end()).toBe(1);
  expect(second.text).not.toContain(`http://localhost:${other}`);
  await waitForPage(port, /<h1/, first);

  await first.close();
  await (await serve(port, command)).close();
});

it('without a terminal it ends when npm is ended, and its port is free', async () => {
  const port = await findFreePort();
  // In a group of its own, whose processes get no signal but those that npm passes on.
  const npm = spawn('npm', ['run', 'dev', '--', '--port', String(port)], {
    ...{ cwd: folder, env: plainEnvironment, stdio: 'ignore', detached: true },
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  });
  await expect.poll(() => listens(port), { timeout: 80_000 }).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(() => listens(port), { timeout: 20_000 }).toBe(false);
});

it('a port that is taken is named; one that no one asked for gives way to the next free one; ends with Ctrl-C', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const asked = run(`npm run dev -- --port ${port}`);
  await asked.waitFor(new RegExp(`Port ${port} is (?:taken|in use|already in use)`, 'i'));
  await asked.close();

  const usual = createServer().listen(4321, '127.0.0.1');
  onTestFinished(() => void usual.close());
  // Anyone who has it: it is taken.
  await Promise.race([once(usual, 'listening'), once(usual, 'error').catch(() => undefined)]);
  const unasked = run('npm run dev');
  const [, found] = await unasked.waitFor(/http:\/\/localhost:(\d+)/);
  expect(Number(found)).toBeGreaterThan(4321);
  await waitForPage(Number(found), /<h1/, unasked);
  const processes = unasked.processes();
  unasked.press('\u0003');
  await unasked.end();
  await waitForEnd(processes);
});

it('a broken src/site.ts is explained, also at the start, and its repair is shown without another start', async () => {
  const file = join(folder, 'src/site.ts');
  const text = readFileSync(file, 'utf8');
  const port = await findFreePort();
  writeFileSync(file, text.replace("title: 'Agentsite'", 'title: 17'));
  const terminal = run(`npm run dev -- --port ${port}`);
  await terminal.waitFor(/src\/site\.ts cannot be used/);
  // Astro's watcher reports changes once the server is up.
  await waitForPage(port, /cannot be used/, terminal);
  await delay(1000);
  writeFileSync(file, text.replace("title: 'Agentsite'", "title: 'Fixed notes'"));
  await waitForPage(port, /Fixed notes/, terminal);

  const from = terminal.text.length;
  writeFileSync(file, text.replace("title: 'Agentsite',", "title: 'Agentsite"));
  await terminal.waitFor(/site\.ts/, from);
  // Astro ignores changes during a restart, which ends with this line.
  await terminal.waitFor(/Continuing with previous/, from);
  await delay(1000);
  writeFileSync(file, text.replace("title: 'Agentsite'", "title: 'Twice fixed'"));
  await waitForPage(port, /Twice fixed/, terminal);
  writeFileSync(file, text);
});
