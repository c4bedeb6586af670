import { pathsOf, searchExampleOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { contactUrl, hasSidecar, isOnHost } from '../model/targets.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

/**
 * Entry points for software, at the beginning of llms.txt and of the home page's twin: newest posts, search, MCP, contact,
 * indexes. A static site has neither search nor MCP, and its contact is the owner's address.
 *
 * Documents are links. Interfaces are code, since clients that follow links of a Markdown document expect text.
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
