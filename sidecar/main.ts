import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Site } from '../src/core/model/site.ts';
import { hasSidecar } from '../src/core/model/targets.ts';
import { loadEnvFile } from '../src/settings/load-env-file.ts';
import { readSite } from '../src/settings/read-site.ts';
import { type Config, readConfig } from './config.ts';
import { findAddressProblem } from './http/free-address.ts';
import { readCredentials } from './process/credentials.ts';
import { endWithNpm } from './process/end-with-npm.ts';
import { type FolderLock, lockState, StateInUse } from './process/folder-lock.ts';
import { onHangup } from './process/hangup.ts';
import { createLogger, describeError } from './process/logger.ts';
import { keepHeapSmall } from './process/small-heap.ts';
import { type BuildOutcome, buildWhenNeeded } from './release/build-when-needed.ts';
import { startService } from './service.ts';

/** Environment → configuration → a build when one is due → the service; only this file ends the process. */
const root = process.cwd();
/** Milliseconds after which the process ends, whatever is left: less than the unit's TimeoutStopSec (30 s). */
const stopLimit = 25_000;
/** The first descriptor that systemd hands over (sd_listen_fds). */
const firstInherited = 3;

async function main(): Promise<void> {
  keepHeapSmall();
  const buildsItself = process.argv.includes('--build-when-needed');
  if (buildsItself) endWithNpm();
  if (buildsItself) loadEnvFile(root);
  const given = { ...process.env, ...readCredentials(process.env.CREDENTIALS_DIRECTORY) };
  const read = readConfig(given);
  if (!read.ok) return stop(read.problems.join('\n'));
  const { config } = read;
  const inherited = inheritedSocket();
  const problem = await findProblem(config, inherited !== undefined);
  if (problem !== null) return stop(problem);
  // Held during the build, which may take a while; the contact store takes it again.
  const state = config.REDIS_URL ? null : holdState(config.DATA_DIR);
  if (buildsItself) {
    const built = await buildOwnSite(config);
    if (built.kind === 'failed') return stop(built.reason);
    if (built.kind === 'ended') return;
  }
  const reopens = config.RELEASE_DIR !== undefined && ![0, 1, 2].some((descriptor) => isatty(descriptor));
  if (!reopens) onHangup(() => process.exit());
  const logger = createLogger(config.LOG_LEVEL);
  // Without this, Node would print the error's message, in which a foreign library may quote a setting or a visitor.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'the process ends because of an error');
    process.exit(1);
  });
  const folder = config.RELEASE_DIR ?? join(root, 'dist');
  const service = await startService({
    config,
    folder,
    inherited,
    logger,
    setting: (name) => given[name],
    state,
  });
  console.log(`${service.title} is at ${service.address.replace('//127.0.0.1:', '//localhost:')}`);
  const end = () => {
    setTimeout(() => process.exit(), stopLimit).unref();
    return service[Symbol.asyncDispose]();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  onHangup(reopens ? service.reopen : end);
}

/** Builds what changed since the last build. A site without a sidecar is refused. */
async function buildOwnSite(config: Config): Promise<BuildOutcome> {
  const site = await readSite(root, config.SITE_URL, process.env.DEPLOY);
  if (!hasSidecar(site)) {
    const reason = `This site is published as files (deploy: '${site.deploy}' in site.ts), so no server belongs to it. Run \`npm run build\` and \`npx astro preview\` to see it, or set DEPLOY=server to try it as a server. \`sidecar\` in site.ts names the host of a sidecar.`;
    return { kind: 'failed', reason };
  }
  const url = config.SITE_URL ?? defaultUrl(site, config.PORT);
  return buildWhenNeeded(root, url, { ...process.env, DEPLOY: 'server' });
}

/** What else is wrong with the folder concerns the contact endpoint, which says so in its answers. */
function holdState(folder: string): FolderLock | null {
  try {
    return lockState(folder);
  } catch (error) {
    if (error instanceof StateInUse) throw error;
    return null;
  }
}

/** What keeps the process from listening, as a sentence: better found before a build than after it. */
async function findProblem(config: Config, isInherited: boolean): Promise<string | null> {
  const problem = isInherited ? null : await findAddressProblem(config.PORT, config.HOST);
  if (problem !== null || config.OPERATIONS_PORT === undefined) return problem;
  const operations = await findAddressProblem(config.OPERATIONS_PORT, '127.0.0.1');
  return operations === null ? null : `OPERATIONS_PORT: ${operations}`;
}

/** The socket that systemd listens on for us, if it does. */
function inheritedSocket(): number | undefined {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  return LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? firstInherited : undefined;
}

/** The base URL of `site.ts`; on the machine itself the port is the one that is listened on. */
function defaultUrl(site: Site, port: number): string {
  const { protocol, hostname } = new URL(site.url);
  return hostname === 'localhost' && site.sidecar === undefined && port !== 0
    ? `${protocol}//localhost:${port}`
    : site.url;
}

function stop(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  // What keeps the sidecar from starting is said in a sentence; the rest of the error is for finding bugs.
  stop(error instanceof Error ? error.message : String(error));
  process.exit();
}
