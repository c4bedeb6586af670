import type { Library } from '../model/document.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { surfacesOf } from '../model/surfaces.ts';
import { hasSidecar, hostOf, isFilesOnly } from '../model/targets.ts';
import { absoluteUrl, twinPath } from '../model/urls.ts';
import { escapeMarkdown, markdownLink } from '../text/markdown-text.ts';
import { cutCharacters } from '../text/plain-text.ts';
import { listSections, type Section } from './llms-sections.ts';
import { joinBlocks } from './markdown-twin.ts';
import { renderWays } from './ways.ts';

/**
 * `/llms.txt` (https://llmstxt.org): entry points and interfaces, then one line for every page, pages in menu order and the
 * rest newest first. Links point only to Markdown; protected pages and interfaces are plain addresses.
 *
 * Above {@link brief} characters, notes are left out on a site with search and shortened otherwise; above
 * {@link comfortable} they are left out, and then the dates of posts. Every page keeps its line.
 */
export function renderLlmsTxt(library: Library): string {
  const sections = listSections(library);
  const { site, documents } = library;
  const words = documents.reduce((sum, { wordCount }) => sum + wordCount, 0);
  // A program that wants one answer must not take the whole text for it.
  const ways = `${renderWays(site, 'llms')}: about ${words.toLocaleString('en')} words`;
  const bare = render(site, ways, sections, 'bare');
  if (bare.length > comfortable) return bare;
  const lengths = hasSidecar(site) ? [150, 0] : [150, 70, 0];
  const [long = bare, ...shorter] = lengths.map((length) => render(site, ways, sections, length));
  return long.length <= brief ? long : (shorter.find((text) => text.length <= comfortable) ?? bare);
}

/** Many clients read the whole index for each question: up to this many characters, notes are worth their price. */
const brief = 8_000;

/** Readers of llms.txt take 50,000 characters as the size up to which it is read whole. */
export const comfortable = 50_000;

/** @param noteLength most characters of a note; `bare` for lines with neither note nor day */
function render(site: Site, ways: string, sections: readonly Section[], noteLength: number | 'bare'): string {
  const blocks = sections.map(({ title, pages }) =>
    [
      `## ${title}`,
      '',
      ...pages.map(({ title: name, path, day, note, locked }) => {
        const url = absoluteUrl(site, locked ? path : path.endsWith('/') ? twinPath(path) : path);
        const shown = noteLength === 'bare' ? '' : escapeMarkdown(cutCharacters(note, noteLength));
        const about = [...(day && noteLength !== 'bare' ? [day] : []), ...(shown ? [shown] : [])].join('. ');
        return `- ${markdownLink(name, url)}${about ? `: ${about}` : ''}`;
      }),
    ].join('\n'),
  );
  return joinBlocks([
    `# ${escapeMarkdown(site.title)}`,
    `> ${escapeMarkdown(site.description)}`,
    ways,
    introduction(site),
    noteLength === 0 || noteLength === 'bare'
      ? 'Notes are left out of this index, since the site is large.'
      : '',
    ...blocks,
  ]);
}

/** How a program reads the site and where its interfaces are, without a heading, as the format has it. */
function introduction(site: Site): string {
  const interfaces = surfacesOf(site).filter(
    (surface) => surface.inLlms && !surface.type.startsWith('text/'),
  );
  const negotiated = hostOf(site).negotiates ? ', or ask for the page with `Accept: text/markdown`' : '';
  const errors = isFilesOnly(site) ? '' : ' Errors are JSON with `Accept: application/json`.';
  return [
    'Every page of this site is Markdown as well: replace the last slash of its address by `.md` ' +
      `(the front page is \`${twinPath(pathsOf(site).home)}\`)${negotiated}. Everything is open to read without a key.${errors}`,
    '',
    ...interfaces.map(({ title, path }) => `- ${title}: \`${absoluteUrl(site, path)}\``),
  ].join('\n');
}
