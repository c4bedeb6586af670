import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '../src/site.ts';
import { createApp } from './app.ts';
import { buildWhenNeeded } from './build-when-needed.ts';
import { readConfig } from './config.ts';
import { openContentIndex } from './content-index.ts';
import { createFront, openRelease, setCommonHeaders } from './front/create-front.ts';
import { handleError } from './front/handle-error.ts';
import { announceLifecycle } from './front/lifecycle.ts';
import { createNotFound } from './front/not-found.ts';
import { guardPath } from './front/path-guard.ts';
import { createLogger } from './logger.ts';

/**
 * The composition root: environment → configuration → parts → application → listening. The only file that reads
 * the environment or ends the process.
 */
const root = join(import.meta.dirname, '..');

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

  const app = createApp({
    trustProxy: config.TRUST_PROXY,
    setCommonHeaders: setCommonHeaders(),
    guardPath: guardPath(),
    announceLifecycle: announceLifecycle(index.site, () => Date.now()),
    front: createFront(index.site, release),
    notFound: createNotFound(index, release),
    handleError: handleError(logger),
  });
  const server = app.listen(config.PORT, config.HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.PORT;
    console.log(
      `${index.site.title} is at http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`,
    );
  });
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

await main();
