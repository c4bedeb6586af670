import type { Library } from '../model/document.ts';
import { pathsOf } from '../model/languages.ts';
import { absoluteUrl } from '../model/urls.ts';
import type { DocumentPage } from '../pages/page.ts';
import { closeFences, escapeMarkdown, withoutRules } from '../text/markdown-text.ts';
import { listInOrder } from './llms-sections.ts';
import { joinBlocks, renderTwinText } from './markdown-twin.ts';

/**
 * `/llms-full.txt`: the content of every document in one file, in the order of llms.txt. An entry begins with a line `---`,
 * its title and its URL; such lines within a text are rewritten. A protected document has a title and a note.
 */
export function renderLlmsFull(library: Library): string {
  return [...llmsFullParts(library)].join('');
}

/** The same in parts: its head, then each entry. */
export function* llmsFullParts(library: Library): Generator<string> {
  yield renderHead(library);
  for (const page of listInOrder(library)) yield renderEntry(library, page);
}

/** What is before the entries of documents: the title, the size, the home page's own text, and pages that the owner made with Astro. */
function renderHead(library: Library): string {
  const { site, documents, ownPages = [] } = library;
  const home = documents.find((document) => document.path === pathsOf(site).home);
  const ownWords = ownPages.reduce((sum, { text }) => sum + countWords(text), 0);
  const words = documents.reduce((sum, document) => sum + document.wordCount, ownWords);
  const size = `${counted(documents.length + ownPages.length, 'document')}, ${counted(words, 'word')}.`;
  const head = joinBlocks([
    `# ${escapeMarkdown(site.title)}: the whole text`,
    `> ${escapeMarkdown(site.description)}`,
    `${size} An entry begins with a line \`---\`, its title and its URL.`,
  ]);
  const own = ownPages.map(({ title, path, markdown }) =>
    entry(title, absoluteUrl(site, path), closeFences(markdown.trim())),
  );
  if (!home || home.locked) return head + own.join('');
  const first = entry(home.title, absoluteUrl(site, home.path), library.body(home).markdown.trim());
  return head + first + own.join('');
}

function renderEntry(library: Library, page: DocumentPage): string {
  const { document } = page;
  const text = document.locked
    ? 'This page is protected by a password. Its text is in no document for programs.'
    : renderTwinText(page, library.body(document), library.site);
  return entry(document.title, absoluteUrl(library.site, document.path), text);
}

function entry(title: string, url: string, text: string): string {
  return `\n${joinBlocks(['---', `# ${escapeMarkdown(title)}`, `URL: ${url}`, withoutRules(text)])}`;
}

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}
