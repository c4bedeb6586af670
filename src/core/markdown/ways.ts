import { pathsOf, searchExampleOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { contactUrl, hasSidecar, isOnHost } from '../model/targets.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

/**
 * The ways on for a program that has just met the site, in few words. llms.txt begins with them, and so does the
 * twin of the home page:
 *
 * ```md
 * - [Newest posts, whole text](https://example.org/feed.md)
 * - Search: `GET https://example.org/wp-json/wp/v2/search?search=WORDS&per_page=5&_fields=title,url,snippet`; a `url` with `.md` is its text
 * - MCP: `POST https://example.org/wp-json/agentsite/v1/mcp`
 * - Contact: `GET https://example.org/wp-json/site/v1/contact`
 * - [Every page](https://example.org/llms.txt), [whole text](https://example.org/llms-full.txt)
 * ```
 *
 * llms.txt itself has of the last line only the whole text. Where files only are served there is neither search nor
 * MCP, and contact is the owner's other address.
 *
 * Documents are links. Interfaces are code: clients that follow links of a Markdown document expect text.
 */
export function renderWays(site: Site, of: 'home' | 'llms'): string {
  const link = (text: string, path: string) => `[${text}](${absoluteUrl(site, path)})`;
  const request = (method: string, path: string, query = '') =>
    `\`${method} ${absoluteUrl(site, path)}${query}\``;
  const { llms, llmsFull, markdownFeed } = pathsOf(site);
  const contact = contactUrl(site);
  const mail = contact === null ? [] : [`- Contact: <${contact}>`];
  const answered = hasSidecar(site)
    ? [
        `- Search: ${request('GET', paths.wpSearch, searchExampleOf(site))}; a \`url\` with \`.md\` is its text`,
        `- MCP: ${request('POST', paths.mcp)}`,
        `- Contact: ${request('GET', paths.contactApi)}`,
      ]
    : mail;
  return [
    ...(isOnHost(site, markdownFeed) ? [`- ${link('Newest posts, whole text', markdownFeed)}`] : []),
    ...answered,
    of === 'home'
      ? `- ${link('Every page', llms)}, ${link('whole text', llmsFull)}`
      : `- ${link('Every page, whole text', llmsFull)}`,
  ].join('\n');
}
