import { readContentType } from '../../documents/headers.ts';
import { type Answer, describeStatus, wasSkipped } from '../../http/answer.ts';
import { findSitemap, type Sitemap } from '../../visit/sitemap.ts';
import { findLink, isHtml, type Visit } from '../../visit/visit.ts';
import { type Check, checksOf, type Problem, problemIf, type Rule } from '../check.ts';

/** The sitemap, and whether it names what is there. */

/** Pages of the sitemap that are asked for. */
const followed = 8;

const date = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/;

const rules: readonly Rule<Sitemap>[] = [
  {
    id: 'sitemap-xml',
    severity: 'error',
    title: 'The sitemap is well-formed XML with the right root',
    source: 'sitemaps.org protocol',
    fix: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">, with & written as &amp;',
    wrong: ({ root, problem }) => {
      const isRight = root !== null && ['urlset', 'sitemapindex'].includes(root.name);
      return (!isRight || problem !== null) && (problem ?? `its root is <${root?.name}>`);
    },
  },
  {
    id: 'sitemap-type',
    severity: 'warning',
    title: 'The sitemap is sent as XML',
    source: 'RFC 7303',
    fix: 'Content-Type: application/xml',
    wrong: ({ found }) => {
      const { type } = readContentType(found.answer.headers['content-type']);
      return !/(?:\/|\+)xml$/.test(type) && `Content-Type: ${type || 'none'}`;
    },
  },
  {
    id: 'sitemap-absolute',
    severity: 'error',
    title: 'Addresses of the sitemap are absolute, and of this site',
    source: 'sitemaps.org protocol, location',
    fix: 'Write the whole address of each page, with the host at which the site is published.',
    wrong: ({ entries }, visit) => {
      const foreign = entries.filter(({ url }) => !URL.canParse(url) || visit.local(url) === null);
      return foreign.length > 0 && `${foreign.length} of ${entries.length}, such as “${foreign[0]?.url}”`;
    },
  },
  {
    id: 'sitemap-duplicates',
    severity: 'warning',
    title: 'The sitemap names each page once',
    source: 'sitemaps.org protocol',
    fix: 'Leave the second mention out.',
    wrong: ({ entries }) => {
      const seen = new Set<string>();
      const twice = entries.filter(({ url }) => seen.size === seen.add(url).size);
      return twice.length > 0 && `${twice[0]?.url} twice`;
    },
  },
  {
    id: 'sitemap-dates',
    severity: 'warning',
    title: 'Dates of the sitemap are W3C dates that are not in the future',
    source: 'sitemaps.org protocol, lastmod',
    fix: '<lastmod>2026-01-02T10:00:00+01:00</lastmod>: the day on which the page last changed. A date in the future may be a text that was not to be published yet.',
    wrong: ({ entries }, visit) => {
      const tomorrow = visit.options.now.getTime() + 86_400_000;
      const wrong = entries.filter(
        ({ lastmod }) => lastmod !== '' && (!date.test(lastmod) || Date.parse(lastmod) > tomorrow),
      );
      return wrong.length > 0 && `${wrong[0]?.lastmod} for ${wrong[0]?.url}`;
    },
  },
  {
    id: 'sitemap-twins',
    severity: 'warning',
    title: 'The sitemap names pages, not their Markdown',
    source: 'twins are the same text again',
    fix: 'Leave addresses that end in .md out.',
    wrong: ({ entries }) => {
      const twins = entries.filter(({ url }) => /\.md$/.test(url));
      return twins.length > 0 && (twins[0]?.url ?? '');
    },
  },
  {
    id: 'sitemap-pages',
    severity: 'error',
    title: 'Pages of the sitemap answer 200',
    source: 'sitemaps.org protocol',
    fix: 'Make the sitemap from the pages that are published, with the addresses at which they answer.',
    find: async (sitemap, visit) =>
      (await followPages(sitemap, visit)).flatMap(({ url, answer }) => {
        const isThere = answer.status === 200 && answer.hops.length === 0;
        const seen = answer.hops.length > 0 ? describeRedirect(answer, visit) : describeStatus(answer);
        return problemIf(!wasSkipped(answer) && !isThere, url, seen);
      }),
  },
  {
    id: 'sitemap-noindex',
    severity: 'warning',
    title: 'Pages of the sitemap may be indexed',
    source: 'Google: noindex in a sitemap contradicts itself',
    fix: 'Remove the page from the sitemap, or noindex from the page.',
    find: async (sitemap, visit) =>
      (await followPages(sitemap, visit)).flatMap(({ url, answer }) => {
        const meta = visit.html(answer).metas.find(({ name }) => name?.toLowerCase() === 'robots');
        const isLeftOut = /noindex/i.test(`${meta?.content ?? ''} ${answer.headers['x-robots-tag'] ?? ''}`);
        return problemIf(isHtml(answer) && url !== visit.base.href && isLeftOut, url, 'noindex');
      }),
  },
  {
    id: 'sitemap-canonical',
    severity: 'warning',
    title: 'The sitemap names the canonical address of each page',
    source: 'RFC 6596',
    fix: 'Write the address that the page itself calls canonical.',
    find: async (sitemap, visit) => {
      const problems: Problem[] = [];
      for (const { url, answer } of await followPages(sitemap, visit)) {
        const canonical =
          answer.hops.length === 0 ? findLink(visit.html(answer), 'canonical')?.href : undefined;
        const target = canonical ? visit.local(canonical, answer.finalUrl) : null;
        if (target === null || target === url) continue;
        if ((await visit.ask(target)).status === 200) problems.push([url, `canonical is ${canonical}`]);
      }
      return problems;
    },
  },
];

export const sitemapChecks: readonly Check[] = checksOf('sitemap', 'A sitemap', findSitemap, rules);

/** The page behind a redirect may call a third address canonical. */
function describeRedirect(answer: Answer, visit: Visit): string {
  const canonical = findLink(visit.html(answer), 'canonical')?.href;
  const target = canonical ? visit.local(canonical, answer.finalUrl) : null;
  const isOther = target !== null && target !== answer.finalUrl;
  return `redirects to ${answer.finalUrl}${isOther ? `, whose canonical address is ${canonical}` : ''}`;
}

/** Some pages, spread over the sitemap. */
async function followPages({ entries }: Sitemap, visit: Visit) {
  const own = [...new Set(entries.flatMap(({ url }) => (URL.canParse(url) ? (visit.local(url) ?? []) : [])))];
  const chosen = visit.choose('pages of the sitemap', own, followed);
  return Promise.all(chosen.map(async (url) => ({ url, answer: await visit.ask(url) })));
}
