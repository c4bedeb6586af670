import { createHmac } from 'node:crypto';
import type { Site } from '../src/core/model/site.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import type { Config } from './config.ts';
import type { ContactParts } from './contact/parts.ts';
import { createLimiter, type SharedCounts } from './mcp/limit.ts';
import type { PluginHost } from './plugins/open-plugins.ts';
import { describeError } from './process/logger.ts';

/** What plugins have of the sidecar's parts. */
export async function openPluginHost(
  config: Pick<Config, 'DATA_DIR'>,
  site: Pick<Site, 'url' | 'title' | 'plugins'>,
  redis: RedisConnection | null,
  counts: SharedCounts | null,
  parts: Pick<ContactParts, 'mailer' | 'secret' | 'clock' | 'logger' | 'behindSocket'>,
  setting: PluginHost['setting'] = () => undefined,
): Promise<{ readonly host: PluginHost; readonly close: () => Promise<void> }> {
  const { mailer, secret, clock, logger, behindSocket } = parts;
  const shared =
    redis &&
    (await import('./adapters/redis-plugin-store.ts')).openRedisPluginStores(redis, new URL(site.url).host);
  if (counts) void shared?.tryOut(logger);
  const stores =
    shared ??
    (await import('./adapters/sqlite-plugin-store.ts')).openSqlitePluginStores(config.DATA_DIR, clock);
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
      async mail(plugin, { id, subject, ...mail }) {
        const delivery = createHmac('sha256', secret)
          .update(`plugin ${plugin}\0${id}`)
          .digest('hex')
          .slice(0, 32);
        const noReply = { name: site.title, address: `noreply@${new URL(site.url).hostname}` };
        const handover = { signal: AbortSignal.timeout(25_000), beforeHandover: async () => undefined };
        const outcome = await mailer.send(
          {
            ...{ delivery, channel: 'form', replyTo: noReply, headers: {}, ...mail },
            subject: (mail.to === undefined ? `[${site.title}] ` : '') + oneLine(subject),
          },
          handover,
        );
        const { kind, ...why } = outcome;
        if (kind !== 'accepted')
          logger.warn({ plugin, outcome: kind, ...why }, 'a mail of a plugin was not sent');
        return mailResults[kind];
      },
      ...{ secret, logger, now: clock.now, setting, behindSocket, describe: describeError },
    },
  };
}

const mailResults = {
  accepted: 'sent',
  rejected: 'refused',
  unavailable: 'later',
  unknown: 'unknown',
} as const;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
