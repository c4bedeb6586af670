import type { Visit } from '../visit/visit.ts';

/** The parts of a report, in the order in which they are examined and shown. */
export const areas = {
  http: 'HTTP',
  robots: 'robots.txt',
  negotiation: 'Content negotiation',
  twins: 'Markdown twins',
  llms: 'llms.txt',
  sitemap: 'Sitemap and feeds',
  html: 'Pages',
  'well-known': 'Well-known documents',
  openapi: 'OpenAPI',
  wordpress: 'WordPress interface',
  mcp: 'MCP',
  contact: 'Contact endpoint',
  security: 'Security',
  links: 'Links',
} as const;

export type Area = keyof typeof areas;

/**
 * `error`: software gets something wrong, or nothing. `warning`: some of it does, or it costs more than needed.
 * `note`: good to have.
 */
export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  readonly url: string;
  /** What the site answered. */
  readonly seen: string;
  readonly fix: string;
}

export type Outcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'broken'; readonly findings: readonly Finding[] }
  /** The site does not have the thing that the rule is about, and need not. */
  | { readonly kind: 'not-offered'; readonly what: string }
  /** The doctor could not ask for all of it: `robots.txt`, or the budget. */
  | { readonly kind: 'not-examined'; readonly why: string };

export interface Check {
  readonly id: string;
  readonly area: Area;
  readonly severity: Severity;
  /** The rule, as a sentence that is true of a site that keeps it. */
  readonly title: string;
  /** Who says so. */
  readonly source: string;
  run(visit: Visit): Promise<Outcome>;
}

/** Where a rule is broken: the URL, what was seen, and how to fix this one when the rule's own `fix` is not enough. */
export type Problem = readonly [url: string, seen: string, fix?: string];

interface RuleText {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly source: string;
  readonly fix: string;
}

/** A list is judged element by element, everything else as it is. */
type Item<Subject> = Subject extends readonly (infer Element)[] ? Element : Subject;
type Eventually<Value> = Value | Promise<Value>;

/** What is wrong at the address of a subject; false when nothing is. */
type Wrong<Subject> = (item: Item<Subject>, visit: Visit) => Eventually<string | false>;

/** What judges a subject: one sentence, or problems at any address. */
type Judge<Subject> =
  | { readonly wrong: Wrong<Subject> }
  | { readonly each: (item: Item<Subject>, visit: Visit) => Eventually<readonly Problem[]> }
  | { readonly find: (subject: Subject, visit: Visit) => Eventually<readonly Problem[]> };

export type Rule<Subject> = RuleText & Judge<Subject>;

/** Where a subject is. */
type Placed =
  | { readonly finalUrl: string }
  | { readonly url: string }
  | { readonly found: { readonly url: string } }
  | { readonly server: { readonly url: string } };

function addressOf(item: Placed): string {
  if ('finalUrl' in item) return item.finalUrl;
  if ('url' in item) return item.url;
  return 'found' in item ? item.found.url : item.server.url;
}

async function judge<Subject>(
  rule: Rule<Subject>,
  subject: Subject,
  visit: Visit,
): Promise<readonly Problem[]> {
  if ('find' in rule) return rule.find(subject, visit);
  const problems: Problem[] = [];
  for (const item of (Array.isArray(subject) ? subject : [subject]) as readonly Item<Subject>[]) {
    if ('each' in rule) problems.push(...(await rule.each(item, visit)));
    else {
      const seen = await rule.wrong(item, visit);
      if (seen !== false) problems.push([addressOf(item as Placed), seen]);
    }
  }
  return problems;
}

/** Findings of one rule that are reported; the last one says how many more there are. */
const maxFindings = 5;

/**
 * Checks of one subject. `look` finds it, or says with null that the site does not offer it: then no rule about
 * it is broken.
 */
export function checksOf<Subject>(
  area: Area,
  what: string,
  look: (visit: Visit) => Promise<Subject | null>,
  rules: readonly Rule<Subject>[],
): Check[] {
  return rules.map((rule) => ({
    id: rule.id,
    area,
    severity: rule.severity,
    title: rule.title,
    source: rule.source,
    async run(visit) {
      const skippedBefore = visit.client.skips;
      const subject = await look(visit);
      const problems = subject === null ? [] : await judge(rule, subject, visit);
      const isSkipped = visit.client.skips > skippedBefore;
      if (problems.length > 0) return { kind: 'broken', findings: report(problems, rule.fix) };
      if (isSkipped) return { kind: 'not-examined', why: visit.client.lastSkip };
      return subject === null ? { kind: 'not-offered', what } : { kind: 'kept' };
    },
  }));
}

function report(problems: readonly Problem[], fix: string): Finding[] {
  const shown = problems.slice(0, maxFindings);
  const more = problems.length - shown.length;
  return shown.map(([url, seen, ownFix], at) => ({
    url,
    seen: `${shorten(seen)}${more > 0 && at === shown.length - 1 ? ` (and ${more} more like this)` : ''}`,
    fix: ownFix ?? fix,
  }));
}

/** What a site says is shown in part, without characters that steer a terminal. */
function shorten(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return clean.length <= 300 ? clean : `${clean.slice(0, 299).toWellFormed()}…`;
}

/** A problem where `isBroken`, none elsewhere. */
export function problemIf(isBroken: boolean, url: string, seen: string, fix?: string): Problem[] {
  if (!isBroken) return [];
  return [fix === undefined ? [url, seen] : [url, seen, fix]];
}

/** The first three of a list, in words; false when it is empty. */
export function listed<Item>(items: readonly Item[], say: (item: Item) => string = String): string | false {
  return items.length > 0 && items.slice(0, 3).map(say).join(', ');
}

/** `"text/html"`, or `none` */
export function quote(value: string | null | undefined): string {
  return value ? `“${value.slice(0, 120)}”` : 'none';
}
