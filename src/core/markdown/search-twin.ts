import { wordsOf } from '../languages/words.ts';
import { isMultilingual, languageSlug, pathsOf, versionsOfAll } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { hasSidecar } from '../model/targets.ts';
import { absoluteUrl, paths, twinPath } from '../model/urls.ts';
import { markdownLink, noticeLine } from '../text/markdown-text.ts';
import { renderFrontMatter } from '../text/yaml-front-matter.ts';
import { joinBlocks, languageFields } from './markdown-twin.ts';

/** The Markdown twin of the search page, `/search.md`, which describes how software searches. */
export function renderSearchTwin(site: Site): string {
  const { search } = pathsOf(site);
  const url = absoluteUrl(site, search);
  const { words, say } = wordsOf(site);
  const description = say(words.search.description, { title: site.title });
  return joinBlocks([
    renderFrontMatter({
      title: words.search.title,
      description,
      url,
      markdown_url: absoluteUrl(site, twinPath(search)),
      type: 'search',
      ...languageFields({ path: search, ...versionsOfAll(site, 'search') }, site),
    }),
    noticeLine(site),
    `# ${words.search.title}`,
    description,
    ...(hasSidecar(site) ? atServer(site, url) : inBrowser(site, url)),
  ]);
}

/** Only files are served: the page searches by itself, and a program has the index of the site. */
function inBrowser(site: Site, url: string): readonly string[] {
  const { llms, llmsFull } = pathsOf(site);
  return [
    [
      `- \`${url}?q=words\` is the page for people: it searches in the browser, with a script.`,
      `- Software reads ${markdownLink(llms, absoluteUrl(site, llms))}, one line for every page, or ${markdownLink(llmsFull, absoluteUrl(site, llmsFull))}, which contains all documents.`,
    ].join('\n'),
  ];
}

function atServer(site: Site, url: string): readonly string[] {
  const only = isMultilingual(site) ? `&lang=${languageSlug(site)}` : '';
  return [
    [
      `- \`GET ${absoluteUrl(site, `${paths.wpV2}/search`)}?search=words${only}\` answers with a JSON array of hits: \`id\`, \`title\`, \`url\`, \`type\`. The \`url\` of a page with \`.md\` appended is its full text.`,
      `- \`POST ${absoluteUrl(site, paths.mcp)}\` is an MCP server; its tool \`search\` ranks what it finds.`,
      `- \`${url}?q=words\` is the page for people with its results.`,
    ].join('\n'),
    `The whole interface: ${markdownLink(paths.openapi, absoluteUrl(site, paths.openapi))}`,
  ];
}
