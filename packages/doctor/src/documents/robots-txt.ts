/** What `robots.txt` says (RFC 9309), with the lines that it does not know. */
export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  /** Lines that are before the first group although they belong into one, and lines that are not understood. */
  readonly problems: readonly { readonly line: number; readonly text: string; readonly why: string }[];
}

export interface RobotsGroup {
  /** In small letters. */
  readonly agents: readonly string[];
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[];
  /** Content-Signal: `search` → `yes`. */
  readonly signals: readonly string[];
}

const inGroups = ['allow', 'disallow', 'crawl-delay', 'content-signal', 'content-usage', 'noindex'];
const anywhere = [
  'sitemap',
  'host',
  'agentmap',
  'schemamap',
  'clean-param',
  'request-rate',
  'visit-time',
  'llms',
];

export function readRobotsTxt(source: string): RobotsTxt {
  const groups: { agents: string[]; rules: { allow: boolean; path: string }[]; signals: string[] }[] = [];
  const sitemaps: string[] = [];
  const problems: { line: number; text: string; why: string }[] = [];
  let naming = false;
  for (const [at, written] of source
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 20_000)
    .entries()) {
    const text = (written.split('#')[0] ?? '').trim();
    if (text === '') continue;
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = text.slice(colon + 1).trim();
    const problem = (why: string) => problems.push({ line: at + 1, text: text.slice(0, 100), why });
    if (name === 'user-agent') {
      if (!naming) groups.push({ agents: [], rules: [], signals: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      naming = true;
      continue;
    }
    if (inGroups.includes(name)) {
      naming = false;
      const group = groups.at(-1);
      if (!group) problem('it is before the first User-agent line, so it belongs to no crawler');
      else if (name === 'content-signal') group.signals.push(value);
      else if (name === 'allow' || name === 'disallow') {
        if (value !== '') group.rules.push({ allow: name === 'allow', path: value });
      }
    } else if (name === 'sitemap') sitemaps.push(value);
    else if (!anywhere.includes(name)) problem('crawlers do not know this line');
  }
  return { groups, sitemaps, problems };
}

/** The rules that a crawler follows: of the groups that name it, else of those for everybody. */
export function groupsFor(robots: RobotsTxt, agent: string): readonly RobotsGroup[] {
  const token = agent.toLowerCase();
  const named = robots.groups.filter(({ agents }) => agents.some((name) => name !== '*' && token === name));
  return named.length > 0 ? named : robots.groups.filter(({ agents }) => agents.includes('*'));
}

/** May a crawler ask for this path? The longest rule that matches decides; of two, the one that allows. */
export function mayCrawl(robots: RobotsTxt, agent: string, path: string): boolean {
  let best = { length: -1, allow: true };
  for (const { rules } of groupsFor(robots, agent)) {
    for (const { allow, path: pattern } of rules) {
      if (pattern.length < best.length || !matches(pattern, path)) continue;
      if (pattern.length > best.length || allow) best = { length: pattern.length, allow };
    }
  }
  return best.allow;
}

/** `*` stands for anything, `$` at the end for the end. Compares piece by piece, without going back. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (anchored && index === rest.length - 1)
      return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return !anchored || at === path.length;
}

/** Crawlers of answer engines and of models that sites name today. */
export const aiCrawlers = [
  'gptbot',
  'oai-searchbot',
  'chatgpt-user',
  'claudebot',
  'claude-user',
  'claude-searchbot',
  'anthropic-ai',
  'perplexitybot',
  'perplexity-user',
  'google-extended',
  'applebot-extended',
  'ccbot',
  'bytespider',
  'amazonbot',
  'meta-externalagent',
  'cohere-ai',
  'mistralai-user',
  'duckassistbot',
];
