import { z } from 'zod';

/**
 * The environment, once: every variable that the sidecar reads, its meaning and its default.
 * `.env.example` repeats this list for people. Only `main.ts` reads `process.env`.
 */
const wholeNumber = (low: number, high: number, fallback: number) =>
  z.coerce.number().int().min(low).max(high).default(fallback);

const environmentSchema = z.object({
  /** Port that the sidecar listens on; 0 takes a free one. */
  PORT: wholeNumber(0, 65535, 4321),
  /** Address that the sidecar listens on, or the absolute path of a unix socket. Put nginx in front of either. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Loopback port for /livez, /readyz and /metrics; without it there are none. */
  OPERATIONS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** The build that is served. On SIGHUP it is opened again; a symlink may lead elsewhere by then. */
  RELEASE_DIR: z.string().min(1).optional(),
  /** The site's public base URL. It must be the one that the build used; the default is the built one. */
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder of state: the SQLite file, the signing secret, the outbox. Back this up. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Redis for contact state and limits: redis://, rediss://, comma-separated for a Cluster, redis+sentinel://. */
  REDIS_URL: z.string().min(1).optional(),
  /** Key of the Resend API. Without it and without SMTP_URL, mail goes to the outbox folder. */
  RESEND_API_KEY: z.string().min(1).optional(),
  /** Base URL of the Resend API, for tests against a stub on loopback. */
  RESEND_BASE_URL: z.url().optional(),
  /** smtp:// or smtps:// URL of a mail server. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Where messages go. */
  CONTACT_TO: z.email().optional(),
  /** The sender of the mail that carries a message; an address of a domain that you send from. */
  CONTACT_FROM: z.string().min(3).optional(),
  /** Signs tokens and hides identifiers. Sidecars that share REDIS_URL must share it; unset, DATA_DIR/secret is used. */
  CONTACT_SECRET: z.string().min(32, 'it needs at least 32 characters').optional(),
  /** Seconds for which a submit token is valid. */
  CONTACT_TOKEN_TTL: wholeNumber(1, 86_400, 900),
  /** Deliveries an address, an hour, through the agent channel. */
  CONTACT_PER_IP_HOUR: wholeNumber(1, 1_000_000, 10),
  /** Deliveries a day through the agent channel. */
  CONTACT_SITE_DAY: wholeNumber(1, 1_000_000, 25),
  /** The same two budgets for the site's own form. */
  FORM_PER_IP_HOUR: wholeNumber(1, 1_000_000, 5),
  FORM_SITE_DAY: wholeNumber(1, 1_000_000, 50),
  /** MCP messages an address, a minute. */
  MCP_PER_MINUTE: wholeNumber(1, 1_000_000, 120),
  /** Whose X-Forwarded-For is believed: `loopback`, or a comma-separated list of addresses and networks. */
  TRUST_PROXY: z.string().min(1).default('loopback'),
  /** Least severe level that is logged. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Config = z.output<typeof environmentSchema>;

/** Names that start like ours but are not: almost always a misspelling, so they stop the start. */
const ownPrefixes = [
  'CONTACT_',
  'FORM_',
  'MCP_',
  'RESEND_',
  'SMTP_',
  'REDIS_',
  'SITE_',
  'DATA_',
  'TRUST_',
  'OPERATIONS_',
  'RELEASE_',
];

/**
 * Reads the configuration out of an environment. Empty values count as absent.
 * @returns the configuration, or every problem as one sentence each.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const known = Object.keys(environmentSchema.shape);
  const unknown = Object.keys(given).filter(
    (name) => ownPrefixes.some((prefix) => name.startsWith(prefix)) && !known.includes(name),
  );
  const problems = unknown.map(
    (name) => `${name} is not a setting of Agentsite; the settings are ${known.join(', ')}.`,
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      problems.push(`${name}=${given[name] ?? ''} cannot be used: ${issue.message}.`);
    }
  }
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: parsed.data };
}
