import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '../src/site.ts';
import { openRedis } from './adapters/redis-connection.ts';
import { createApp } from './app.ts';
import { buildWhenNeeded } from './build-when-needed.ts';
import { readConfig } from './config.ts';
import { createContact } from './contact/create-contact.ts';
import type { PageRenderer } from './contact/form-routes.ts';
import { openContactParts } from './contact/open-contact-parts.ts';
import { openContentIndex } from './content-index.ts';
import { createFront, openRelease, setCommonHeaders } from './front/create-front.ts';
import { handleError } from './front/handle-error.ts';
import { announceLifecycle } from './front/lifecycle.ts';
import { createNotFound } from './front/not-found.ts';
import { guardPath } from './front/path-guard.ts';
import { createHttpServer } from './http-server.ts';
import { createLogger, describeError } from './logger.ts';
import { createMcp } from './mcp/create-mcp.ts';
import { createSearchPage, type SearchRenderer } from './search/search-page.ts';
import { createWp } from './wp/handler.ts';

/**
 * The composition root: environment → configuration → parts → application → listening. The only file that reads
 * the environment or ends the process.
 */
const root = join(import.meta.dirname, '..');
/** Milliseconds that requests in flight, and then records not yet written, may take at the end. */
const stopGrace = 20_000;

async function main(): Promise<void> {
  const read = readConfig(process.env);
  if (!read.ok) return stop(read.problems.join('\n'));
  const { config } = read;
  const url = config.SITE_URL ?? defaultUrl(config.PORT);
  if (process.argv.includes('--build-when-needed') && !buildWhenNeeded(root, url, process.env)) {
    return stop('The site was not built, so there is nothing to serve.');
  }
  mkdirSync(config.DATA_DIR, { recursive: true });
  const logger = createLogger(config.LOG_LEVEL);
  const index = openContentIndex(join(root, 'dist/server/content.sqlite'));
  const release = openRelease(join(root, 'dist'));
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, logger) : null;
  const contact = createContact(await openContactParts(config, index.site, redis, logger));
  const mcp = await createMcp({
    site: index.site,
    index,
    perMinute: config.MCP_PER_MINUTE,
    behindSocket: config.HOST.startsWith('/'),
    redis: redis?.client,
    now: () => Date.now(),
    onStoreFault: (error) =>
      logger.warn(describeError(error), 'redis does not count MCP messages; this process does'),
  });

  const renderer = await loadPageRenderer();
  const app = createApp({
    trustProxy: config.TRUST_PROXY,
    setCommonHeaders: setCommonHeaders(),
    guardPath: guardPath(),
    announceLifecycle: announceLifecycle(index.site, () => Date.now()),
    contact: contact.api,
    mcp: mcp.handler,
    wp: createWp(index),
    search: createSearchPage(index, renderer),
    front: createFront(index.site, release),
    form: contact.form(index.site, renderer),
    notFound: createNotFound(index, release),
    handleError: handleError(logger),
  });
  const http = createHttpServer(app);
  const address = await http.listen(config.PORT, config.HOST);
  console.log(`${index.site.title} is at ${address.replace('//127.0.0.1:', '//localhost:')}`);

  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    await http.stop(stopGrace);
    await contact.close(stopGrace);
    mcp.close();
    await redis?.close();
    index.close();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Astro's handler, out of the build: it renders the pages that cannot be files. */
async function loadPageRenderer(): Promise<PageRenderer & SearchRenderer> {
  const entry: { handler: PageRenderer & SearchRenderer } = await import(join(root, 'dist/server/entry.mjs'));
  return entry.handler;
}

/** The base URL of `src/site.ts`; on the machine itself the port is the one that is listened on. */
function defaultUrl(port: number): string {
  const { protocol, hostname } = new URL(site.url);
  return hostname === 'localhost' && port !== 0 ? `${protocol}//localhost:${port}` : site.url;
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
