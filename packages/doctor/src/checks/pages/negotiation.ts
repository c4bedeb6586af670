import { readContentType, varies } from '../../documents/headers.ts';
import { readMarkdown } from '../../documents/markdown-text.ts';
import { type Answer, describeStatus, wasSkipped } from '../../http/answer.ts';
import { findTwins } from '../../visit/pages.ts';
import { beginsAsHtml, isHtml, type Visit } from '../../visit/visit.ts';
import { type AcceptCase, acceptCases } from '../accept-headers.ts';
import { type Check, checksOf, listed, type Problem, problemIf, quote, type Rule } from '../check.ts';
import { allowedTags } from './twins.ts';

/** A page that is sent as HTML or as Markdown, by the Accept header. */
interface Negotiated {
  readonly url: string;
  readonly html: Answer;
  readonly markdown: Answer;
}

const asked = { headers: { Accept: 'text/markdown' } };
const browser = { headers: { Accept: acceptCases.browsers[0]?.accept ?? '' } };

/** The first page that gives something else to those who ask for Markdown. */
function findNegotiated(visit: Visit): Promise<Negotiated | null> {
  return visit.once('negotiated', async () => {
    const home = await visit.home();
    const pages = [home, ...(await findTwins(visit)).slice(0, 2).map(({ page }) => page.answer)];
    for (const html of pages) {
      if (html.status !== 200) continue;
      const markdown = await visit.ask(html.finalUrl, asked);
      if (isCalledMarkdown(markdown)) return { url: html.finalUrl, html, markdown };
    }
    return null;
  });
}

function isCalledMarkdown(answer: Answer): boolean {
  const { type } = readContentType(answer.headers['content-type']);
  return answer.status === 200 && (type === 'text/markdown' || type === 'text/x-markdown');
}

const source = 'RFC 9110, 12.5.1; acceptmarkdown.com';
const weigh =
  'Read the weights of Accept (q), not the mere presence of text/markdown: text/markdown;q=0 is a refusal.';

const cases: readonly Rule<Negotiated>[] = (
  [
    ['negotiation-agents', 'agents', 'The headers of agents of today get Markdown', weigh],
    ['negotiation-browsers', 'browsers', 'Browsers get HTML', weigh],
    ['negotiation-weights', 'weights', 'The form with the greater weight is sent', weigh],
    ['negotiation-refusals', 'refusals', 'A form with the weight 0 is not sent', weigh],
    [
      'negotiation-wildcards',
      'wildcards',
      'A wildcard by itself means HTML, and a named type goes before it',
      weigh,
    ],
    [
      'negotiation-syntax',
      'syntax',
      'Unusual but valid Accept headers are read, broken elements left out',
      weigh,
    ],
    [
      'negotiation-others',
      'others',
      'Who accepts neither form gets HTML or 406',
      'Answer with HTML, or with 406 and a list of the forms that there are.',
    ],
  ] as const
).map(([id, group, title, fix]) => ({
  id,
  severity: group === 'syntax' || group === 'others' ? 'warning' : 'error',
  title,
  source,
  fix,
  find: ({ url }, visit) => tryCases(visit, url, acceptCases[group]),
}));

async function tryCases(visit: Visit, url: string, group: readonly AcceptCase[]): Promise<Problem[]> {
  const problems = await Promise.all(
    group.map(async ({ accept, wanted }): Promise<Problem[]> => {
      const answer = await visit.ask(url, { headers: { Accept: accept ?? '*/*' } });
      if (wasSkipped(answer)) return [];
      const got =
        isHtml(answer) && answer.status === 200 ? 'html' : isCalledMarkdown(answer) ? 'markdown' : 'other';
      const isRight = wanted === 'either' ? got === 'html' || answer.status === 406 : got === wanted;
      const seen = `Accept: ${accept ?? '(none)'} gives ${describeStatus(answer)} ${quote(answer.headers['content-type'])}`;
      return problemIf(!isRight, url, seen);
    }),
  );
  return problems.flat();
}

function themeTags({ text }: Answer) {
  return readMarkdown(text).tags.filter(({ name }) => !allowedTags.has(name));
}

const vary =
  'Vary: Accept, on every form of the page. nginx: add_header Vary Accept always; in each location that has add_header of its own.';

export const negotiationChecks: readonly Check[] = checksOf(
  'negotiation',
  'Markdown by Accept: text/markdown',
  findNegotiated,
  [
    {
      id: 'negotiation-body',
      severity: 'error',
      title: 'What is called Markdown is Markdown',
      source: 'afdocs content-negotiation',
      fix: 'Send the Markdown of the page, not its HTML under another name.',
      wrong: ({ markdown }) => beginsAsHtml(markdown.text) && `text/markdown: ${markdown.text.slice(0, 60)}`,
    },
    {
      id: 'negotiation-html',
      severity: 'error',
      title: 'Markdown by Accept has no HTML of the theme',
      source: 'converters of proxies leave elements that they do not know',
      fix: 'Convert only the content element, or send the Markdown that the page is made of.',
      wrong: async ({ markdown }, visit) => {
        // Where it is a twin, `twin-html` reports the same.
        const twins = await findTwins(visit);
        if (beginsAsHtml(markdown.text) || twins.some(({ answer }) => answer.sha256 === markdown.sha256))
          return false;
        return listed(themeTags(markdown), ({ name, line }) => `<${name}> in line ${line}`);
      },
    },
    ...cases,
    {
      id: 'negotiation-vary-html',
      severity: 'error',
      title: 'The HTML says that it depends on Accept',
      source: 'RFC 9110, 12.5.5',
      fix: vary,
      wrong: ({ html }) => !varies(html.headers.vary, 'accept') && `Vary: ${html.headers.vary ?? 'none'}`,
    },
    {
      id: 'negotiation-vary-markdown',
      severity: 'error',
      title: 'The Markdown says that it depends on Accept',
      source: 'RFC 9110, 12.5.5',
      fix: vary,
      wrong: ({ markdown }) =>
        !varies(markdown.headers.vary, 'accept') && `Vary: ${markdown.headers.vary ?? 'none'}`,
    },
    {
      id: 'negotiation-etag',
      severity: 'error',
      title: 'Each form has an ETag of its own',
      source: 'RFC 9110, 8.8.3',
      fix: 'Make the ETag from the bytes that are sent.',
      wrong: ({ html, markdown }) =>
        html.headers.etag !== undefined &&
        html.headers.etag === markdown.headers.etag &&
        `${html.headers.etag} for HTML and for Markdown`,
    },
    {
      id: 'negotiation-304',
      severity: 'error',
      title: 'The ETag of one form does not give 304 to those who ask for the other',
      source: 'RFC 9110, 13.1.2',
      fix: 'Choose the form first; then compare If-None-Match with the ETag of that form.',
      wrong: async ({ html, markdown, url }, visit) => {
        const { etag } = markdown.headers;
        if (!etag || etag === html.headers.etag) return false;
        const answer = await visit.ask(url, { headers: { ...browser.headers, 'If-None-Match': etag } });
        return answer.status === 304 && `304 for HTML with the ETag of the Markdown, ${etag}`;
      },
    },
    {
      id: 'negotiation-head',
      severity: 'warning',
      title: 'HEAD with Accept: text/markdown names the type of the Markdown',
      source: 'RFC 9110, 9.3.2',
      fix: 'Negotiate HEAD as GET.',
      wrong: async ({ url }, visit) => {
        const head = await visit.ask(url, { ...asked, method: 'HEAD' });
        const seen = `HEAD ${describeStatus(head)} ${quote(head.headers['content-type'])}`;
        return !wasSkipped(head) && !isCalledMarkdown(head) && seen;
      },
    },
    {
      id: 'negotiation-cache',
      severity: 'error',
      title: 'A cache on the way does not give one form to those who ask for the other',
      source: 'RFC 9111, 4.1',
      fix: 'Let the cache keep each form apart (by Vary: Accept), or send Cache-Control: private with negotiated Markdown.',
      find: async ({ url }, visit) => {
        const fresh = new URL(url);
        fresh.searchParams.set('agentsite-doctor', '1');
        const first = await visit.ask(fresh.href, asked);
        if (!isCalledMarkdown(first)) return [];
        const second = await visit.ask(fresh.href, browser);
        return problemIf(
          isCalledMarkdown(second),
          fresh.href,
          'Markdown for a browser, after a program asked for Markdown',
        );
      },
    },
    {
      id: 'negotiation-same-text',
      severity: 'error',
      title: 'Markdown by Accept is the document at its Content-Location, or the twin',
      source: 'RFC 9110, 8.7',
      fix: 'Send the same bytes at the address of the twin and by negotiation; turn off the conversion of a proxy (Cloudflare: Markdown for Agents).',
      wrong: async ({ markdown, url }, visit) => {
        const named = markdown.headers['content-location'];
        const twin = (await findTwins(visit)).find(({ page }) => page.answer.finalUrl === url)?.url;
        const other = named ? visit.local(named, url) : twin;
        if (!other || beginsAsHtml(markdown.text) || themeTags(markdown).length > 0) return false;
        const answer = await visit.ask(other);
        const isSame = answer.sha256 === markdown.sha256;
        const converter =
          markdown.headers['x-markdown-tokens'] === undefined
            ? ''
            : ', probably converted from the HTML by a proxy (X-Markdown-Tokens)';
        const seen = `${markdown.bytes} bytes by Accept${converter}; ${other} has ${answer.failure ? describeStatus(answer) : `${answer.status}, ${answer.bytes} bytes`}`;
        return !wasSkipped(answer) && !isSame && seen;
      },
    },
    {
      id: 'negotiation-content-location',
      severity: 'note',
      title: 'Markdown by Accept names the address of the twin in Content-Location',
      source: 'RFC 9110, 8.7',
      fix: 'Content-Location: /about.md',
      wrong: async ({ markdown, url }, visit) => {
        const hasTwin = (await findTwins(visit)).some(({ page }) => page.answer.finalUrl === url);
        return hasTwin && markdown.headers['content-location'] === undefined && 'no Content-Location';
      },
    },
  ],
);
