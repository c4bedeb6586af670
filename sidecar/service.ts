import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Site } from '../src/core/model/site.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import type { Config } from './config.ts';
import { createContact } from './contact/create-contact.ts';
import { hashCaller } from './contact/delivery-ids.ts';
import type { ContactStore } from './contact/ports.ts';
import { createHttpServer } from './http/http-server.ts';
import { createLimiter } from './mcp/limit.ts';
import { openContactParts } from './open-contact-parts.ts';
import { type LastingParts, openEdition } from './open-edition.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { type OperationsServer, startOperations } from './operations/operations-server.ts';
import type { FolderLock } from './process/folder-lock.ts';
import { describeError } from './process/logger.ts';
import { QueryEngine } from './queries/query-engine.ts';
import { openContentIndex } from './release/content-index.ts';
import { Editions } from './release/editions.ts';

/** Milliseconds at the end: requests in flight may take as long as a contact request ever does, records a little longer. */
const requestGrace = 16_000;
const recordGrace = 5_000;

const otherAddress =
  'the release was built for another address than the one that this process began with: build with the same SITE_URL, or start again';

export interface ServiceSettings {
  readonly config: Config;
  /** The `dist/` folder; of a release it may be a symlink that later leads elsewhere. */
  readonly folder: string;
  /** The descriptor of a socket that listens already. */
  readonly inherited: number | undefined;
  readonly logger: Logger;
  /** The state's folder while nothing else holds it; given back before the contact store takes it. */
  readonly state: FolderLock | null;
}

export interface Service {
  /** The site's. */
  readonly title: string;
  /** Where it listens. */
  readonly address: string;
  /** Opens the build that the folder names now, one after the other. One that cannot be opened changes nothing. */
  readonly reopen: () => void;
  /** Answers what is in flight, records what is delivered, and lets go of everything. */
  readonly stop: () => Promise<void>;
}

/** The composition root: configuration → parts → application → listening. */
export async function startService(settings: ServiceSettings): Promise<Service> {
  const { config, folder, inherited, logger } = settings;
  const site = readBuiltSite(folder);
  const metrics = createMetrics();
  const redis = config.REDIS_URL ? await connectToRedis(config, config.REDIS_URL, logger) : null;
  settings.state?.close();
  const { lasting, store } = await openLastingParts(settings, site, redis, metrics);
  const editions = new Editions(await openEdition(folder, lasting));
  metrics.showRelease(editions.current.digest);
  const http = createHttpServer(metrics.measureRequests(editions.listener));
  const address = await http.listen(config.PORT, config.HOST, inherited);

  let stopping = false;
  /** The folder of a release that could not be opened, until another one is. */
  let refused: string | null = null;
  let reopening = Promise.resolve();
  const operations = await openOperations();

  return { title: site.title, address, reopen, stop };

  async function openOperations(): Promise<OperationsServer | null> {
    if (config.OPERATIONS_PORT === undefined) return null;
    return startOperations(config.OPERATIONS_PORT, {
      registry: metrics.registry,
      // A preview has another name, so that no publication takes it for its release.
      release: () => (site.preview ? `preview ${editions.current.folder}` : editions.current.folder),
      findFault: async () => {
        if (stopping) return 'stopping';
        if (refused !== null) return `${refused} cannot be opened, ${editions.current.folder} is served`;
        await store.usage('agent', 'readiness');
        return null;
      },
    });
  }

  function reopen(): void {
    reopening = reopening.then(async () => {
      if (!stopping) refused = (await openNext()) ? null : folder;
    });
  }

  async function openNext(): Promise<boolean> {
    try {
      const next = await openEdition(folder, lasting);
      editions.replace(next);
      metrics.showRelease(next.digest);
      logger.info({ content: next.digest.slice(0, 16) }, 'another release is served');
      if (next.url !== site.url) logger.warn({ built: next.url, started: site.url }, otherAddress);
      return true;
    } catch (error) {
      logger.error(describeError(error), 'the new release cannot be opened; the old one stays');
      return false;
    }
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await http.stop(requestGrace);
    await lasting.contact.close(recordGrace);
    await operations?.close();
    // A release that is just being opened has to be closed as well.
    await reopening;
    editions.close();
    await lasting.queryEngine.end();
    await redis?.close();
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

/** What stays when another release is opened, and the contact store, which readiness asks. */
async function openLastingParts(
  { config, logger }: ServiceSettings,
  site: Site,
  redis: RedisConnection | null,
  metrics: Metrics,
): Promise<{ readonly lasting: LastingParts; readonly store: ContactStore }> {
  const opened = await openContactParts(config, site, redis, logger);
  const store = metrics.measureStore(opened.store);
  const contact = createContact({ ...opened, store, mailer: metrics.measureMailer(opened.mailer) });
  const limiter = createLimiter({
    perMinute: config.MCP_PER_MINUTE,
    redis: redis && {
      client: redis.client,
      siteName: new URL(site.url).host,
      hashCaller: (caller) => hashCaller(opened.secret, caller),
    },
    onStoreFault: (error) =>
      logger.warn(describeError(error), 'redis does not count MCP messages; this process does'),
  });
  const lasting: LastingParts = {
    queryEngine: new QueryEngine(),
    trustProxy: config.TRUST_PROXY,
    contact,
    mcp: { limiter, behindSocket: config.HOST.startsWith('/') },
    now: () => Date.now(),
    logger,
  };
  return { lasting, store };
}

/** A site without Redis does not load its client: that is six megabytes. */
async function connectToRedis(config: Config, url: string, logger: Logger): Promise<RedisConnection> {
  const { openRedis } = await import('./adapters/redis-connection.ts');
  return openRedis(url, logger, { mayForget: config.REDIS_MAY_FORGET === 'yes' });
}
