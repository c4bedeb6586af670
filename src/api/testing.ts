/**
 * `agentsite/testing`: tests of plugins, with any runner.
 *
 *     const site = await buildTestSite({ 'site.ts': '…', 'content/posts/hello.md': '…' });
 *     const server = await site.start();
 *     await fetch(`${server.url}/_plugins/guest-book/`);
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { codeFile } from '../content/read/code-digest.ts';
import { formatProblem, type Problem } from '../content/read/problems.ts';
import { astroConfig } from '../core/model/site-packages.ts';

/** A site that was built from strings. */
export interface TestSite {
  readonly folder: string;
  /** Why there is no build, and warnings, as `agentsite build` words them. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** A published file, such as `/books.json` or `/hello/index.html`; `null` for none. */
  readonly read: (path: string) => string | null;
  /**
   * Starts the sidecar at the site's address, whose state is in `.data` of the folder; a second one, at another port, needs
   * `REDIS_URL` in the environment.
   */
  readonly start: (environment?: Environment) => Promise<TestServer>;
  /** Runs `agentsite` with some words, such as the name of a command of a plugin. @returns what it printed */
  readonly run: (words: readonly string[], environment?: Environment) => Promise<string>;
  /** Builds again, with other files; with problems the last build stays. */
  readonly rebuild: (files: Readonly<Record<string, string>>) => Promise<TestSite>;
  /** Stops what still runs, and removes the folder. */
  readonly remove: () => void;
}

type Environment = Readonly<Record<string, string>>;

/** The site, served on this machine. */
export interface TestServer {
  readonly url: string;
  /** Mails to the owner, oldest first: their headers and words, decoded. */
  readonly mails: () => readonly string[];
  /** Calls a tool of the MCP server. */
  readonly callTool: (name: string, input: object) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/**
 * Builds a site below the working folder, whose packages it uses.
 * @param files by path; `site.ts` is needed, `astro.config.mjs` and `package.json` are not
 */
export async function buildTestSite(
  files: Readonly<Record<string, string>>,
  now = '2026-11-28T12:00:00',
): Promise<TestSite> {
  const folder = mkdtempSync(join(process.cwd(), '.agentsite-test-'));
  const url = `http://127.0.0.1:${await findFreePort()}`;
  return build(folder, url, now, {
    'package.json': '{ "type": "module" }',
    'astro.config.mjs': astroConfig,
    ...files,
  });
}

async function build(
  folder: string,
  url: string,
  now: string,
  files: Readonly<Record<string, string>>,
  running: Running = new Map(),
): Promise<TestSite> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  // In a process of its own, which ends with the programs that a build starts.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', buildProgram, url, now],
    { cwd: folder, maxBuffer: 2 ** 26 },
  );
  const { problems, warnings } = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as Found;
  return {
    folder,
    warnings: warnings.map(formatProblem),
    problems: problems.map(formatProblem),
    read: (path) => {
      const file = join(folder, 'dist/client', path);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    },
    start: (environment = {}) => startServer(folder, url, environment, running),
    async run(words, environment = {}) {
      const env = { ...process.env, SITE_URL: url, DATA_DIR: join(folder, '.data'), ...environment };
      const command = [codeFile('src/cli/agentsite'), ...words];
      return (await promisify(execFile)(process.execPath, command, { cwd: folder, env })).stdout;
    },
    rebuild: (changed) => build(folder, url, now, changed, running),
    remove() {
      for (const child of running.values()) child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Sidecars by port; `null` for one that starts. */
type Running = Map<number, ChildProcess | null>;

interface Found {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const buildProgram = `
import { runBuild } from ${JSON.stringify(pathToFileURL(codeFile('src/build/run-build')).href)};
const warnings = [];
const [url, now] = process.argv.slice(1);
const problems = await runBuild(process.cwd(), url, now, (event) => warnings.push(...(event.warnings ?? [])));
process.stdout.write('\\n' + JSON.stringify({ problems, warnings }), () => process.exit());
`;

async function startServer(
  folder: string,
  site: string,
  environment: Environment,
  running: Running,
): Promise<TestServer> {
  const wanted = Number(new URL(site).port);
  const isTaken = running.has(wanted);
  running.set(wanted, running.get(wanted) ?? null);
  const port = await findFreePort(isTaken ? 0 : wanted);
  const env = {
    ...process.env,
    PORT: String(port),
    SITE_URL: site,
    DATA_DIR: join(folder, '.data'),
    LOG_LEVEL: 'error',
    ...environment,
  };
  const child = spawn(process.execPath, [codeFile('sidecar/main')], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.set(port, child);
  const ended = once(child, 'exit').then(() => running.delete(port));
  const isListening = async () => {
    for await (const chunk of child.stdout) if (String(chunk).includes(' is at http')) return true;
    return false;
  };
  if (!(await isListening())) throw new Error('The sidecar ended; what it said is above.');
  child.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  const outbox = join(env.DATA_DIR, 'outbox');
  return {
    url,
    mails: () =>
      existsSync(outbox)
        ? readdirSync(outbox)
            .sort()
            .map((file) => decodeMail(readFileSync(join(outbox, file), 'utf8')))
        : [],
    async callTool(name, input) {
      const params = { name, arguments: input };
      const response = await fetch(`${url}/wp-json/agentsite/v1/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      return ((await response.json()) as { result?: unknown }).result;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A mail without the line breaks and signs of quoted-printable, in which a link could not be followed. */
function decodeMail(mail: string): string {
  const [head = '', ...body] = mail.split(/\r?\n\r?\n/);
  if (!/^content-transfer-encoding: quoted-printable/im.test(mail)) return mail;
  const bytes = body
    .join('\n\n')
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}

/** @param wanted another one where it is taken */
async function findFreePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return findFreePort();
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
