import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Site } from '../src/core/model/site.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import type { Config } from './config.ts';
import { createContact } from './contact/create-contact.ts';
import { hashCaller } from './contact/delivery-ids.ts';
import { callerNamer } from './http/client-address.ts';
import { createHttpServer } from './http/http-server.ts';
import { boundUnread } from './http/unread-answers.ts';
import { createLimiter } from './mcp/limit.ts';
import { openContactParts } from './open-contact-parts.ts';
import { openPluginHost } from './open-plugin-host.ts';
import { openRelease, type SharedParts } from './open-release.ts';
import { createMetrics } from './operations/metrics.ts';
import { startOperations } from './operations/operations-server.ts';
import type { FolderLock } from './process/folder-lock.ts';
import { describeError } from './process/logger.ts';
import { QueryEngine } from './queries/query-engine.ts';
import { openContentIndex } from './release/content-index.ts';
import { OpenReleases } from './release/open-releases.ts';
import { watchBuilds } from './release/watch-builds.ts';

/** Milliseconds at the end: requests in flight may take as long as a contact request ever does, records a little longer. */
const requestGrace = 16_000;
const recordGrace = 5_000;

const otherAddress =
  'the release was built for another address than the one that this process began with: build with the same SITE_URL, or start again';

export interface ServiceSettings {
  readonly config: Config;
  /** The `dist/` folder; of a release, a symlink that may point elsewhere later. */
  readonly folder: string;
  /** The descriptor of a socket that listens already. */
  readonly inherited: number | undefined;
  readonly logger: Logger;
  /** A setting as it was given, of the engine or of a plugin. */
  readonly setting?: (name: string) => string | undefined;
  /** Lock of the state folder, released before the contact store takes it. */
  readonly state: FolderLock | null;
}

/** The running sidecar. Disposing of it finishes requests in flight, records what was delivered, and closes every part. */
export interface Service extends AsyncDisposable {
  readonly title: string;
  readonly address: string;
  /** Opens the build that the folder names now; one at a time. A build that can't be opened changes nothing. */
  readonly reopen: () => void;
}

/** The composition root: opens every part in order, owns them, and disposes of them in reverse order. */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { config, folder, inherited, logger } = settings;
  await using opening = new AsyncDisposableStack();
  const site = readBuiltSite(folder);
  const metrics = createMetrics();
  let address: string | null = null;
  /** The folder of a release that can't be opened, until another one is. */
  let refused: string | null = null;
  let reopening = Promise.resolve();

  const redis = config.REDIS_URL ? await connectToRedis(config, config.REDIS_URL, logger) : null;
  opening.defer(() => redis?.close());
  if (config.OPERATIONS_PORT !== undefined) {
    const operations = await startOperations(config.OPERATIONS_PORT, {
      registry: metrics.registry,
      // A preview has another name, so that no publication takes it for its release.
      release: () => (site.preview ? `preview ${releases.current.folder}` : releases.current.folder),
      findProblem: async () => {
        if (address === null) return 'starting';
        if (owned.disposed) return 'stopping';
        if (refused !== null) return `${refused} cannot be opened, ${releases.current.folder} is served`;
        await store.usage('agent', 'readiness');
        return null;
      },
    });
    opening.defer(operations.close);
  }
  const queryEngine = new QueryEngine();
  opening.defer(() => queryEngine.end());

  settings.state?.close();
  const opened = await openContactParts(config, site, redis, logger);
  const store = metrics.measureStore(opened.store);
  const contact = createContact({ ...opened, store, mailer: metrics.measureMailer(opened.mailer) });
  opening.defer(() => contact.close(recordGrace));

  const counts = redis && {
    client: redis.client,
    siteName: new URL(site.url).host,
    hashCaller: (caller: string) => hashCaller(opened.secret, caller),
  };
  const hasRoutes = site.plugins?.some((plugin) => plugin.sidecar !== null);
  const plugins = hasRoutes
    ? await openPluginHost(config, site, redis, counts, opened, settings.setting)
    : null;
  opening.defer(() => plugins?.close());
  const limiter = createLimiter({
    perMinute: config.MCP_PER_MINUTE,
    redis: counts,
    onStoreError: (error) =>
      logger.warn(describeError(error), 'redis does not count MCP messages; this process does'),
  });
  const behindSocket = config.HOST.startsWith('/');
  const shared: SharedParts = {
    queryEngine,
    trustProxy: config.TRUST_PROXY,
    boundUnread: boundUnread(callerNamer(behindSocket)),
    contact,
    ...(plugins ? { plugins: plugins.host } : {}),
    mcp: { limiter, behindSocket, furtherHosts: config.MCP_HOSTS ?? [] },
    now: () => Date.now(),
    logger,
  };
  const releases = new OpenReleases(await openRelease(folder, shared));
  opening.defer(async () => {
    // A release that is being opened has to be closed as well.
    await reopening;
    releases.close();
  });
  metrics.showRelease(releases.current.digest);

  const http = createHttpServer(metrics.measureRequests(releases.listener));
  opening.defer(() => http.stop(requestGrace));
  const reopen = () => {
    reopening = reopening.then(async () => {
      if (!owned.disposed) refused = (await openNext()) ? null : folder;
    });
  };
  address = await http.listen(config.PORT, config.HOST, inherited);
  // Without RELEASE_DIR no publication sends SIGHUP.
  if (config.RELEASE_DIR === undefined) opening.defer(watchBuilds(folder, reopen));

  const owned = opening.move();
  return { title: site.title, address, reopen, [Symbol.asyncDispose]: () => owned.disposeAsync() };

  async function openNext(): Promise<boolean> {
    try {
      const next = await openRelease(folder, shared);
      releases.replace(next);
      metrics.showRelease(next.digest);
      logger.info({ content: next.digest.slice(0, 16) }, 'another release is served');
      if (next.url !== site.url) logger.warn({ built: next.url, started: site.url }, otherAddress);
      return true;
    } catch (error) {
      logger.error(describeError(error), 'the new release cannot be opened; the old one stays');
      return false;
    }
  }
}

function readBuiltSite(folder: string): Site {
  const index = openContentIndex(join(folder, 'server/content.sqlite'));
  try {
    return index.site;
  } finally {
    index.close();
  }
}

/** A site without Redis does not load its client: that is six megabytes. */
async function connectToRedis(config: Config, url: string, logger: Logger): Promise<RedisConnection> {
  const { openRedis } = await import('./adapters/redis-connection.ts');
  return openRedis(url, logger, { mayForget: config.REDIS_MAY_FORGET === 'yes' });
}
