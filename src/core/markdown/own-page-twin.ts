import type { OwnPage } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, twinPath } from '../model/urls.ts';
import { closeFences, escapeMarkdown, noticeLine } from '../text/markdown-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { joinBlocks } from './markdown-twin.ts';

/** The Markdown twin of a page that the owner made with Astro, `/mine.md`: the content of its `<main>`. */
export function renderOwnPageTwin(page: OwnPage, site: Site): string {
  return joinBlocks([
    renderFrontMatter({
      title: page.title,
      description: page.description,
      url: absoluteUrl(site, page.path),
      markdown_url: absoluteUrl(site, twinPath(page.path)),
      type: 'page',
      lang: site.language,
    }),
    noticeLine(site),
    `# ${escapeMarkdown(page.title)}`,
    escapeMarkdown(page.description),
    closeFences(page.markdown.trim()),
  ]);
}
