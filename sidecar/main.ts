import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { Site } from '../src/core/model/site.ts';
import { hasSidecar } from '../src/core/model/targets.ts';
import { readSite } from '../src/settings/read-site.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import { type Config, readConfig } from './config.ts';
import { createContact } from './contact/create-contact.ts';
import { hashCaller } from './contact/delivery-ids.ts';
import { findAddressFault } from './http/free-address.ts';
import { createHttpServer } from './http/http-server.ts';
import { createLimiter } from './mcp/limit.ts';
import { openContactParts } from './open-contact-parts.ts';
import { type LastingParts, openEdition } from './open-edition.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { startOperations } from './operations/operations-server.ts';
import { readCredentials } from './process/credentials.ts';
import type { FolderLock } from './process/folder-lock.ts';
import { onHangup } from './process/hangup.ts';
import { createLogger, describeError } from './process/logger.ts';
import { keepHeapSmall } from './process/small-heap.ts';
import { lockState, StateInUse } from './process/state-lock.ts';
import { QueryEngine } from './queries/query-engine.ts';
import { buildWhenNeeded } from './release/build-when-needed.ts';
import { openContentIndex } from './release/content-index.ts';
import { Editions } from './release/editions.ts';

/**
 * The composition root: environment → configuration → parts → application → listening. The only file that reads
 * the environment or ends the process.
 */
/** The site's folder. */
const root = process.cwd();
/**
 * Milliseconds at the end: requests in flight may take as long as a contact request ever does, records not yet
 * written a little longer. What holds the process after `stopLimit`, it ends all the same, before the unit's
 * TimeoutStopSec (30 s) would.
 */
const requestGrace = 16_000;
const recordGrace = 5_000;
const stopLimit = 25_000;
/** The first descriptor that systemd hands over (sd_listen_fds). */
const firstInherited = 3;

async function main(): Promise<void> {
  keepHeapSmall();
  const buildsItself = process.argv.includes('--build-when-needed');
  const settings = join(root, '.env');
  if (buildsItself && existsSync(settings)) process.loadEnvFile(settings);
  const read = readConfig({ ...process.env, ...readCredentials(process.env.CREDENTIALS_DIRECTORY) });
  if (!read.ok) return stop(read.problems.join('\n'));
  const { config } = read;
  const inherited = inheritedSocket();
  const fault = await findFault(config, inherited !== undefined);
  if (fault !== null) return stop(fault);
  // Held during the build, which may take a while; the contact store takes it again.
  const state = config.REDIS_URL ? null : holdState(config.DATA_DIR);
  if (buildsItself) {
    const site = await readSite(root, config.SITE_URL, process.env.DEPLOY);
    if (!hasSidecar(site)) return stop(filesOnly(site.deploy));
    const url = config.SITE_URL ?? defaultUrl(site, config.PORT);
    const built = await buildWhenNeeded(root, url, { ...process.env, DEPLOY: 'server' });
    if (built.kind === 'failed') return stop(built.reason);
    if (built.kind === 'ended') return;
  }
  const isService = config.RELEASE_DIR !== undefined && ![0, 1, 2].some((descriptor) => isatty(descriptor));
  if (!isService) onHangup(() => process.exit());
  const logger = createLogger(config.LOG_LEVEL);
  // Without this, Node would print the error's message, in which a foreign library may quote a setting or a visitor.
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'a fault ends the process');
    process.exit(1);
  });
  const folder = config.RELEASE_DIR ?? join(root, 'dist');
  const index = openContentIndex(join(folder, 'server/content.sqlite'));
  const builtSite = index.site;
  index.close();
  const metrics = createMetrics();
  const redis = config.REDIS_URL ? await connectToRedis(config, config.REDIS_URL, logger) : null;
  state?.close();
  const opened = await openContactParts(config, builtSite, redis, logger);
  const store = metrics.measureStore(opened.store);
  const contact = createContact({ ...opened, store, mailer: metrics.measureMailer(opened.mailer) });
  const limiter = createLimiter({
    perMinute: config.MCP_PER_MINUTE,
    redis: redis && {
      client: redis.client,
      siteName: new URL(builtSite.url).host,
      hashCaller: (caller) => hashCaller(opened.secret, caller),
    },
    onStoreFault: (error) =>
      logger.warn(describeError(error), 'redis does not count MCP messages; this process does'),
  });
  const queryEngine = new QueryEngine();
  const lasting: LastingParts = {
    queryEngine,
    trustProxy: config.TRUST_PROXY,
    contact,
    mcp: { limiter, behindSocket: config.HOST.startsWith('/') },
    now: () => Date.now(),
    logger,
  };
  const editions = new Editions(await openEdition(folder, lasting));
  metrics.showRelease(editions.current.digest);

  const http = createHttpServer(metrics.measureRequests(editions.listener));
  const address = await http.listen(config.PORT, config.HOST, inherited);
  let stopping = false;
  /** The folder of a release that could not be opened, until another one is. */
  let refused: string | null = null;
  const operations =
    config.OPERATIONS_PORT === undefined
      ? null
      : await startOperations(config.OPERATIONS_PORT, {
          registry: metrics.registry,
          // A preview has another name, so that no publication takes it for its release.
          release: () => (builtSite.preview ? `preview ${editions.current.folder}` : editions.current.folder),
          findFault: async () => {
            if (stopping) return 'stopping';
            if (refused !== null) return `${refused} cannot be opened, ${editions.current.folder} is served`;
            await store.usage('agent', 'readiness');
            return null;
          },
        });
  console.log(`${builtSite.title} is at ${address.replace('//127.0.0.1:', '//localhost:')}`);
  const end = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(), stopLimit).unref();
    await http.stop(requestGrace);
    await contact.close(recordGrace);
    await operations?.close();
    editions.close();
    await queryEngine.end();
    await redis?.close();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  let reopening = Promise.resolve();
  const reload = () => {
    reopening = reopening.then(async () => {
      refused = (await reopen(folder, editions, lasting, metrics, logger)) ? null : folder;
    });
  };
  onHangup(isService ? reload : end);
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
async function findFault(config: Config, isInherited: boolean): Promise<string | null> {
  const fault = isInherited ? null : await findAddressFault(config.PORT, config.HOST);
  if (fault !== null || config.OPERATIONS_PORT === undefined) return fault;
  const operations = await findAddressFault(config.OPERATIONS_PORT, '127.0.0.1');
  return operations === null ? null : `OPERATIONS_PORT: ${operations}`;
}

/** A site without Redis does not load its client: that is six megabytes. */
async function connectToRedis(config: Config, url: string, logger: Logger): Promise<RedisConnection> {
  const { openRedis } = await import('./adapters/redis-connection.ts');
  return openRedis(url, logger, { mayForget: config.REDIS_MAY_FORGET === 'yes' });
}

/**
 * Serves the build that the folder names now. One that cannot be opened changes nothing.
 * @returns whether it was opened
 */
async function reopen(
  folder: string,
  editions: Editions,
  lasting: LastingParts,
  metrics: Metrics,
  logger: Logger,
): Promise<boolean> {
  try {
    const next = await openEdition(folder, lasting);
    editions.replace(next);
    metrics.showRelease(next.digest);
    logger.info({ content: next.digest.slice(0, 16) }, 'another release is served');
    return true;
  } catch (error) {
    logger.error(describeError(error), 'the new release cannot be opened; the old one stays');
    return false;
  }
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

function filesOnly(deploy: string): string {
  return `This site is published as files (deploy: '${deploy}' in site.ts), so no server belongs to it. Run \`npm run build\` and \`npx astro preview\` to see it, or set DEPLOY=server to try it as a server. \`sidecar\` in site.ts names the host of a sidecar.`;
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
