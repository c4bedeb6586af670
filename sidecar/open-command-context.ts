import type { Site } from '../src/core/model/site.ts';
import type { CommandContext } from '../src/plugins/sidecar-plugin.ts';
import { readConfig } from './config.ts';
import { openMailer, readSecret, systemClock } from './open-contact-parts.ts';
import { openPluginHost } from './open-plugin-host.ts';
import { createContext } from './plugins/open-plugins.ts';
import { readCredentials } from './process/credentials.ts';
import { createLogger } from './process/logger.ts';

/**
 * What a command of a plugin works with: the store, mailer and secret of the sidecar, which may be running.
 * @throws Error with a sentence for the operator
 */
export async function openCommandContext(site: Site, plugin: string): Promise<CommandContext> {
  const row = site.plugins?.find(({ name }) => name === plugin);
  if (!row) throw new Error(`site.ts has no plugin "${plugin}".`);
  const given = { ...process.env, ...readCredentials(process.env.CREDENTIALS_DIRECTORY) };
  const read = readConfig(given);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const logger = createLogger('warn');
  await using opening = new AsyncDisposableStack();
  const { openRedis } = await import('./adapters/redis-connection.ts');
  const mayForget = config.REDIS_MAY_FORGET === 'yes';
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, logger, { mayForget }) : null;
  opening.defer(() => redis?.close());
  const mailer = await openMailer(config, site);
  opening.defer(() => mailer.close());
  const secret = readSecret(config, logger);
  const parts = { mailer, secret, logger, clock: systemClock, behindSocket: false };
  const { host, close } = await openPluginHost(config, site, redis, null, parts, (name) => given[name]);
  opening.defer(close);
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const owned = opening.move();
  const none = () => {
    throw new Error(`A command has the library (loadOwnLibrary), and no build of it.`);
  };
  const context = createContext(row, site, { ...host, read: none, dataOf: none }, logger, ending.signal);
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
