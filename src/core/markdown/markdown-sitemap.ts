import type { Library } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, twinPath } from '../model/urls.ts';
import { escapeMarkdown, markdownLink } from '../text/markdown-text.ts';
import { type Listed, listSections } from './llms-sections.ts';
import { joinBlocks } from './markdown-twin.ts';

/** `/sitemap.md`: the titles of all pages as an indented tree, the cheapest list of all pages. */
export function renderMarkdownSitemap(library: Library): string {
  const { site } = library;
  const blocks = listSections(library).map(
    ({ title, pages }) => `## ${title}\n\n${renderTree(pages, site).join('\n')}`,
  );
  return joinBlocks([`# ${escapeMarkdown(site.title)}: sitemap`, ...blocks]);
}

/** A page is below the nearest one before it whose path its own begins with; the home page is above none. */
function renderTree(pages: readonly Listed[], site: Site): string[] {
  const above: string[] = [];
  return pages.map(({ title, path, locked }) => {
    while (above.length > 0 && !path.startsWith(above.at(-1) ?? '')) above.pop();
    const indent = '  '.repeat(above.length);
    if (path !== '/') above.push(path);
    const target = !locked && path.endsWith('/') ? twinPath(path) : path;
    return `${indent}- ${markdownLink(title, absoluteUrl(site, target))}`;
  });
}
