import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { readOwnSite } from 'agentsite/content';
import { codeFile, readOptions, stop, typed } from 'agentsite/terminal';

const usage = `Usage: ${typed('test', '[URL]')}

Runs the contract suite, which checks every documented interface of a site. Without a URL it builds the site in this
folder and serves it on a free port; a site for a static host is checked as by \`${typed('verify')}\`. The suite
sends no messages.

  -h, --help  shows this help`;

const { positionals } = readOptions(usage, {}, true);
const [given] = positionals;
if (given !== undefined && !URL.canParse(given))
  stop(`"${given}" is not a URL such as http://localhost:4321.\n\n${usage}`);
process.exitCode = given === undefined ? await testThisSite() : await runSuite(given);

async function testThisSite(): Promise<number> {
  const built = await run([codeFile('src/cli/build')], process.env);
  if (built !== 0) return built;
  const { deploy } = await readOwnSite();
  if (deploy !== 'server') {
    return run([codeFile('src/cli/verify')], process.env);
  }
  const state = mkdtempSync(join(tmpdir(), 'agentsite-test-'));
  const site = await serve(state);
  try {
    return await runSuite(site.url);
  } finally {
    await site.stop();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Serves the build with its own state and mail, without the owner's settings. */
async function serve(state: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [codeFile('sidecar/main')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: state,
      MCP_PER_MINUTE: '2000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const listening = once(createInterface({ input: child.stdout }), 'line');
  const failed = ended.then(() => Promise.reject(new Error("Can't serve the build in dist/.")));
  await Promise.race([listening, failed]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

function runSuite(url: string): Promise<number> {
  const suite = join(import.meta.dirname, '..');
  const runner = join(suite, `use-node-runner${extname(import.meta.filename)}`);
  const files = readdirSync(suite).filter((name) => /\.test\.(?:js|ts)$/.test(name));
  const paths = files.map((name) => join(suite, name));
  const environment = { ...process.env, CONTRACT_URL: url };
  // One process, since loading the shared modules takes longer than the requests.
  const options = [
    '--import',
    pathToFileURL(runner).href,
    '--test',
    '--test-isolation=none',
    '--test-reporter=spec',
  ];
  return run([...options, ...paths], environment);
}

async function run(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: environment });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
