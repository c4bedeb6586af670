import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeFile } from 'agentsite/terminal';

export interface ServedSite {
  /** Requests a path without following redirects. */
  get(path: string): Promise<Response>;
  stop(): Promise<void>;
}

const configurations = ['astro.config.mjs', 'astro.config.ts'];

const buildCommand = codeFile('src/cli/build');
const sidecar = codeFile('sidecar/main');

/** Builds a site's folder and serves it on loopback. @returns a message if the build failed */
export async function serveSite(folder: string, url: string): Promise<ServedSite | string> {
  if (!configurations.some((name) => existsSync(join(folder, name))))
    return 'The folder has no astro.config.mjs: make it with `npx agentsite init`, then import into it.';
  const built = await run(buildCommand, folder, { SITE_URL: url });
  if (built !== null) return `The site does not build: ${built}`;
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'agentsite-proof-'));
  const child = spawn(process.execPath, [sidecar], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATA_DIR: data,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.stdout.on('data', (chunk: Buffer) => {
    if (/ is at http/.test(chunk.toString())) resolve(true);
  });
  child.once('exit', () => resolve(false));
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
  if (!(await promise)) {
    await stop();
    return 'The site was built, and the server did not start.';
  }
  return { get: (path) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }), stop };
}

/** Runs a command. @returns the end of its output if it failed */
async function run(file: string, cwd: string, environment: Record<string, string>): Promise<string | null> {
  const child = spawn(process.execPath, [file], {
    cwd,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? null : said.trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return address.port;
}
