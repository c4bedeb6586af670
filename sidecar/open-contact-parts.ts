import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Site } from '../src/core/model/site.ts';
import { apiBase } from '../src/core/model/urls.ts';
import { type MailEnvelope, parseMailbox } from './adapters/mail-envelope.ts';
import { openOutboxMailer, sweepOutbox } from './adapters/outbox-mailer.ts';
import type { RedisConnection } from './adapters/redis-connection.ts';
import { readSecretFile } from './adapters/secret-file.ts';
import { openSqliteContactStore } from './adapters/sqlite-contact-store.ts';
import { keepUnrecordedDeliveries } from './adapters/unrecorded-deliveries.ts';
import type { Config } from './config.ts';
import type { ContactParts } from './contact/parts.ts';
import type { Clock, ContactStore, Mailer } from './contact/ports.ts';
import { openWhenPossible } from './contact/reopening-store.ts';
import { describeError } from './process/logger.ts';

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Opens the adapters of the configuration; libraries of others are not loaded.
 * @param redis null without REDIS_URL: then the state is a file in DATA_DIR
 * @throws Error with a sentence for the operator.
 */
export async function openContactParts(
  config: Config,
  site: Pick<Site, 'title' | 'url' | 'sidecar' | 'language' | 'words'>,
  redis: RedisConnection | null,
  logger: Logger,
): Promise<ContactParts> {
  const secret = readSecret(config, logger);
  const mailer = await openMailer(config, site);
  const store = await openWhenPossible(() => openStore(config, site, redis, secret), systemClock, {
    failed: (error) => logger.error(describeError(error), error.message),
    recovered: () => logger.info('the contact store can be used again'),
  });
  return {
    store,
    mailer,
    unrecorded: keepUnrecordedDeliveries(join(config.DATA_DIR, 'unrecorded')),
    sweep: async () => {
      const outbox = join(config.DATA_DIR, 'outbox');
      await Promise.all([store.sweep(), sweepOutbox(outbox, config.OUTBOX_DAYS, systemClock.now())]);
    },
    secret,
    clock: systemClock,
    randomBytes,
    logger,
    mailSite: site,
    baseUrl: apiBase(site),
    ...(site.sidecar === undefined ? {} : { pagesOrigin: new URL(site.url).origin }),
    limits: {
      agent: { perCaller: config.CONTACT_PER_IP_HOUR, site: config.CONTACT_SITE_DAY },
      form: { perCaller: config.FORM_PER_IP_HOUR, site: config.FORM_SITE_DAY },
    },
    tokenTtl: config.CONTACT_TOKEN_TTL * 1000,
    behindSocket: config.HOST.startsWith('/'),
  };
}

/** A file that can't be read concerns open forms and tokens alone, and nothing else that is served. */
export function readSecret(config: Config, logger: Logger): Buffer {
  if (config.CONTACT_SECRET) return Buffer.from(config.CONTACT_SECRET, 'utf8');
  try {
    return readSecretFile(config.DATA_DIR);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error(
      describeError(error),
      `${reason} Until then, forms and tokens are valid until the next start.`,
    );
    return randomBytes(32);
  }
}

async function openStore(
  config: Config,
  site: Pick<Site, 'url'>,
  redis: RedisConnection | null,
  secret: Buffer,
): Promise<ContactStore> {
  if (!redis) return openSqliteContactStore(config.DATA_DIR, systemClock);
  const { openRedisContactStore } = await import('./adapters/redis-contact-store.ts');
  return openRedisContactStore({
    connection: redis,
    siteName: new URL(site.url).host,
    secretCheck: createHmac('sha256', secret).update('secret-check').digest('hex').slice(0, 16),
    clock: null,
  });
}

export async function openMailer(
  config: Config,
  site: Pick<Site, 'title' | 'url' | 'language' | 'words'>,
): Promise<Mailer> {
  return openMailerFrom(config, envelopeOf(config, site), 'outbox');
}

/** @param outbox folder in DATA_DIR for the mails of a site without a mail server */
export async function openMailerFrom(
  config: Pick<Config, 'DATA_DIR' | 'RESEND_API_KEY' | 'RESEND_BASE_URL' | 'SMTP_URL'>,
  envelope: MailEnvelope,
  outbox: string,
): Promise<Mailer> {
  if (config.RESEND_API_KEY) {
    const { openResendMailer } = await import('./adapters/resend-mailer.ts');
    return openResendMailer(config.RESEND_API_KEY, envelope, config.RESEND_BASE_URL);
  }
  if (config.SMTP_URL) {
    const { openSmtpMailer } = await import('./adapters/smtp-mailer.ts');
    return openSmtpMailer(config.SMTP_URL, envelope);
  }
  return openOutboxMailer(join(config.DATA_DIR, outbox), envelope);
}

/** For the outbox both addresses have a default. */
function envelopeOf(config: Config, site: Pick<Site, 'title' | 'url' | 'language' | 'words'>): MailEnvelope {
  const domain = new URL(site.url).hostname;
  const from = parseMailbox(config.CONTACT_FROM ?? `contact@${domain}`);
  const to = parseMailbox(config.CONTACT_TO ?? `owner@${domain}`);
  if (!from || !to) throw new Error('CONTACT_FROM or CONTACT_TO is not an address.');
  return { from: { name: from.name || site.title, address: from.address }, to, domain };
}
