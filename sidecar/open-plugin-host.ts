import { createHmac } from 'node:crypto';
import type { Site } from '../src/core/model/site.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import type { Config } from './config.ts';
import type { ContactParts } from './contact/parts.ts';
import { createLimiter, type SharedCounts } from './mcp/limit.ts';
import type { PluginHost } from './plugins/open-plugins.ts';
import { describeError } from './process/logger.ts';

/** What plugins have of the sidecar's parts; a site whose plugins need none of it opens nothing. */
export async function openPluginHost(
  config: Pick<Config, 'DATA_DIR'>,
  site: Pick<Site, 'url' | 'title' | 'plugins'>,
  redis: RedisConnection | null,
  counts: SharedCounts | null,
  { mailer, secret, clock, logger, behindSocket }: Omit<ContactParts, 'store'>,
): Promise<{ readonly host: PluginHost; readonly close: () => Promise<void> } | null> {
  if (!site.plugins?.some(({ sidecar }) => sidecar !== null)) return null;
  const stores = redis
    ? (await import('./adapters/redis-plugin-store.ts')).openRedisPluginStores(redis, new URL(site.url).host)
    : (await import('./adapters/sqlite-plugin-store.ts')).openSqlitePluginStores(config.DATA_DIR, clock);
  const onRejection = (error: unknown) =>
    logger.error(describeError(error), 'something that no one waited for failed; the process goes on');
  process.on('unhandledRejection', onRejection);
  return {
    close: () => {
      process.off('unhandledRejection', onRejection);
      return stores.close();
    },
    host: {
      openStore: stores.open,
      createLimiter: (name, perMinute) =>
        createLimiter({
          perMinute,
          redis: counts && { ...counts, siteName: `${counts.siteName} ${name}` },
          onStoreError: (error) =>
            logger.warn(describeError(error), 'redis does not count requests to plugins'),
        }),
      async mail(
        plugin,
        {
          id,
          subject,
          text,
          replyTo = { name: site.title, address: `noreply@${new URL(site.url).hostname}` },
        },
      ) {
        const delivery = createHmac('sha256', secret)
          .update(`plugin ${plugin}\0${id}`)
          .digest('hex')
          .slice(0, 32);
        const mail = {
          delivery,
          channel: 'form' as const,
          subject: `[${site.title}] ${oneLine(subject)}`,
          replyTo,
          text,
        };
        const handover = { signal: AbortSignal.timeout(25_000), beforeHandover: async () => undefined };
        const { kind } = await mailer.send(mail, handover);
        return kind === 'accepted' ? 'sent' : kind === 'unknown' ? 'unknown' : 'refused';
      },
      ...{ secret, logger, now: clock.now, behindSocket },
    },
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
