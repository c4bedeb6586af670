import { wordsOf } from '../languages/words.ts';
import type { Site } from '../model/site.ts';
import { hasSidecar } from '../model/targets.ts';
import { absoluteUrl, paths, twinPath } from '../model/urls.ts';
import { markdownLink, noticeLine } from '../text/markdown-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { joinBlocks } from './markdown-twin.ts';

/**
 * The Markdown twin of the search page, `/search.md`: the page is for people, and this says how a program searches.
 *
 * ```md
 * # Search
 *
 * - `GET https://example.org/wp-json/wp/v2/search?search=words` answers …
 * ```
 */
export function renderSearchTwin(site: Site): string {
  const url = absoluteUrl(site, paths.search);
  const { words, say } = wordsOf(site);
  const description = say(words.search.description, { title: site.title });
  return joinBlocks([
    renderFrontMatter({
      title: words.search.title,
      description,
      url,
      markdown_url: absoluteUrl(site, twinPath(paths.search)),
      type: 'search',
      lang: site.language,
    }),
    noticeLine(site),
    `# ${words.search.title}`,
    description,
    ...(hasSidecar(site) ? atServer(site, url) : inBrowser(site, url)),
  ]);
}

/** Only files are served: the page searches by itself, and a program has the index of the site. */
function inBrowser(site: Site, url: string): readonly string[] {
  return [
    [
      `- \`${url}?q=words\` is the page for people: it searches in the browser, with a script.`,
      `- Software reads ${markdownLink(paths.llms, absoluteUrl(site, paths.llms))}, one line for every page, or ${markdownLink(paths.llmsFull, absoluteUrl(site, paths.llmsFull))}, which contains all documents.`,
    ].join('\n'),
  ];
}

function atServer(site: Site, url: string): readonly string[] {
  return [
    [
      `- \`GET ${absoluteUrl(site, `${paths.wpV2}/search`)}?search=words\` answers with a JSON array of hits: \`id\`, \`title\`, \`url\`, \`type\`. The \`url\` of a page with \`.md\` appended is its full text.`,
      `- \`POST ${absoluteUrl(site, paths.mcp)}\` is an MCP server; its tool \`search\` ranks what it finds.`,
      `- \`${url}?q=words\` is the page for people with its results.`,
    ].join('\n'),
    `The whole interface: ${markdownLink(paths.openapi, absoluteUrl(site, paths.openapi))}`,
  ];
}
