import type { z } from 'zod';
import { didYouMean } from '../src/core/text/nearest-word.ts';
import { parseMailbox } from './adapters/mail-envelope.ts';
import { parseRedisUrl } from './adapters/redis-url.ts';
import { environmentSchema, logLevels, settingFacts } from './environment.ts';

export type Config = z.output<typeof environmentSchema>;

/**
 * Reads the configuration out of an environment. Empty values count as absent.
 * @returns the configuration, or every problem as a sentence. No sentence quotes a value, which may be a secret.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems = findUnknown(Object.keys(given));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    problems.push(...[...names].map((name) => describeRefusal(name, given[name] ?? '')));
    return { ok: false, problems };
  }
  problems.push(...findConflicts(parsed.data));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: parsed.data };
}

const known = Object.keys(environmentSchema.shape);
/** Other names that start like ours are almost always misspellings, which prevent the start. */
const ownPrefixes = new Set(known.flatMap((name) => /^(?!LOG_)[A-Z]+_/.exec(name)?.[0] ?? []));

function findUnknown(names: readonly string[]): string[] {
  const isOurs = (name: string) => ownPrefixes.has(/^[A-Z]+_/.exec(name)?.[0] ?? '');
  return names
    .filter((name) => isOurs(name) && !known.includes(name))
    .map(
      (name) =>
        `${name} is not a setting of Agentsite${didYouMean(name, known) || '.'} All settings are in .env.example.`,
    );
}

function describeRefusal(name: string, value: string): string {
  const schema = Object.entries(environmentSchema.shape).find(([known]) => known === name)?.[1];
  const wants = schema ? settingFacts.get(schema)?.wants : undefined;
  const meant = name === 'LOG_LEVEL' ? didYouMean(value, logLevels) : '';
  return `${name} cannot be used: it wants ${wants}${meant || '.'}`;
}

/** Conflicts between settings, and values that the schema can't check. */
function findConflicts(config: Config): string[] {
  const problems: string[] = [];
  const sends = config.RESEND_API_KEY !== undefined || config.SMTP_URL !== undefined;
  if (config.RESEND_API_KEY && config.SMTP_URL) {
    problems.push('RESEND_API_KEY and SMTP_URL are both set; mail can go one way only. Remove one of them.');
  }
  if (sends && !config.CONTACT_TO) {
    problems.push('CONTACT_TO is not set: the address that messages are sent to.');
  }
  if (sends && !config.CONTACT_FROM) {
    problems.push(
      'CONTACT_FROM is not set: the sender of the mails, an address of a domain that you send from.',
    );
  }
  if (config.CONTACT_FROM && !parseMailbox(config.CONTACT_FROM)) {
    problems.push('CONTACT_FROM is not an address: write name@example.org or Name <name@example.org>.');
  }
  try {
    if (config.REDIS_URL) parseRedisUrl(config.REDIS_URL);
  } catch (error) {
    const sentence = 'REDIS_URL cannot be read: a % in it must be written %25.';
    problems.push(error instanceof Error && !(error instanceof URIError) ? error.message : sentence);
  }
  return problems;
}
