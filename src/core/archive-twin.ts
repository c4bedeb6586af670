import type { Body } from './document.ts';
import {
  absolutizeMarkdown,
  closeFences,
  escapeMarkdown,
  markdownLink,
  noticeLine,
} from './markdown-text.ts';
import { joinBlocks, twinLink } from './markdown-twin.ts';
import type { ArchivePage, Entry, HomePage } from './pages.ts';
import type { Site } from './site.ts';
import { absoluteUrl, paths, twinPath } from './urls.ts';
import { renderFrontMatter } from './yaml-front-matter.ts';

/**
 * The Markdown twin of a list of documents, `/category/guides.md`, `/posts/page/2.md`:
 *
 * ```md
 * ---
 * title: "Guides"
 * description: "How things are done here."
 * url: "https://example.org/category/guides/"
 * markdown_url: "https://example.org/category/guides.md"
 * type: "archive"
 * lang: "en"
 * modified: "2026-08-11T08:00:00Z"
 * ---
 *
 * > For programs: …
 *
 * # Guides
 *
 * The prose of the category.
 *
 * ## Parts
 *
 * - [Build notes](https://example.org/category/guides/build.md) (3): What the prose of that category says.
 *
 * ## Entries
 *
 * - [One address, two forms](https://example.org/one-address-two-forms.md) (2026-08-10, [Guides](…))
 *   How one address serves a page and its twin.
 *
 * Page 1 of 3, 25 entries. Next: [Guides, page 2](https://example.org/category/guides/page/2.md)
 * ```
 */
export function renderArchiveTwin(page: ArchivePage, site: Site): string {
  const below = page.children.map((child) => {
    const note = child.description
      ? `: ${absolutizeMarkdown(child.description.replace(/\s+/g, ' '), site)}`
      : '';
    return `- ${twinLink(child, site)} (${child.count})${note}`;
  });
  const empty = page.children.length === 0 ? 'No entries yet.' : '';
  return joinBlocks([
    pageHead(page, 'archive', site),
    noticeLine(site),
    `# ${escapeMarkdown(page.title)}`,
    absolutizeMarkdown(page.prose, site),
    below.length > 0 ? ['## Parts', '', ...below].join('\n') : '',
    page.entries.length > 0 ? ['## Entries', '', listEntries(page.entries, site)].join('\n') : empty,
    paging(page, site),
  ]);
}

/**
 * The Markdown twin of the front page, `/index.md`:
 *
 * ```md
 * # Field notes
 *
 * The text of content/pages/index.md, else the description of the site.
 *
 * ## Featured        (sticky posts)
 * ## Latest posts
 * ```
 *
 * @param body text of the page's document; null when there is none, or when it is protected.
 */
export function renderHomeTwin(page: HomePage, body: Body | null, site: Site): string {
  const list = (title: string, entries: readonly Entry[]) =>
    entries.length > 0 ? [`## ${title}`, '', listEntries(entries, site)].join('\n') : '';
  return joinBlocks([
    pageHead(page, 'home', site),
    noticeLine(site),
    `# ${escapeMarkdown(page.title)}`,
    body ? closeFences(body.markdown.trim()) : escapeMarkdown(site.description),
    list('Featured', page.sticky),
    list('Latest posts', page.recent),
    page.recent.length > 0 ? `All posts: ${twinLink({ title: 'Writing', path: paths.posts }, site)}` : '',
  ]);
}

function pageHead(page: ArchivePage | HomePage, type: string, site: Site): string {
  return renderFrontMatter({
    title: page.title,
    description: page.description,
    url: absoluteUrl(site, page.path),
    markdown_url: absoluteUrl(site, twinPath(page.path)),
    type,
    lang: site.language,
    modified: page.modifiedGmt && `${page.modifiedGmt}Z`,
  });
}

/** One item a document; a protected one links to its page, since its twin answers 403. */
function listEntries(entries: readonly Entry[], site: Site): string {
  return entries
    .map((entry) => {
      const link = entry.locked
        ? markdownLink(entry.title, absoluteUrl(site, entry.path))
        : twinLink(entry, site);
      const facts = [
        entry.date.slice(0, 10),
        ...(entry.detail ? [escapeMarkdown(entry.detail)] : []),
        ...entry.categories.map((category) => twinLink(category, site)),
      ];
      const summary = entry.locked ? 'Protected by a password.' : escapeMarkdown(entry.excerpt);
      return `- ${link} (${facts.join(', ')})${summary ? `\n  ${summary}` : ''}`;
    })
    .join('\n');
}

function paging({ number, pages, total, previous, next }: ArchivePage, site: Site): string {
  if (pages === 1) return '';
  return [
    `Page ${number} of ${pages}, ${total} entries.`,
    ...(previous ? [`Previous: ${twinLink(previous, site)}`] : []),
    ...(next ? [`Next: ${twinLink(next, site)}`] : []),
  ].join(' ');
}
