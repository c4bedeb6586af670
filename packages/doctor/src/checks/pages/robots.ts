import { readContentType } from '../../documents/headers.ts';
import { aiCrawlers, groupsFor, mayCrawl, type RobotsGroup } from '../../documents/robots-txt.ts';
import { wasSkipped } from '../../http/answer.ts';
import { findTwins, samplePages } from '../../visit/pages.ts';
import { findSitemap } from '../../visit/sitemap.ts';
import { looksLikeHtml, type Visit } from '../../visit/visit.ts';
import { type Check, checksOf, listed, type Problem, problemIf } from '../check.ts';

/** robots.txt, and whether it agrees with what the site offers. */

const answer: readonly Check[] = checksOf(
  'robots',
  'robots.txt',
  (visit) => visit.ask(visit.atRoot('/robots.txt')),
  [
    {
      id: 'robots-reachable',
      severity: 'error',
      title: 'robots.txt does not answer with an error of the server',
      source: 'RFC 9309, 2.3.1.4: crawlers then leave the site alone',
      fix: 'Answer 200 with the file, or 404 when there is none.',
      wrong: (found) =>
        !wasSkipped(found) &&
        (found.failure !== null || found.status >= 500) &&
        (found.failure?.message ?? String(found.status)),
    },
  ],
);

const text: readonly Check[] = checksOf('robots', 'robots.txt', (visit) => visit.robots(), [
  {
    id: 'robots-type',
    severity: 'error',
    title: 'robots.txt is sent as text/plain',
    source: 'RFC 9309, 2.3; isitagentready robotsTxt',
    fix: 'Content-Type: text/plain; charset=utf-8',
    wrong: ({ found }) => {
      const { type } = readContentType(found.answer.headers['content-type']);
      return (type !== 'text/plain' || looksLikeHtml(found.answer)) && `Content-Type: ${type || 'none'}`;
    },
  },
  {
    id: 'robots-size',
    severity: 'warning',
    title: 'robots.txt has at most 500 kibibytes',
    source: 'RFC 9309, 2.5',
    fix: 'Shorten it: crawlers read no more.',
    wrong: ({ found }) => found.answer.bytes > 512_000 && `${found.answer.bytes} bytes`,
  },
  {
    id: 'robots-mark',
    severity: 'warning',
    title: 'robots.txt begins without a byte order mark',
    source: 'RFC 9309, 2.2',
    fix: 'Write the file as UTF-8 without a byte order mark.',
    wrong: ({ found }) => found.answer.text.startsWith('\ufeff') && 'a byte order mark',
  },
  {
    id: 'robots-syntax',
    severity: 'warning',
    title: 'Crawlers know each line of robots.txt',
    source: 'RFC 9309, 2.2',
    fix: 'Put rules below a User-agent line; the name is Content-Signal, not Content-Signals.',
    find: ({ found, rules }) =>
      looksLikeHtml(found.answer)
        ? []
        : rules.problems.map(
            ({ line, text: written, why }): Problem => [found.url, `line ${line}, “${written}”: ${why}`],
          ),
  },
  {
    id: 'robots-group',
    severity: 'error',
    title: 'robots.txt has a group for someone',
    source: 'RFC 9309, 2.2.1; isitagentready robotsTxt',
    fix: 'User-agent: *\nAllow: /',
    wrong: ({ found, rules }) =>
      !looksLikeHtml(found.answer) && rules.groups.length === 0 && 'no User-agent line',
  },
  {
    id: 'robots-open',
    severity: 'error',
    title: 'Crawlers may read the first page',
    source: 'RFC 9309, 2.2.2',
    fix: 'Take "Disallow: /" out of the group for everybody, unless the site must not be found.',
    wrong: ({ rules }, visit) =>
      !mayCrawl(rules, '*', visit.base.pathname) && `${visit.base.pathname} is disallowed for everybody`,
  },
  {
    id: 'robots-named-groups',
    severity: 'warning',
    title: 'A group that names a crawler repeats what is disallowed for everybody',
    source: 'RFC 9309, 2.2.1: a named group does not inherit',
    fix: 'Repeat the Disallow lines of "User-agent: *" in each named group.',
    find: ({ found, rules }) => {
      const common = disallowed(groupsFor(rules, '*'));
      return rules.groups
        .filter(
          ({ agents, rules: own }) =>
            !agents.includes('*') && !own.some(({ allow, path }) => !allow && path === '/'),
        )
        .flatMap((group) => {
          const lost = common.filter((path) => !disallowed([group]).includes(path));
          return problemIf(
            lost.length > 0,
            found.url,
            `${group.agents[0]} may read ${lost[0]}, which others may not`,
          );
        });
    },
  },
  {
    id: 'robots-ai',
    severity: 'note',
    title: 'robots.txt says what AI crawlers may do',
    source: 'isitagentready robotsTxtAiRules',
    fix: 'A group for each: "User-agent: GPTBot", "User-agent: ClaudeBot" … with the rules that you want.',
    wrong: ({ found, rules }) => {
      const isSaid = rules.groups.some(
        ({ agents, signals }) => signals.length > 0 || agents.some((agent) => aiCrawlers.includes(agent)),
      );
      return (
        !looksLikeHtml(found.answer) &&
        rules.groups.length > 0 &&
        !isSaid &&
        'no group names one, and there is no Content-Signal'
      );
    },
  },
  {
    id: 'robots-signal-syntax',
    severity: 'error',
    title: 'Content-Signal is a list of search, ai-input and ai-train with yes or no',
    source: 'contentsignals.org; isitagentready contentSignals',
    fix: 'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    find: ({ found, rules }) =>
      rules.groups
        .flatMap(({ signals }) => signals)
        .filter(
          (signal) =>
            !signal
              .split(',')
              .every((part) => /^\s*(?:search|ai-input|ai-train)\s*=\s*(?:yes|no)\s*$/.test(part)),
        )
        .map((signal): Problem => [found.url, `Content-Signal: ${signal}`]),
  },
  {
    id: 'robots-signal-groups',
    severity: 'warning',
    title: 'Content-Signal is in every group, or in none',
    source: 'contentsignals.org: a named group does not inherit',
    fix: 'Repeat the Content-Signal line in each group.',
    wrong: ({ rules }) => {
      const without = rules.groups.filter(({ signals }) => signals.length === 0);
      const some = rules.groups.some(({ signals }) => signals.length > 0);
      return some && without.length > 0 && `none in the group of ${without[0]?.agents[0]}`;
    },
  },
  {
    id: 'robots-signal-agrees',
    severity: 'warning',
    title: 'Content-Signal does not allow what a rule forbids',
    source: 'contentsignals.org',
    fix: 'Decide: a crawler that may not read a page cannot use it, whatever ai-input says.',
    find: ({ found, rules }) =>
      rules.groups
        .filter(
          ({ rules: own, signals }) =>
            own.some(({ allow, path }) => !allow && path === '/') &&
            signals.some((signal) => /=\s*yes/.test(signal)),
        )
        .map(
          ({ agents }): Problem => [
            found.url,
            `${agents[0]} may read nothing, and its Content-Signal says yes`,
          ],
        ),
  },
  {
    id: 'robots-agrees',
    severity: 'error',
    title: 'robots.txt allows what the site offers to programs',
    source: 'RFC 9309, 2.2.2',
    fix: 'Allow these addresses in robots.txt, or do not offer them.',
    find: async ({ found, rules }, visit) => {
      const offered = await listOffers(visit);
      if (!mayCrawl(rules, '*', visit.base.pathname)) return [];
      return offered
        .filter((url) => !mayCrawl(rules, '*', new URL(url).pathname))
        .map((url): Problem => [found.url, `${new URL(url).pathname} is offered and disallowed`]);
    },
  },
  {
    id: 'robots-named-offers',
    severity: 'warning',
    title: 'Agents that read for a person may read what llms.txt offers',
    source: 'RFC 9309, 2.2.1: a named group replaces that for everybody',
    fix: 'Allow these addresses in the group that names the agent, or remove the group.',
    find: async ({ found, rules }, visit) => {
      if (!(await visit.llms())) return [];
      const offered = (await listOffers(visit)).map((url) => new URL(url).pathname);
      return agentsOfPeople.flatMap((agent) => {
        const path = offered.find((one) => mayCrawl(rules, '*', one) && !mayCrawl(rules, agent, one));
        return problemIf(path !== undefined, found.url, `${agent} may not read ${path}`);
      });
    },
  },
  {
    id: 'robots-named-out',
    severity: 'note',
    title: 'No crawler of answers or searches is shut out by its name alone',
    source: 'RFC 9309, 2.2.1; rules that a host or a plugin added unasked',
    fix: 'Remove the group if you did not decide on it; a Content-Signal in it says that you did.',
    wrong: async ({ rules }, visit) => {
      const isOffered = (await visit.llms()) !== null;
      const out = [...aiCrawlers, ...searchCrawlers].filter(
        (agent) =>
          !(isOffered && agentsOfPeople.includes(agent)) &&
          mayCrawl(rules, '*', visit.base.pathname) &&
          !mayCrawl(rules, agent, visit.base.pathname) &&
          groupsFor(rules, agent).every(({ signals }) => signals.length === 0),
      );
      return listed(out, (agent) => `${agent} may not read ${visit.base.pathname}`);
    },
  },
  {
    id: 'robots-sitemap-host',
    severity: 'warning',
    title: 'The sitemaps that robots.txt names are of this host',
    source: 'sitemaps.org: addresses of another host are ignored, unless its robots.txt allows them',
    fix: 'Write the address at which the site is published; a preview or an old host may have been left there.',
    wrong: async ({ rules }, visit) => {
      // Reads the origin at which a local site will be published.
      await findSitemap(visit);
      const foreign = rules.sitemaps.filter((href) => URL.canParse(href) && visit.local(href) === null);
      return listed(foreign, (href) => `Sitemap: ${href}`);
    },
  },
  {
    id: 'robots-sitemap',
    severity: 'warning',
    title: 'robots.txt names the sitemap by its absolute address',
    source: 'sitemaps.org; isitagentready sitemap',
    fix: 'Sitemap: https://example.org/sitemap.xml',
    wrong: async ({ found, rules }, visit) => {
      if (looksLikeHtml(found.answer)) return false;
      const relative = rules.sitemaps.find((href) => !URL.canParse(href));
      if (relative !== undefined) return `Sitemap: ${relative}`;
      const sitemap = await findSitemap(visit);
      return (
        sitemap !== null && rules.sitemaps.length === 0 && `${sitemap?.found.url} is there, and not named`
      );
    },
  },
  {
    id: 'robots-sitemap-there',
    severity: 'error',
    title: 'The sitemap that robots.txt names is there',
    source: 'sitemaps.org',
    fix: 'Publish the sitemap at this address, or name the one that exists.',
    find: async ({ rules }, visit) => {
      const problems: Problem[] = [];
      for (const href of rules.sitemaps.slice(0, 5)) {
        const sitemap = URL.canParse(href) ? await visit.follow(href) : null;
        if (sitemap && sitemap.status !== 200)
          problems.push([sitemap.url, sitemap.failure?.message ?? String(sitemap.status)]);
      }
      return problems;
    },
  },
]);

export const robotsChecks: readonly Check[] = [...answer, ...text];

function disallowed(groups: readonly RobotsGroup[]): string[] {
  return groups.flatMap(({ rules }) => rules.filter(({ allow }) => !allow).map(({ path }) => path));
}

/** Crawlers of searches, which send readers. */
const searchCrawlers = [
  'googlebot',
  'bingbot',
  'duckduckbot',
  'applebot',
  'qwantbot',
  'yandexbot',
  'baiduspider',
];

/** Agents that fetch a page because a person asks for it, and search for their answers. */
const agentsOfPeople = aiCrawlers.filter((name) => /-user$|search|perplexity|assist/.test(name));

/** Addresses that the site points programs to. */
async function listOffers(visit: Visit): Promise<string[]> {
  const home = await visit.home();
  const kinds = ['describedby', 'service-desc', 'api-catalog', 'alternate', 'https://api.w.org/'];
  const linked = visit
    .linksOf(home)
    .flatMap(({ target, relations }) =>
      relations.some((relation) => kinds.includes(relation))
        ? (visit.local(target, home.finalUrl) ?? [])
        : [],
    );
  const pages = (await samplePages(visit)).map(({ url }) => url);
  const twins = (await findTwins(visit)).map(({ url }) => url);
  const llms = (await visit.llms())?.url;
  return [...new Set([...linked, ...pages, ...twins, ...(llms ? [llms] : [])])];
}
