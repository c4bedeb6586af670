import { wordsOf } from '../languages/words.ts';
import type { Body } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, twinPath } from '../model/urls.ts';
import type { ArchivePage, Entry, HomePage, Profile } from '../pages/page.ts';
import { titleWithPlace } from '../pages/title-with-place.ts';
import { formatDay } from '../text/locale.ts';
import {
  absolutizeMarkdown,
  closeFences,
  escapeMarkdown,
  markdownLink,
  noticeLine,
} from '../text/markdown-text.ts';
import { cutCharacters } from '../text/plain-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { joinBlocks, languageFields, twinLink } from './markdown-twin.ts';
import { renderWays } from './ways.ts';

/** The Markdown twin of a list of documents: `/category/guides.md`, `/posts/page/2.md`. */
export function renderArchiveTwin(page: ArchivePage, site: Site): string {
  const { words } = wordsOf(site);
  const below = page.children.map((child) => {
    const note = child.description
      ? `: ${absolutizeMarkdown(child.description.replace(/\s+/g, ' '), site)}`
      : '';
    return `${'  '.repeat(child.depth ?? 0)}- ${twinLink(child, site)} (${child.count})${note}`;
  });
  const empty = page.children.length === 0 ? words.noEntries : '';
  return joinBlocks([
    pageHead(page, 'archive', site),
    noticeLine(site),
    `# ${escapeMarkdown(page.title)}`,
    // Also at the top: many agents read only the beginning of a document.
    paging(page, site),
    page.author?.links
      ? renderProfile(page.author)
      : page.author
        ? escapeMarkdown(page.prose)
        : absolutizeMarkdown(page.prose, site),
    below.length > 0 ? [`## ${words.parts}`, '', ...below].join('\n') : '',
    page.entries.length > 0
      ? [
          `## ${words.entries}`,
          '',
          ...page.entries.map((entry) => renderEntry(entry, site, page.about !== 'year')),
        ].join('\n')
      : empty,
    paging(page, site),
  ]);
}

/**
 * The Markdown twin of the home page, `/index.md`: entry points for software, then lists with one line per post.
 * @param body of the page's document; null without one, or when it is protected
 */
export function renderHomeTwin(page: HomePage, body: Body | null, site: Site): string {
  const { document, profile } = page;
  const description = document ? (document.description ?? '') : site.description;
  return joinBlocks([
    // The lists say what is new, and the description is below the title where the page has no text of its own.
    pageHead({ ...page, modifiedGmt: null, ...(body ? {} : { description: '' }) }, 'home', site),
    'For programs:',
    renderWays(site, 'home'),
    `# ${escapeMarkdown(page.title)}`,
    body ? '' : escapeMarkdown(description),
    profile ? renderProfile(profile) : '',
    ...page.sections.map(({ name, title, entries, more }) =>
      name === 'text'
        ? closeFences(body?.markdown.trim() ?? '')
        : [
            `## ${title}`,
            '',
            ...entries.map((entry) => listPost(entry, site)),
            ...(more ? ['', twinLink(more, site)] : []),
          ].join('\n'),
    ),
  ]);
}

/** Who writes here, as far as they say: `The keeper: Keeps the notes. [Mastodon](https://example.social/@keeper)` */
function renderProfile({ name, description, links = [] }: Profile): string {
  const homes = links.map(({ label, url }) => markdownLink(label, url)).join(', ');
  return [`${escapeMarkdown(name)}: ${escapeMarkdown(description)}`, ...(homes ? [homes] : [])].join('\n\n');
}

/** Characters of a summary: a description passes, the beginning of a text is cut. */
const longestSummary = 120;

function listPost(entry: Entry, site: Site): string {
  const { words } = wordsOf(site);
  const summary = entry.locked
    ? words.locked.mark
    : escapeMarkdown(cutCharacters(entry.excerpt, longestSummary));
  const date = kindNamed(site, entry.kind).dated ? `, ${entry.date.slice(0, 10)}` : '';
  return `- ${twinLink(entry, site)}${date}${summary ? `: ${summary}` : ''}`;
}

function pageHead(page: ArchivePage | HomePage, type: string, site: Site): string {
  return renderFrontMatter({
    title: titleWithPlace(page, site),
    description: page.description,
    url: absoluteUrl(site, page.path),
    markdown_url: absoluteUrl(site, twinPath(page.path)),
    type,
    ...languageFields(page, site),
    modified: page.modifiedGmt && `${page.modifiedGmt}Z`,
  });
}

/** A list item for a document; a protected one links to its page, since its twin answers 403. */
function renderEntry(entry: Entry, site: Site, withSummary: boolean): string {
  const { item, summary } = entriesOf(site)(entry);
  return summary && withSummary ? `${item}\n  ${summary}` : item;
}

/** An entry is in many lists: it is rendered once. */
const entriesOf = memoize((site: Site) => memoize((entry: Entry) => describeEntry(entry, site)));

function describeEntry(entry: Entry, site: Site) {
  const { words, say } = wordsOf(site);
  const facts = [
    formatDay(entry.date, site),
    ...(entry.detail ? [escapeMarkdown(entry.detail)] : []),
    ...entry.categories.map((category) => twinLink(category, site)),
    ...(entry.minutes > 0 ? [say(words.minutes, { count: entry.minutes })] : []),
  ];
  const item = `- ${twinLink(entry, site)} (${facts.join(', ')})`;
  return { item, summary: entry.locked ? words.locked.mark : escapeMarkdown(entry.excerpt) };
}

function paging({ number, pages, total, previous, next }: ArchivePage, site: Site): string {
  if (pages === 1) return '';
  const { words, say } = wordsOf(site);
  return [
    say(words.pageOf, { number, pages, total }),
    ...(previous ? [twinLink({ title: words.previousPage, path: previous.path }, site)] : []),
    ...(next ? [twinLink({ title: words.nextPage, path: next.path }, site)] : []),
  ].join(' ');
}
