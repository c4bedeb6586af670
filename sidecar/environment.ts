import { z } from 'zod';
import { mailAddress } from '../src/core/model/mail-address.ts';

export interface SettingFacts {
  readonly meaning: string;
  /** What its value has to be. */
  readonly wants: string;
  /** What happens without it, where it has no default. */
  readonly unset?: string;
  /** Whether its value may contain a secret, which belongs in a file of the credentials folder. */
  readonly secret: boolean;
}

export const settingFacts = z.registry<SettingFacts>();

function setting<Schema extends z.ZodType>(schema: Schema, meaning: string, wants: string): Schema {
  settingFacts.add(schema, { meaning, wants, secret: false });
  return schema;
}

/** A setting without a default: `unset` is what happens without it. */
function optional<Schema extends z.ZodType>(
  schema: Schema,
  unset: string,
  meaning: string,
  wants: string,
  secret = false,
): z.ZodOptional<Schema> {
  const absent = schema.optional();
  settingFacts.add(absent, { meaning, wants, unset, secret });
  return absent;
}

/** @param wants where the bounds do not say everything */
function wholeNumber(low: number, high: number, fallback: number, meaning: string, wants?: string) {
  const schema = z.coerce.number().int().min(low).max(high).default(fallback);
  return setting(schema, meaning, wants ?? `a whole number from ${low} to ${high}`);
}

const budget = (fallback: number, meaning: string) => wholeNumber(1, 1_000_000, fallback, meaning);
const portWanted = 'a whole number from 1 to 65535, or 0 for any free port';
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/**
 * The environment: every variable that the sidecar reads, with its meaning and its default. The manual's table and
 * `.env.example` are generated from it (`npm run settings`). Only `main.ts` reads `process.env`.
 */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65535, 4321, 'The port that the sidecar listens on.', portWanted),
  HOST: setting(
    z.string().default('127.0.0.1'),
    'The address that the sidecar listens on, or the absolute path of a unix socket. Put nginx in front of either.',
    'an address or the absolute path of a socket',
  ),
  OPERATIONS_PORT: optional(
    z.coerce.number().int().min(0).max(65535),
    'these do not exist',
    'A port of loopback for `/livez`, `/readyz` and `/metrics`.',
    portWanted,
  ),
  RELEASE_DIR: optional(
    z.string(),
    '`dist/` of the project',
    'The `dist/` folder that a service serves, which may be a symlink. SIGHUP opens it again; in a terminal it ends the process. Without this setting SIGHUP ends the process too, and each build is opened when it is complete.',
    'a folder',
  ),
  SITE_URL: optional(
    z.url({ protocol: /^https?$/ }),
    '`url` of `site.ts`; on localhost with the port that is listened on',
    'The public base URL. The build reads it too, and both must agree.',
    'an address that begins with http:// or https://',
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    'The folder of state: contact store, signing secret, outbox. Back it up.',
    'a folder',
  ),
  REDIS_URL: optional(
    z.string(),
    'SQLite in `DATA_DIR`',
    'Redis for contact state and limits. `rediss://` is TLS, `valkey://` and `valkeys://` mean the same, several nodes with commas between them are a Cluster, `redis+sentinel://` is for Sentinels.',
    'an address such as redis://host:6379',
    true,
  ),
  REDIS_MAY_FORGET: setting(
    z.enum(['yes', 'no']).default('no'),
    '`yes` accepts a Redis that loses its records in a crash (`appendonly no` or `appendfsync no`) or in a failover (no record waits for a replica): messages of the last day may then be delivered twice.',
    'yes or no',
  ),
  RESEND_API_KEY: optional(
    z.string(),
    'mail goes out by `SMTP_URL`, else into the outbox',
    'The key of the mail provider Resend.',
    'a key',
    true,
  ),
  RESEND_BASE_URL: optional(
    z.url(),
    "the provider's own",
    'Another address of that provider, for tests on loopback.',
    'an address',
  ),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/ }).refine(isWholeAddress),
    'mail goes out by `RESEND_API_KEY`, else into the outbox',
    'A mail server, such as `smtp://user:password@host:587` or `smtps://host:465`.',
    'an address that begins with smtp:// or smtps://; in a password, write % as %25, / as %2F, # as %23, ? as %3F, : as %3A and @ as %40',
    true,
  ),
  CONTACT_TO: optional(
    mailAddress,
    'for the outbox, `owner@` the domain of the site',
    'Where messages go. Resend and SMTP require it.',
    'an e-mail address',
  ),
  CONTACT_FROM: optional(
    z.string(),
    'for the outbox, `contact@` the domain of the site',
    'The sender of the mail that carries a message, an address of a domain that you send from. Resend and SMTP require it.',
    'an e-mail address, or Name <name@example.org>',
  ),
  CONTACT_SECRET: optional(
    z.string().min(32),
    '`DATA_DIR/secret`, made on the first start',
    'Signs submit tokens and hides identifiers. Sidecars that share `REDIS_URL` must share it.',
    'at least 32 characters',
    true,
  ),
  OUTBOX_DAYS: wholeNumber(2, 36_500, 90, 'Days for which mails stay in the outbox; then they are deleted.'),
  CONTACT_TOKEN_TTL: wholeNumber(1, 86_400, 900, 'Seconds for which a submit token is valid.'),
  CONTACT_PER_IP_HOUR: budget(10, 'Messages delivered for one address in an hour, for programs.'),
  CONTACT_SITE_DAY: budget(25, 'Messages delivered in a day, for programs.'),
  FORM_PER_IP_HOUR: budget(5, 'Messages delivered for one address in an hour, for the form.'),
  FORM_SITE_DAY: budget(50, 'Messages delivered in a day, for the form.'),
  MCP_PER_MINUTE: budget(120, 'MCP messages from one address in a minute.'),
  MCP_HOSTS: optional(
    z
      .string()
      .regex(/^\s*(?:(?:[\w.-]+|\[[\da-f:]+\])(?:\s*,\s*|\s*$))+$/i)
      .transform((names) =>
        names
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    'no others',
    'Further host names of the MCP endpoint, with commas between them. It answers for the host of the site, for loopback and for `host.docker.internal`, and refuses others.',
    'host names without ports, with commas between them',
  ),
  TRUST_PROXY: setting(
    z.string().default('loopback'),
    'Whose `X-Forwarded-For` is believed, or `Forwarded` where there is no other. Ports are ignored.',
    '`loopback`, or addresses and networks with commas between them',
  ),
  LOG_LEVEL: setting(
    z.enum(logLevels).default('info'),
    'The least severe level that is logged; `debug` includes requests, without addresses and queries.',
    `one of ${logLevels.join(', ')}`,
  ),
});

/** Whether nothing is behind the host, where the rest of a password with a raw `#`, `?` or `/` would be. */
function isWholeAddress(url: string): boolean {
  try {
    const { hash, search, pathname, password } = new URL(url);
    decodeURIComponent(password);
    return hash === '' && /^\/?$/.test(pathname) && !search.includes('@');
  } catch {
    return false;
  }
}
