import { searchExampleOf } from '../model/languages.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import { hasSidecar } from '../model/targets.ts';
import { absoluteUrl, encodePath, paths } from '../model/urls.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { type HeadPage, twinOf } from './head.ts';

/** Links for software after the content, since many clients drop the head: the twin, search and MCP. Empty without a twin. */
export function renderProgramsNotice(page: HeadPage, site: Site): string {
  const path = twinOf(page);
  if (path === null) return '';
  const twin = `<a href="${escapeHtml(encodePath(path))}" tabindex="-1">this page as Markdown</a>`;
  return `<p>For programs: ${[twin, ...interfacesOf(site)].join('; ')}.</p>`;
}

const interfacesOf = memoize((site: Site): readonly string[] => {
  if (!hasSidecar(site)) return [];
  const request = (method: string, path: string, query = '') =>
    `<code>${method} ${escapeHtml(absoluteUrl(site, path) + query)}</code>`;
  return [
    `search: ${request('GET', paths.wpSearch, searchExampleOf(site))}`,
    `MCP: ${request('POST', paths.mcp)}`,
  ];
});
