import { readContentType, readLinkHeader } from '../documents/headers.ts';
import { describeStatus, wasSkipped } from '../http/answer.ts';
import { advertisedTwin, findTwins, samplePages, type Twin } from '../visit/pages.ts';
import { beginsAsHtml, isHtml, type Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Fault, faultIf, quote, type Rule } from './check.ts';
import { findLostWords } from './lost-words.ts';

/** The Markdown of pages, against the pages. */
const offered = async (visit: Visit) => {
  const twins = await findTwins(visit);
  return twins.length > 0 ? twins : null;
};

/** A rule of which each twin is judged by itself. */
function each(
  rule: Omit<Rule<never>, 'find'>,
  find: (twin: Twin, visit: Visit) => readonly Fault[],
): Rule<readonly Twin[]> {
  return { ...rule, find: (twins, visit) => twins.flatMap((twin) => find(twin, visit)) };
}

/** Elements that Markdown has no other way to say, or that it shows as they are. */
const allowedTags: ReadonlySet<string> = new Set(
  'a abbr audio br cite dd del details dl dt em figcaption figure iframe img ins kbd mark math picture q s samp small source strong sub summary sup svg track u var video wbr'.split(
    ' ',
  ),
);

const advertised: readonly Check[] = checksOf(
  'twins',
  'Links to Markdown twins',
  async (visit) => {
    const pages = (await samplePages(visit)).filter((page) => advertisedTwin(visit, page));
    return pages.length > 0 ? pages : null;
  },
  [
    {
      id: 'twin-there',
      severity: 'error',
      title: 'The Markdown that a page names is there',
      source: 'afdocs markdown-url-support',
      fix: 'Write the Markdown file, or take the link rel="alternate" type="text/markdown" out of the page.',
      find: async (pages, visit) => {
        const faults: Fault[] = [];
        for (const page of pages) {
          const url = advertisedTwin(visit, page) ?? '';
          const answer = await visit.ask(url);
          const isLocked = answer.status === 401 || answer.status === 403;
          const isBroken = answer.status !== 200 || isHtml(answer) || beginsAsHtml(answer.text);
          if (!wasSkipped(answer) && !isLocked && isBroken)
            faults.push([
              url,
              `${describeStatus(answer)} ${quote(answer.headers['content-type'])}, named by ${page.url}`,
            ]);
        }
        return faults;
      },
    },
  ],
);

const text: readonly Check[] = checksOf('twins', 'Markdown twins (about.md beside about/)', offered, [
  each(
    {
      id: 'twin-type',
      severity: 'error',
      title: 'A twin is sent as text/markdown',
      source: 'RFC 7763',
      fix: 'nginx: types { text/markdown md; } beside the stock list; Netlify and Cloudflare: a Content-Type line in _headers.',
    },
    ({ answer, url }) => {
      const { type } = readContentType(answer.headers['content-type']);
      return faultIf(
        !['text/markdown', 'text/x-markdown'].includes(type),
        url,
        `Content-Type: ${answer.headers['content-type'] ?? 'none'}`,
      );
    },
  ),
  each(
    {
      id: 'twin-charset',
      severity: 'warning',
      title: 'The type of a twin names its charset',
      source: 'RFC 7763, 2',
      fix: 'Content-Type: text/markdown; charset=utf-8 (nginx: charset_types text/markdown text/plain application/json;)',
    },
    ({ answer, url }) => {
      const { type, charset } = readContentType(answer.headers['content-type']);
      return faultIf(
        type === 'text/markdown' && charset === null,
        url,
        `Content-Type: ${answer.headers['content-type']}`,
      );
    },
  ),
  each(
    {
      id: 'twin-utf8',
      severity: 'error',
      title: 'A twin is UTF-8, without a byte order mark',
      source: 'RFC 7763; RFC 3629',
      fix: 'Write the file as UTF-8 without a byte order mark.',
    },
    ({ answer, text: { hasByteOrderMark }, url }) =>
      faultIf(
        hasByteOrderMark || !answer.isUtf8,
        url,
        hasByteOrderMark ? 'a byte order mark' : 'bytes that are not UTF-8',
      ),
  ),
  each(
    {
      id: 'twin-html',
      severity: 'error',
      title: 'A twin holds no HTML of the theme',
      source: 'pain of sites whose twins are cut out of their HTML',
      fix: 'Make the twin from the Markdown, or from only the content element; turn what is left into Markdown.',
    },
    ({ text: { tags }, url }) => {
      const left = tags.filter(({ name }) => !allowedTags.has(name));
      return faultIf(
        left.length > 0,
        url,
        left
          .slice(0, 3)
          .map(({ name, line }) => `<${name}> in line ${line}`)
          .join(', '),
      );
    },
  ),
  each(
    {
      id: 'twin-components',
      severity: 'error',
      title: 'A twin holds no imports and components of MDX',
      source: 'issues of docusaurus-plugin-llms and starlight-llms-txt',
      fix: 'Render components before the text becomes Markdown.',
    },
    ({ text: { leftovers }, url }) =>
      faultIf(
        leftovers.length > 0,
        url,
        leftovers
          .slice(0, 3)
          .map(({ text: left, line }) => `${left} in line ${line}`)
          .join(', '),
      ),
  ),
  each(
    {
      id: 'twin-fences',
      severity: 'error',
      title: 'Every code block of a twin is closed',
      source: 'afdocs markdown-code-fence-validity',
      fix: 'End the block with a fence of the same marks, or make the outer fence longer than those inside.',
    },
    ({ text: { openFence }, url }) =>
      faultIf(openFence !== null, url, `the block that begins in line ${openFence} has no end`),
  ),
  each(
    {
      id: 'twin-front-matter',
      severity: 'error',
      title: 'The front matter of a twin is YAML without HTML',
      source: 'YAML 1.2; agents read title, date and URL from it',
      fix: 'Quote values: title: "One: two". Take HTML and line breaks out of titles.',
    },
    ({ text: { frontMatter }, url }) => {
      if (frontMatter?.kind === 'broken') return [[url, frontMatter.message]];
      const marked = Object.entries(frontMatter?.data ?? {}).find(
        ([, value]) => typeof value === 'string' && /<\/?[a-z][^<>]*>|&(?:amp|#\d+|quot|lt|gt);/i.test(value),
      );
      return faultIf(marked !== undefined, url, `${marked?.[0]}: ${String(marked?.[1])}`);
    },
  ),
  each(
    {
      id: 'twin-heading',
      severity: 'warning',
      title: 'A twin has one heading of the first level',
      source: 'afdocs section-header-quality',
      fix: 'Write the title once, as "# Title", above the text.',
    },
    ({ text: { headings }, url }) => {
      const first = headings.filter(({ level }) => level === 1);
      const seen = first.length === 0 ? 'none' : first.map(({ text: title }) => `“${title}”`).join(', ');
      return faultIf(first.length !== 1, url, seen);
    },
  ),
  each(
    {
      id: 'twin-links',
      severity: 'warning',
      title: 'Links and pictures of a twin are absolute addresses',
      source: 'afdocs markdown-link-portability',
      fix: 'Write the whole address, https://example.org/about/: a twin is read apart from its page.',
    },
    ({ text: { links }, url }) => {
      const relative = links.filter(
        ({ href }) => href !== '' && !/^(?:#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(href),
      );
      return faultIf(
        relative.length > 0,
        url,
        relative
          .slice(0, 3)
          .map(({ href }) => href)
          .join(', '),
      );
    },
  ),
  each(
    {
      id: 'twin-words',
      severity: 'error',
      title: 'A twin holds the text of its page',
      source: 'afdocs markdown-content-parity (at most 5 % lost)',
      fix: 'Compare the twin with the page: a list, a table or a component may be left out.',
    },
    ({ page, text: { words, frontMatter }, url }) => {
      const named = frontMatter?.kind === 'data' ? JSON.stringify(frontMatter.data) : '';
      const { share, examples } = findLostWords(page.html.main, `${words}\n${named}`);
      return faultIf(
        share > 0.05,
        url,
        `${Math.round(share * 100)} % of the text of ${page.url} is missing: “${examples.join('”, “')}”`,
      );
    },
  ),
  each(
    {
      id: 'twin-size',
      severity: 'warning',
      title: 'A twin has at most 50,000 characters',
      source: 'afdocs page-size-markdown',
      fix: 'Split the page: many readers cut what is longer.',
    },
    ({ answer, url }) => faultIf(answer.text.length > 50_000, url, `${answer.text.length} characters`),
  ),
  each(
    {
      id: 'twin-canonical',
      severity: 'warning',
      title: 'A twin says which page it is the twin of, or that search engines shall leave it out',
      source: 'RFC 6596',
      fix: 'Link: <https://example.org/about/>; rel="canonical", and X-Robots-Tag: noindex',
    },
    ({ answer, url }) => {
      const canonical = readLinkHeader(answer.headers.link).links.some(({ relations }) =>
        relations.includes('canonical'),
      );
      const isLeftOut = /noindex/i.test(answer.headers['x-robots-tag'] ?? '');
      return faultIf(!canonical && !isLeftOut, url, 'neither a canonical link nor X-Robots-Tag: noindex');
    },
  ),
  each(
    {
      id: 'twin-canonical-target',
      severity: 'error',
      title: 'The canonical link of a twin leads to its page',
      source: 'RFC 6596',
      fix: 'Link: <address of the page>; rel="canonical"',
    },
    ({ answer, page, url }, visit) => {
      const link = readLinkHeader(answer.headers.link).links.find(({ relations }) =>
        relations.includes('canonical'),
      );
      if (!link) return [];
      const target = visit.local(link.target, url);
      return faultIf(target !== visit.local(page.url) && target !== url, url, `canonical is ${link.target}`);
    },
  ),
  each(
    {
      id: 'twin-advertised',
      severity: 'warning',
      title: 'A page names its twin',
      source: 'RFC 8288; agents look for it in the head',
      fix: '<link rel="alternate" type="text/markdown" href="https://example.org/about.md">',
    },
    ({ isAdvertised, page, url }) =>
      faultIf(!isAdvertised, page.url, `${url} exists, and the page does not name it`),
  ),
  {
    id: 'twin-of-each',
    severity: 'warning',
    title: 'Every page has a twin, when some have',
    source: 'afdocs markdown-url-support',
    fix: 'Write a twin for every page of the sitemap.',
    find: async (twins, visit) =>
      (await samplePages(visit))
        .filter((page) => !twins.some((twin) => twin.page === page) && !advertisedTwin(visit, page))
        .flatMap(({ url, html }) =>
          faultIf(!html.fields.some(({ attributes }) => attributes.type === 'password'), url, 'no twin'),
        ),
  },
  {
    id: 'twin-not-found',
    severity: 'error',
    title: 'The twin of a page that does not exist answers 404',
    source: 'RFC 9110, 15.5.5',
    fix: 'Answer 404 for unknown names that end in .md, rather than some other page.',
    find: async (_, visit) => {
      if (await visit.hasSoftNotFound()) return [];
      const answer = await visit.ask(visit.missingPage.replace(/\/$/, '.md'));
      return faultIf(answer.status === 200, answer.url, '200 for a twin of a page that does not exist');
    },
  },
]);

export const twinChecks: readonly Check[] = [...advertised, ...text];
