import { readLinkHeader } from 'agentsite/text';
import { readContentType } from '../../documents/headers.ts';
import { describeStatus, wasSkipped } from '../../http/answer.ts';
import { advertisedTwin, findTwins, samplePages } from '../../visit/pages.ts';
import { beginsAsHtml, isHtml, type Visit } from '../../visit/visit.ts';
import { type Check, checksOf, listed, type Problem, problemIf, quote } from '../check.ts';
import { findLostWords } from './lost-words.ts';

/** The Markdown of pages, against the pages. */
const offered = async (visit: Visit) => {
  const twins = await findTwins(visit);
  return twins.length > 0 ? twins : null;
};

/** Elements that Markdown has no other way to say, or that it shows as they are. */
export const allowedTags: ReadonlySet<string> = new Set(
  'a abbr audio br cite dd del details dl dt em figcaption figure iframe img ins kbd mark math image q s samp small source strong sub summary sup svg track u var video wbr'.split(
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
        const problems: Problem[] = [];
        for (const page of pages) {
          const url = advertisedTwin(visit, page) ?? '';
          const answer = await visit.ask(url);
          const isLocked = answer.status === 401 || answer.status === 403;
          const isBroken = answer.status !== 200 || isHtml(answer) || beginsAsHtml(answer.text);
          if (!wasSkipped(answer) && !isLocked && isBroken)
            problems.push([
              url,
              `${describeStatus(answer)} ${quote(answer.headers['content-type'])}, named by ${page.url}`,
            ]);
        }
        return problems;
      },
    },
  ],
);

const text: readonly Check[] = checksOf('twins', 'Markdown twins (about.md next to about/)', offered, [
  {
    id: 'twin-type',
    severity: 'error',
    title: 'A twin is sent as text/markdown',
    source: 'RFC 7763',
    fix: 'nginx: types { text/markdown md; } next to the stock list; Netlify and Cloudflare: a Content-Type line in _headers.',
    wrong: ({ answer }) => {
      const { type } = readContentType(answer.headers['content-type']);
      return (
        !['text/markdown', 'text/x-markdown'].includes(type) &&
        `Content-Type: ${answer.headers['content-type'] ?? 'none'}`
      );
    },
  },
  {
    id: 'twin-charset',
    severity: 'warning',
    title: 'The type of a twin names its charset',
    source: 'RFC 7763, 2',
    fix: 'Content-Type: text/markdown; charset=utf-8 (nginx: charset_types text/markdown text/plain application/json;)',
    wrong: ({ answer }) => {
      const { type, charset } = readContentType(answer.headers['content-type']);
      return (
        type === 'text/markdown' && charset === null && `Content-Type: ${answer.headers['content-type']}`
      );
    },
  },
  {
    id: 'twin-utf8',
    severity: 'error',
    title: 'A twin is UTF-8, without a byte order mark',
    source: 'RFC 7763; RFC 3629',
    fix: 'Write the file as UTF-8 without a byte order mark.',
    wrong: ({ answer, text: { hasByteOrderMark } }) =>
      (hasByteOrderMark || !answer.isUtf8) &&
      (hasByteOrderMark ? 'a byte order mark' : 'bytes that are not UTF-8'),
  },
  {
    id: 'twin-html',
    severity: 'error',
    title: 'A twin has no HTML of the theme',
    source: 'pain of sites whose twins are cut out of their HTML',
    fix: 'Make the twin from the Markdown, or from only the content element; turn what is left into Markdown.',
    wrong: ({ text: { tags } }) => {
      const left = tags.filter(({ name }) => !allowedTags.has(name));
      return listed(left, ({ name, line }) => `<${name}> in line ${line}`);
    },
  },
  {
    id: 'twin-components',
    severity: 'error',
    title: 'A twin has no imports and components of MDX',
    source: 'issues of docusaurus-plugin-llms and starlight-llms-txt',
    fix: 'Render components before the text becomes Markdown.',
    wrong: ({ text: { leftovers } }) =>
      listed(leftovers, ({ text: left, line }) => `${left} in line ${line}`),
  },
  {
    id: 'twin-fences',
    severity: 'error',
    title: 'Every code block of a twin is closed',
    source: 'afdocs markdown-code-fence-validity',
    fix: 'End the block with a fence of the same marks, or make the outer fence longer than those inside.',
    wrong: ({ text: { openFence } }) =>
      openFence !== null && `the block that begins in line ${openFence} has no end`,
  },
  {
    id: 'twin-front-matter',
    severity: 'error',
    title: 'The front matter of a twin is YAML without HTML',
    source: 'YAML 1.2; agents read title, date and URL from it',
    fix: 'Quote values: title: "One: two". Remove HTML and line breaks from titles.',
    wrong: ({ text: { frontMatter } }) => {
      if (frontMatter?.kind === 'broken') return frontMatter.message;
      const marked = Object.entries(frontMatter?.data ?? {}).find(
        ([, value]) => typeof value === 'string' && /<\/?[a-z][^<>]*>|&(?:amp|#\d+|quot|lt|gt);/i.test(value),
      );
      return marked !== undefined && `${marked?.[0]}: ${String(marked?.[1])}`;
    },
  },
  {
    id: 'twin-heading',
    severity: 'warning',
    title: 'A twin has one heading of the first level',
    source: 'afdocs section-header-quality',
    fix: 'Write the title once, as "# Title", above the text.',
    wrong: ({ page, text: { headings } }) => {
      const first = headings.filter(({ level }) => level === 1);
      const seen = first.length === 0 ? 'none' : first.map(({ text: title }) => `“${title}”`).join(', ');
      // A note shows no title: that of its page is for screen readers alone.
      const isNote = first.length === 0 && hiddenTitle.test(page.answer.text);
      return first.length !== 1 && !isNote && seen;
    },
  },
  {
    id: 'twin-links',
    severity: 'warning',
    title: 'Links and images of a twin are absolute addresses',
    source: 'afdocs markdown-link-portability',
    fix: 'Write the whole address, https://example.org/about/: a twin is read apart from its page.',
    wrong: ({ text: { links } }) => {
      const relative = links.filter(
        ({ href }) => href !== '' && !/^(?:#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(href),
      );
      return listed(relative, ({ href }) => href);
    },
  },
  {
    id: 'twin-words',
    severity: 'error',
    title: 'A twin contains the text of its page',
    source: 'afdocs markdown-content-parity (at most 5 % lost)',
    fix: 'Compare the twin with the page: a list, a table or a component may be left out.',
    wrong: ({ page, text: { words, frontMatter } }) => {
      const named = frontMatter?.kind === 'data' ? JSON.stringify(frontMatter.data) : '';
      const { share, examples } = findLostWords(page.html.main, `${words}\n${named}`);
      return (
        share > 0.05 &&
        `${Math.round(share * 100)} % of the text of ${page.url} is missing: “${examples.join('”, “')}”`
      );
    },
  },
  {
    id: 'twin-size',
    severity: 'warning',
    title: 'A twin has at most 50,000 characters',
    source: 'afdocs page-size-markdown',
    fix: 'Split the page: many readers cut what is longer.',
    wrong: ({ answer }) => answer.text.length > 50_000 && `${answer.text.length} characters`,
  },
  {
    id: 'twin-canonical',
    severity: 'warning',
    title: 'A twin says which page it is the twin of, or that search engines shall leave it out',
    source: 'RFC 6596',
    fix: 'Link: <https://example.org/about/>; rel="canonical", and X-Robots-Tag: noindex',
    wrong: ({ answer }) => {
      const canonical = readLinkHeader(answer.headers.link).links.some(({ relations }) =>
        relations.includes('canonical'),
      );
      const isLeftOut = /noindex/i.test(answer.headers['x-robots-tag'] ?? '');
      return !canonical && !isLeftOut && 'neither a canonical link nor X-Robots-Tag: noindex';
    },
  },
  {
    id: 'twin-canonical-target',
    severity: 'error',
    title: 'The canonical link of a twin points to its page',
    source: 'RFC 6596',
    fix: 'Link: <address of the page>; rel="canonical"',
    wrong: ({ answer, page, url }, visit) => {
      const link = readLinkHeader(answer.headers.link).links.find(({ relations }) =>
        relations.includes('canonical'),
      );
      if (!link) return false;
      const target = visit.local(link.target, url);
      return target !== visit.local(page.url) && target !== url && `canonical is ${link.target}`;
    },
  },
  {
    id: 'twin-advertised',
    severity: 'warning',
    title: 'A page names its twin',
    source: 'RFC 8288; agents look for it in the head',
    fix: '<link rel="alternate" type="text/markdown" href="https://example.org/about.md">',
    each: ({ isAdvertised, page, url }) =>
      problemIf(!isAdvertised, page.url, `${url} exists, and the page does not name it`),
  },
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
          problemIf(!html.fields.some(({ attributes }) => attributes.type === 'password'), url, 'no twin'),
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
      return problemIf(answer.status === 200, answer.url, '200 for a twin of a page that does not exist');
    },
  },
]);

/** By the class that themes use for it. */
const hiddenTitle = /<h1\b[^>]*\bclass="[^"]*\b(?:visually-hidden|sr-only|screen-reader-text)\b/;

export const twinChecks: readonly Check[] = [...advertised, ...text];
