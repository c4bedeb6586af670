import { type Area, areas, type Check, type Outcome } from './checks/check.ts';
import { httpChecks } from './checks/http.ts';
import { contactChecks } from './checks/interfaces/contact.ts';
import { mcpChecks } from './checks/interfaces/mcp.ts';
import { openapiChecks } from './checks/interfaces/openapi.ts';
import { securityTxtChecks } from './checks/interfaces/security-txt.ts';
import { wellKnownChecks } from './checks/interfaces/well-known.ts';
import { wordpressChecks } from './checks/interfaces/wordpress.ts';
import { linkChecks } from './checks/links.ts';
import { feedChecks } from './checks/pages/feeds.ts';
import { htmlChecks } from './checks/pages/html.ts';
import { llmsChecks } from './checks/pages/llms.ts';
import { negotiationChecks } from './checks/pages/negotiation.ts';
import { robotsChecks } from './checks/pages/robots.ts';
import { sitemapChecks } from './checks/pages/sitemap.ts';
import { twinChecks } from './checks/pages/twins.ts';
import { securityChecks } from './checks/security.ts';
import { mayCrawl } from './documents/robots-txt.ts';
import { Client, type ClientOptions, productToken } from './http/client.ts';
import { type ConnectionRules, openConnections } from './http/exchange.ts';
import { Visit, type VisitOptions } from './visit/visit.ts';

/** Every rule, in the order of the areas. */
export const checks: readonly Check[] = [
  ...httpChecks,
  ...robotsChecks,
  ...negotiationChecks,
  ...twinChecks,
  ...llmsChecks,
  ...sitemapChecks,
  ...feedChecks,
  ...htmlChecks,
  ...wellKnownChecks,
  ...securityTxtChecks,
  ...openapiChecks,
  ...wordpressChecks,
  ...mcpChecks,
  ...contactChecks,
  ...securityChecks,
  ...linkChecks,
];

export interface Examined {
  readonly check: Check;
  readonly outcome: Outcome;
}

export interface Examination {
  /** The address at which the site was examined, after redirects. */
  readonly url: string;
  /** The origin that the site's documents name. */
  readonly publishedAs: string;
  readonly results: readonly Examined[];
  readonly requests: number;
  readonly milliseconds: number;
  /** Of what a part was examined. */
  readonly samples: Visit['samples'];
  /** What was not asked for, by the reason. */
  readonly skipped: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ExamineOptions extends ClientOptions, ConnectionRules, Omit<VisitOptions, 'base' | 'now'> {
  /** Names of rules that are left out. */
  readonly ignored?: readonly string[];
  /** Only these areas; all when it is empty. */
  readonly areas: readonly Area[];
}

/** Clocks: milliseconds for the budget, and the date that expiry is held against. */
export interface Clock {
  readonly now: () => number;
  readonly today: Date;
}

/**
 * Examines a site from outside. Never throws for what a site does.
 * @param progress how many requests were made, and in which area
 */
export async function examine(
  options: ExamineOptions,
  clock: Clock,
  progress: (requests: number, area: string) => void,
): Promise<Examination> {
  const startedAt = clock.now();
  const client = new Client(openConnections(options), options, clock.now);
  try {
    const base = await findBase(client, options.url);
    const visit = new Visit(client, { ...options, base, now: clock.today });
    client.mayAsk = (url) => (url.origin === base.origin ? null : 'it is on another host');
    if (!options.isOwn) await respectRobots(visit);
    const results: Examined[] = [];
    for (const check of checks) {
      if (options.areas.length > 0 && !options.areas.includes(check.area)) continue;
      if (options.ignored?.includes(check.id)) continue;
      client.onProgress((count) => progress(count, areas[check.area]));
      results.push({ check, outcome: isAnswered(results) ? await check.run(visit) : unanswered });
    }
    return {
      url: base.href,
      publishedAs: visit.publishedOrigin,
      results,
      requests: client.count,
      milliseconds: clock.now() - startedAt,
      samples: visit.samples,
      skipped: client.skipped,
    };
  } finally {
    client.close();
  }
}

const unanswered: Outcome = { kind: 'not-examined', why: 'the first page does not answer' };

/** Without a first page there is no site to examine. */
function isAnswered(results: readonly Examined[]): boolean {
  return !results.some(({ check, outcome }) => check.id === 'http-home' && outcome.kind !== 'kept');
}

/** Where a site begins: the address, after redirects to another scheme or host. */
async function findBase(client: Client, url: URL): Promise<URL> {
  const { finalUrl, status } = await client.ask(url.href);
  const base = new URL(status === 200 ? finalUrl : url.href);
  base.search = '';
  base.pathname = base.pathname.replace(/[^/]*$/, '');
  return base;
}

/** Leaves alone what `robots.txt` disallows for the doctor, or for everybody; all of it when it cannot be had. */
async function respectRobots(visit: Visit): Promise<void> {
  const { base, client } = visit;
  const answer = await visit.ask(visit.atRoot('/robots.txt'));
  const robots = await visit.robots();
  const sameHost = client.mayAsk;
  client.mayAsk = (url) => {
    const elsewhere = sameHost(url);
    if (elsewhere !== null || url.pathname === '/robots.txt') return elsewhere;
    if (answer.status >= 500)
      return `robots.txt answers ${answer.status}, so nothing may be asked for; --own asks all the same`;
    if (!robots || url.href === base.href) return null;
    return mayCrawl(robots.rules, productToken, url.pathname + url.search)
      ? null
      : 'robots.txt disallows it; --own asks all the same';
  };
}
