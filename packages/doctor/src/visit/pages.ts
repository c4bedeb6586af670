import { readContentType } from '../documents/headers.ts';
import type { HtmlPage } from '../documents/html-page.ts';
import { type MarkdownText, readMarkdown } from '../documents/markdown-text.ts';
import type { Answer } from '../http/answer.ts';
import { findSitemap } from './sitemap.ts';
import { beginsAsHtml, isHtml, type Visit } from './visit.ts';

/** A page that is checked closely. */
export interface Page {
  readonly url: string;
  readonly answer: Answer;
  readonly html: HtmlPage;
}

/** The Markdown of a page. */
export interface Twin {
  readonly page: Page;
  readonly url: string;
  /** The page names its twin; false when the twin was found by its usual address. */
  readonly isAdvertised: boolean;
  readonly answer: Answer;
  readonly text: MarkdownText;
}

/**
 * The first page and some others, chosen so that each part of the site is among them: one of each first folder
 * in turn, in the order of the sitemap, or of the links of the first page where there is no sitemap.
 */
export function samplePages(visit: Visit): Promise<readonly Page[]> {
  return visit.once('pages', async () => {
    const pages: Page[] = [];
    for (const url of await chooseUrls(visit)) {
      const answer = await visit.ask(url);
      // `/index.html` is the first page again.
      const isKnown = pages.some(({ answer: { sha256 } }) => sha256 === answer.sha256);
      if (answer.status === 200 && isHtml(answer) && !isKnown)
        pages.push({ url, answer, html: visit.html(answer) });
    }
    return pages;
  });
}

/** Addresses out of which pages are chosen. */
const maxConsidered = 5000;

async function chooseUrls(visit: Visit): Promise<string[]> {
  const home = await visit.home();
  const listed = (await findSitemap(visit))?.entries.map(({ url }) => url) ?? [];
  const { anchors, metas } = visit.html(home);
  // A first page may only redirect: `<meta http-equiv="refresh" content="0; url=./guide.html">`.
  const onward = metas.flatMap(({ content = '' }) => /^\d+;\s*url=(.+)/i.exec(content)?.[1] ?? []);
  const linked = [...onward, ...anchors.map(({ href }) => href)];
  const folders = new Map<string, string[]>();
  const own = (listed.length > 0 ? listed : linked)
    .slice(0, maxConsidered)
    .flatMap((href) => visit.local(href, home.finalUrl) ?? []);
  for (const url of new Set(own)) {
    const { pathname, search } = new URL(url);
    const folder = pathname.slice(visit.base.pathname.length).split('/').slice(0, -2).join('/');
    if (url === visit.base.href || search !== '' || !pathname.startsWith(visit.base.pathname)) continue;
    if (/\.(?!html?$)\w{1,8}$/.test(pathname)) continue;
    const inFolder = folders.get(folder) ?? [];
    inFolder.push(url);
    folders.set(folder, inFolder);
  }
  const lists = [...folders.values()];
  const count = visit.options.isAll ? 1000 : visit.options.pages;
  const taken = takeInTurn(lists, count - 1);
  visit.samples.set('pages', [taken.length + 1, lists.flat().length + 1]);
  return [visit.base.href, ...taken];
}

function takeInTurn(lists: readonly (readonly string[])[], count: number): string[] {
  const taken: string[] = [];
  for (let round = 0; taken.length < count && lists.some((list) => list.length > round); round++)
    taken.push(...lists.flatMap((list) => list[round] ?? []));
  return taken.slice(0, count);
}

/**
 * Does the HTML of a page hold its text, or do scripts have to load it? A short text has a heading that is seen and
 * more than that, or a sentence.
 */
export function isRendered({ html }: { readonly html: HtmlPage }): boolean {
  if (html.scripts === 0 || html.text.trim().length >= 80) return true;
  const text = html.text.replace(/\s+/g, ' ').trim();
  return (
    html.headings.some((heading) => isIn(text, heading.text)) ||
    html.main.some((block) => isSentence.test(block) && !isNotice.test(block))
  );
}

const isSentence = /[.!?。！？؟।]$/u;
/** What pages say until their script runs. */
const isNotice = /javascript|loading/i;

const isIn = (text: string, part: string) => part !== '' && text.includes(part) && text !== part;

/** The twins of those pages; empty when the site has none. */
export function findTwins(visit: Visit): Promise<readonly Twin[]> {
  return visit.once('twins', async () => {
    const twins: Twin[] = [];
    let usual: UsualAddress | null = null;
    for (const [at, page] of (await samplePages(visit)).entries()) {
      const named = advertisedTwin(visit, page);
      const isWorthATry = at < 2 && twins.length === 0;
      const guesses: readonly UsualAddress[] = isWorthATry ? usualAddresses : usual ? [usual] : [];
      for (const guess of named === null ? guesses : [null]) {
        const url = guess ? usualAddress(page.url, guess) : (named ?? '');
        const answer = await visit.ask(url);
        if (!isMarkdown(answer)) continue;
        twins.push({ page, url, isAdvertised: guess === null, answer, text: readMarkdown(answer.text) });
        usual = guess ?? usual;
        break;
      }
    }
    return twins;
  });
}

/** The address that a page names for its Markdown; null when it names none on this site. */
export function advertisedTwin(visit: Visit, { answer }: Page): string | null {
  const link = visit
    .linksOf(answer)
    .find(
      ({ relations, type }) =>
        relations.includes('alternate') && readContentType(type).type === 'text/markdown',
    );
  return link ? visit.local(link.target, answer.finalUrl) : null;
}

type UsualAddress = (path: string) => string;

/** Where twins are on sites that do not say so: `/about.md`, `/about/index.md`. */
const usualAddresses: readonly UsualAddress[] = [
  (path) =>
    path.endsWith('/')
      ? path === '/'
        ? '/index.md'
        : `${path.slice(0, -1)}.md`
      : `${path.replace(/\.html?$/, '')}.md`,
  (path) => (path.endsWith('/') ? `${path}index.md` : `${path}.md`),
];

function usualAddress(page: string, guess: UsualAddress): string {
  const url = new URL(page);
  url.pathname = guess(url.pathname);
  return url.href;
}

/** A 200 with text that is not a page. */
function isMarkdown(answer: Answer): boolean {
  return answer.status === 200 && !isHtml(answer) && !beginsAsHtml(answer.text);
}

/** The content of a `meta` element by its name. */
export const metaOf = ({ html }: Page, name: string): string | undefined =>
  html.metas.find((found) => found.name?.toLowerCase() === name)?.content;

/** Pages whose text is in their HTML. */
export const renderedPages = async (visit: Visit): Promise<readonly Page[] | null> => {
  const pages = (await samplePages(visit)).filter(isRendered);
  return pages.length > 0 ? pages : null;
};

/** The first page, when there is one. */
export const answeredHome = async (visit: Visit): Promise<Answer | null> => {
  const home = await visit.home();
  return home.status === 200 ? home : null;
};
