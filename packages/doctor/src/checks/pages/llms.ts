import { readContentType } from '../../documents/headers.ts';
import { type MarkdownText, readMarkdown } from '../../documents/markdown-text.ts';
import { type Answer, describeStatus, wasSkipped } from '../../http/answer.ts';
import { findTwins, isRendered, samplePages } from '../../visit/pages.ts';
import { findSitemap } from '../../visit/sitemap.ts';
import { isHtml, looksLikeHtml, type Visit } from '../../visit/visit.ts';
import { type Check, checksOf, listed, type Problem, problemIf } from '../check.ts';
import { llmsFullChecks } from './llms-full.ts';

/** llms.txt and llms-full.txt. */
interface Llms {
  readonly url: string;
  readonly answer: Answer;
  readonly text: MarkdownText;
}

const findLlms = (visit: Visit): Promise<Llms | null> =>
  visit.once('llms text', async () => {
    const found = await visit.llms();
    return found && { url: found.url, answer: found.answer, text: readMarkdown(found.answer.text) };
  });

/** llms.txt when it is a text: rules on what it says hold for no page that is instead. */
const findText = async (visit: Visit): Promise<Llms | null> => {
  const llms = await findLlms(visit);
  return llms && !looksLikeHtml(llms.answer) ? llms : null;
};

/** Links that are followed. */
const followed = 12;

const type: readonly Check[] = checksOf('llms', 'llms.txt', findLlms, [
  {
    id: 'llms-type',
    severity: 'error',
    title: 'llms.txt is a text, and sent as one',
    source: 'llmstxt.org; Lighthouse llms-txt',
    fix: 'Content-Type: text/plain; charset=utf-8 (or text/markdown)',
    wrong: ({ answer }) => {
      const { type: sent } = readContentType(answer.headers['content-type']);
      const isText = sent === 'text/plain' || sent === 'text/markdown';
      return (
        (!isText || looksLikeHtml(answer)) && `Content-Type: ${answer.headers['content-type'] ?? 'none'}`
      );
    },
  },
]);

const index: readonly Check[] = checksOf('llms', 'llms.txt', findText, [
  {
    id: 'llms-charset',
    severity: 'warning',
    title: 'The type of llms.txt names its charset',
    source: 'RFC 6657',
    fix: 'Content-Type: text/plain; charset=utf-8 (nginx: charset utf-8; charset_types text/plain text/markdown;)',
    wrong: ({ answer }) => {
      const { charset, type: sent } = readContentType(answer.headers['content-type']);
      return (
        charset === null && sent.startsWith('text/') && `Content-Type: ${answer.headers['content-type']}`
      );
    },
  },
  {
    id: 'llms-utf8',
    severity: 'error',
    title: 'llms.txt is UTF-8, without a byte order mark',
    source: 'Lighthouse llms-txt reads a mark as text',
    fix: 'Write the file as UTF-8 without a byte order mark; name the charset in its type instead.',
    wrong: ({ answer, text }) =>
      (text.hasByteOrderMark || !answer.isUtf8) &&
      (text.hasByteOrderMark ? 'a byte order mark' : 'bytes that are not UTF-8'),
  },
  {
    id: 'llms-title',
    severity: 'error',
    title: 'llms.txt begins with the name of the site as a heading',
    source: 'llmstxt.org; afdocs llms-txt-valid',
    fix: 'Begin the file with "# Name of the site".',
    wrong: ({ text }) => {
      const first = text.lines.find((line) => line.trim() !== '') ?? '';
      return !/^# \S/.test(first) && `it begins with “${first.slice(0, 80)}”`;
    },
  },
  {
    id: 'llms-summary',
    severity: 'warning',
    title: 'llms.txt says in a quotation what the site is',
    source: 'llmstxt.org; afdocs llms-txt-valid',
    fix: 'Below the title: "> One sentence about the site."',
    wrong: ({ text }) => !text.lines.some((line) => /^> ?\S/.test(line)) && 'no line begins with ">"',
  },
  {
    id: 'llms-sections',
    severity: 'warning',
    title: 'The links of llms.txt are in sections',
    source: 'llmstxt.org',
    fix: 'Put lists of links under headings: "## Pages", then "- [About](https://example.org/about.md): what it says".',
    wrong: ({ text }) => !text.headings.some(({ level }) => level === 2) && 'no heading of the second level',
  },
  {
    id: 'llms-has-links',
    severity: 'error',
    title: 'llms.txt links to pages',
    source: 'llmstxt.org; Lighthouse llms-txt',
    fix: 'One line for each page: "- [Name](address): note".',
    wrong: ({ text }) => text.links.length === 0 && 'no links',
  },
  {
    id: 'llms-size',
    severity: 'warning',
    title: 'llms.txt has at most 50,000 characters',
    source: 'afdocs llms-txt-size',
    fix: 'Shorten the notes, or give each section an llms.txt of its own.',
    wrong: ({ answer }) => answer.text.length > 50_000 && `${answer.text.length} characters`,
  },
  {
    id: 'llms-absolute',
    severity: 'warning',
    title: 'The links of llms.txt are absolute addresses',
    source: 'afdocs markdown-link-portability',
    fix: 'Write https://example.org/about.md rather than about.md.',
    wrong: ({ text }) => {
      const relative = text.links.filter(({ href }) => !/^[a-z][a-z0-9+.-]*:/i.test(href));
      return listed(relative, ({ href }) => href);
    },
  },
  {
    id: 'llms-host',
    severity: 'warning',
    title: 'llms.txt names pages of the site at its own host',
    source: 'previews and old hosts that stay in generated files',
    fix: 'Write the address at which the site is published.',
    wrong: async ({ text, url }, visit) => {
      const pages =
        (await findSitemap(visit))?.entries.map(({ url: page }) => visit.local(page) ?? page) ?? [];
      const own = new Set(
        pages.map((page) => (URL.canParse(page) ? nameOfPage(new URL(page).pathname) : '')),
      );
      const foreign = text.links.filter(
        ({ href }) => /^https?:/i.test(href) && visit.local(href, url) === null,
      );
      const moved = foreign.filter(({ href }) => {
        const name = URL.canParse(href) ? nameOfPage(new URL(href).pathname) : '';
        return name !== '' && own.has(name);
      });
      return listed(moved, ({ href }) => href);
    },
  },
  {
    id: 'llms-links',
    severity: 'error',
    title: 'What llms.txt links to is there',
    source: 'afdocs llms-txt-links-resolve',
    fix: 'Make the list from the pages that are published, with the addresses under which they are.',
    find: async (llms, visit) => {
      const answers = await followLinks(llms, visit);
      return answers.flatMap((answer) =>
        problemIf(
          !wasSkipped(answer) && !isThere(answer),
          answer.url,
          `${describeStatus(answer)}, linked in llms.txt`,
        ),
      );
    },
  },
  {
    id: 'llms-markdown',
    severity: 'warning',
    title: 'The links of llms.txt link to Markdown, where there is Markdown',
    source: 'afdocs llms-txt-links-markdown',
    fix: 'Link to about.md rather than to about/: it costs a reader a fraction.',
    wrong: async (llms, visit) => {
      if ((await findTwins(visit)).length === 0) return false;
      const answers = (await followLinks(llms, visit)).filter(({ status }) => status === 200);
      const pages = answers.filter((answer) => isHtml(answer));
      const seen = `${pages.length} of ${answers.length} links point to HTML, ${pages[0]?.url ?? ''} for one`;
      return pages.length * 5 > answers.length && seen;
    },
  },
  {
    id: 'llms-duplicates',
    severity: 'note',
    title: 'llms.txt names each page once',
    source: 'llmstxt.org',
    fix: 'Leave the second mention out.',
    wrong: ({ text }) => {
      const seen = new Set<string>();
      const twice = text.links.filter(({ href }) => seen.size === seen.add(href).size);
      return twice.length > 0 && `${twice[0]?.href} twice`;
    },
  },
  {
    id: 'llms-coverage',
    severity: 'warning',
    title: 'llms.txt names the pages of the sitemap',
    source: 'afdocs llms-txt-coverage (80 % at least)',
    fix: 'Make llms.txt and the sitemap from one list of pages.',
    wrong: async ({ text, url }, visit) => {
      const pages =
        (await findSitemap(visit))?.entries.map(({ url: page }) => visit.local(page) ?? page) ?? [];
      const named = new Set(text.links.flatMap(({ href }) => visit.local(href, url) ?? []).map(nameOfPage));
      // llms.txt itself stands for the first page.
      const missing = pages.filter((page) => page !== visit.base.href && !named.has(nameOfPage(page)));
      const seen = `${missing.length} of ${pages.length} pages are missing, ${missing[0] ?? ''} for one`;
      return text.links.length > 0 && missing.length * 5 > pages.length && seen;
    },
  },
  {
    id: 'llms-advertised',
    severity: 'note',
    title: 'Pages point to llms.txt',
    source: 'llms.txt, version 2',
    fix: 'Link: <https://example.org/llms.txt>; rel="describedby"; type="text/plain" on every answer, or the same as <link> in the head',
    find: async ({ url }, visit) => {
      const home = await visit.home();
      const isNamed = visit.linksOf(home).some(({ target }) => visit.local(target, home.finalUrl) === url);
      return problemIf(!isNamed, home.finalUrl, 'neither the Link header nor the head names llms.txt');
    },
  },
  {
    id: 'llms-directive',
    severity: 'note',
    title: 'The text of pages mentions llms.txt',
    source: 'afdocs llms-txt-directive-html',
    fix: 'A sentence with a link to /llms.txt near the beginning of the body: some tools hand on nothing but text.',
    find: async ({ url }, visit) =>
      (await samplePages(visit))
        .filter(isRendered)
        .filter(
          ({ html, answer }) => !html.anchors.some(({ href }) => visit.local(href, answer.finalUrl) === url),
        )
        .map((page): Problem => [page.url, 'the body does not link to llms.txt']),
  },
  {
    id: 'llms-directive-twin',
    severity: 'note',
    title: 'Twins mention llms.txt',
    source: 'afdocs llms-txt-directive-md',
    fix: 'A line near the beginning: "The whole site is listed in https://example.org/llms.txt".',
    find: async (_, visit) =>
      (await findTwins(visit))
        .filter(({ answer }) => !answer.text.includes('llms.txt'))
        .map((twin): Problem => [twin.url, 'no mention of llms.txt']),
  },
]);

export const llmsChecks: readonly Check[] = [...type, ...index, ...llmsFullChecks];

/** Some links to the site itself, spread over the file. */
async function followLinks({ text, url }: Llms, visit: Visit): Promise<Answer[]> {
  const own = [...new Set(text.links.flatMap(({ href }) => visit.local(href, url) ?? []))];
  return Promise.all(visit.choose('links of llms.txt', own, followed).map((target) => visit.ask(target)));
}

/** A page behind a password answers, and says so. */
function isThere({ status }: Answer): boolean {
  return (status >= 200 && status < 300) || status === 401 || status === 403;
}

/** One name for `/about/`, `/about.md`, `/about/index.md`, `/about.html`. */
function nameOfPage(url: string): string {
  return url
    .replace(/(?:\/index)?\.(?:html?|md|html\.md)$/, '')
    .replace(/\/index$/, '')
    .replace(/\/+$/, '');
}
