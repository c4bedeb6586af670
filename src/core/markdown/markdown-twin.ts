import { wordsOf } from '../languages/words.ts';
import { formatWithOffset } from '../model/dates.ts';
import type { Body, Document, Image } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteTarget, absoluteUrl, twinPath } from '../model/urls.ts';
import { listFacts } from '../pages/facts.ts';
import type { DocumentPage, Page, PageLink } from '../pages/page.ts';
import { formatDay } from '../text/locale.ts';
import { closeFences, escapeMarkdown, markdownLink, noticeLine } from '../text/markdown-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { renderComments } from './comments.ts';

/**
 * The Markdown twin of a document, `/{slug}.md`: front matter with its addresses, dates, terms and image, a notice for
 * software, then the page as Markdown.
 *
 * The title is the only first-level heading. Everything that the page shows is included: fields of talks and plugin
 * entries, the series, the pages below, related posts. Links to pages point to their twins; all addresses are absolute.
 */
export function renderDocumentTwin(page: DocumentPage, body: Body, site: Site): string {
  return joinBlocks([
    documentHead(page, site),
    noticeLine(site),
    headingOf(page.document),
    renderTwinText(page, body, site),
  ]);
}

/** A note begins with its text, and the title of a link post links to what it is about. */
function headingOf({ title, untitled, link }: Document): string {
  if (untitled) return '';
  return `# ${link === undefined ? escapeMarkdown(title) : markdownLink(title, link)}`;
}

/** Everything below the title of a twin; llms-full.txt contains it as well. */
export function renderTwinText(page: DocumentPage, body: Body, site: Site): string {
  const { document } = page;
  return joinBlocks([
    document.description === null ? '' : escapeMarkdown(document.description),
    byline(page, site),
    details(document, site),
    leadImage(document.image, body, site),
    closeFences(body.markdown.trim()),
    renderComments(document.comments ?? [], site),
    series(page, site),
    children(page, site),
    related(page, site),
  ]);
}

/** The 403 body of a protected document's twin: its title and address, and nothing of its content. */
export function renderLockedTwin({ document }: DocumentPage, site: Site): string {
  const page = absoluteUrl(site, document.path);
  return joinBlocks([
    `# ${escapeMarkdown(document.title)}: protected by a password`,
    'The text of this page is encrypted. It opens with a password, in a browser, and has no Markdown form: ' +
      'this address answers 403, with and without credentials.',
    [
      `- To read it, open the page in a browser and enter the password: ${markdownLink(document.title, page)}`,
      `- If you have no password, ask the owner: ${markdownLink('Contact', absoluteUrl(site, twinPath(pathsOf(site).contact)))}`,
      `- Everything that is open to read: ${markdownLink(pathsOf(site).llms, absoluteUrl(site, pathsOf(site).llms))}`,
    ].join('\n'),
  ]);
}

/** Paragraphs with an empty line between them, and one newline at the end; what is empty is left out. */
export function joinBlocks(blocks: readonly string[]): string {
  return `${blocks
    .map(withoutLastNewlines)
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

function withoutLastNewlines(block: string): string {
  let end = block.length;
  while (end > 0 && block[end - 1] === '\n') end--;
  return block.slice(0, end);
}

function documentHead(page: DocumentPage, site: Site): string {
  const { document, description, author, categories, tags, ownTerms = [] } = page;
  const { date, dateGmt, modified, modifiedGmt, image } = document;
  const titles = (links: readonly PageLink[]) => links.map((link) => link.title);
  return renderFrontMatter({
    title: document.title,
    description,
    url: absoluteUrl(site, document.path),
    markdown_url: absoluteUrl(site, twinPath(document.path)),
    type: document.kind,
    ...languageFields(page, site),
    author: author.title,
    date: document.undated ? null : formatWithOffset({ local: date, gmt: dateGmt }),
    modified: document.undated ? null : formatWithOffset({ local: modified, gmt: modifiedGmt }),
    changed: document.changed,
    categories: titles(categories),
    tags: titles(tags),
    ...Object.fromEntries(ownTerms.map(({ field, terms }) => [field, titles(terms)])),
    image: image && absoluteTarget(site, image.src),
    series: document.series,
    ...Object.fromEntries(
      listFacts(document, site).map(({ name, value, isAddress }) => [
        name,
        isAddress ? absoluteTarget(site, value) : document.facts[name],
      ]),
    ),
  });
}

/** The language of a page, and the twins of the same page in others; of a protected one its page. */
export function languageFields({ path, translations = [] }: Pick<Page, 'path' | 'translations'>, site: Site) {
  const others = translations
    .filter((version) => version.path !== path)
    .map((version) => [version.language, version.locked ? version.path : twinPath(version.path)] as const);
  return {
    lang: site.language,
    translations: Object.fromEntries(others.map(([language, other]) => [language, absoluteUrl(site, other)])),
  };
}

/** Who wrote it, when, how long it takes to read, and its terms: what the page shows around the text. */
function byline(page: DocumentPage, site: Site): string {
  const { document, author, minutes, categories, tags, ownTerms = [] } = page;
  const { signed, dated } = kindNamed(site, document.kind);
  const { words, say } = wordsOf(site);
  const facts = [
    ...(signed ? [`${words.by} ${twinLink(author, site)}`] : []),
    ...(dated ? [formatDay(document.date, site)] : []),
    ...describeChange(document, site),
    ...(minutes > 0 ? [say(words.toRead, { count: minutes })] : []),
  ];
  const terms = [...categories, ...tags, ...ownTerms.flatMap((group) => group.terms)].map((term) =>
    twinLink(term, site),
  );
  return [
    ...(facts.length > 0 ? [facts.join(' · ')] : []),
    ...(terms.length > 0 ? [`${words.filedUnder} ${terms.join(', ')}`] : []),
  ].join('\n\n');
}

/** `Updated 5 November 2026: new figures` */
function describeChange({ date, modified, undated, changed: note }: Document, site: Site): string[] {
  if (note === undefined && modified.slice(0, 10) <= date.slice(0, 10)) return [];
  const day = undated ? '' : ` ${formatDay(modified, site)}`;
  return [`${wordsOf(site).words.updated}${day}${note === undefined ? '' : `: ${escapeMarkdown(note)}`}`];
}

/** What the document says in the fields of its kind, one line each. */
function details(document: Document, site: Site): string {
  return listFacts(document, site)
    .map(({ label, value, isAddress }) => {
      const shown = isAddress ? `<${absoluteTarget(site, value)}>` : escapeMarkdown(value);
      return `- ${label}: ${shown}`;
    })
    .join('\n');
}

/** The image that stands for the document, unless the text shows it anyway. */
function leadImage(image: Image | null, body: Body, site: Site): string {
  if (!image) return '';
  const address = absoluteTarget(site, image.src);
  return body.markdown.includes(address) ? '' : `!${markdownLink(image.alt, address)}`;
}

function series({ document, series: whole }: DocumentPage, site: Site): string {
  if (!whole) return '';
  const { words, say } = wordsOf(site);
  const lines = whole.parts.map((part, index) => {
    const here = part.path === document.path;
    return `${index + 1}. ${here ? `${escapeMarkdown(part.title)} (${words.thisPart})` : twinLink(part, site)}`;
  });
  return [
    `## ${say(words.seriesNamed, { name: twinLink({ title: whole.name, path: whole.path }, site) })}`,
    '',
    ...lines,
  ].join('\n');
}

function children({ children: below }: DocumentPage, site: Site): string {
  if (below.length === 0) return '';
  const { words } = wordsOf(site);
  return [`## ${words.inThisSection}`, '', ...below.map((link) => `- ${twinLink(link, site)}`)].join('\n');
}

function related({ related: posts }: DocumentPage, site: Site): string {
  if (posts.length === 0) return '';
  const { words } = wordsOf(site);
  const lines = posts.map((post) => {
    const shared = post.shared.map(escapeMarkdown).join(', ');
    return `- ${twinLink(post, site)}${shared ? ` (${words.alsoAbout} ${shared})` : ''}`;
  });
  return [`## ${words.related}`, '', ...lines].join('\n');
}

/** A link to another page of the site, as Markdown to Markdown; to the page itself where it is protected. */
export function twinLink({ title, path, locked }: PageLink, site: Site): string {
  return markdownLink(title, absoluteUrl(site, locked || !path.endsWith('/') ? path : twinPath(path)));
}
