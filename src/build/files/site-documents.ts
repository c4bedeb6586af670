import { renderSkillsIndex } from '../../core/discovery/agent-skills.ts';
import { renderAiCatalog } from '../../core/discovery/ai-catalog.ts';
import { renderApiCatalog } from '../../core/discovery/api-catalog.ts';
import { renderAuthMd } from '../../core/discovery/auth-md.ts';
import { renderOpenapi } from '../../core/discovery/openapi.ts';
import { renderRobotsTxt } from '../../core/discovery/robots-txt.ts';
import { renderSecurityTxt } from '../../core/discovery/security-txt.ts';
import { renderFeedStyle } from '../../core/feeds/feed-style.ts';
import { renderSitemap } from '../../core/feeds/sitemap.ts';
import { renderNotFoundJson, renderNotFoundMarkdown } from '../../core/front/not-found.ts';
import { renderRefusals } from '../../core/front/refusals.ts';
import { llmsFullParts, renderLlmsFull } from '../../core/markdown/llms-full.ts';
import { renderLlmsTxt } from '../../core/markdown/llms-txt.ts';
import { listFeedPosts, renderMarkdownFeed } from '../../core/markdown/markdown-feed.ts';
import { renderMarkdownSitemap } from '../../core/markdown/markdown-sitemap.ts';
import { renderMcpCard, renderServerJson } from '../../core/mcp/card.ts';
import type { Library } from '../../core/model/document.ts';
import { viewsOf } from '../../core/model/language-views.ts';
import { pathsOf } from '../../core/model/languages.ts';
import { memoize } from '../../core/model/memoize.ts';
import type { Site } from '../../core/model/site.ts';
import { isFilesOnly, isPublished } from '../../core/model/targets.ts';
import { paths, twinPath } from '../../core/model/urls.ts';
import { type Artifact, keyOf } from '../plan/output.ts';
import { pluginFiles } from './plugin-files.ts';

/** Documents that only settings decide. */
const bySettings: Readonly<Record<string, (site: Site) => string>> = {
  [paths.robots]: renderRobotsTxt,
  [paths.auth]: renderAuthMd,
  [paths.openapi]: (site) => renderOpenapi({ site }),
  [paths.openapiWellKnown]: (site) => renderOpenapi({ site }),
  [paths.apiCatalog]: renderApiCatalog,
  [paths.mcpCard]: renderMcpCard,
  [paths.mcpServerCard]: renderMcpCard,
};

/** Only for servers: error pages, and the entry for registries of MCP servers. */
const forServers: typeof bySettings = {
  '/server.json': renderServerJson,
  '/_errors/404.md': (site) => renderNotFoundMarkdown(site, null, []),
  '/_errors/404.json': renderNotFoundJson,
};

/** Documents about everything that is published. */
const byLibrary: Readonly<Record<string, (library: Library) => string>> = {
  [paths.skillsIndex]: renderSkillsIndex,
  [paths.ard]: renderAiCatalog,
  [paths.aiCatalog]: renderAiCatalog,
};

export function* siteDocuments(library: Library, nowGmt: string): Generator<Artifact> {
  const { site } = library;
  const settled = isFilesOnly(site) ? bySettings : { ...bySettings, ...forServers };
  const settings = keyOf(site);
  for (const [path, render] of Object.entries(settled)) {
    if (isPublished(site, path)) yield { file: path.slice(1), key: settings, render: () => render(site) };
  }
  if (isPublished(site, paths.securityTxt)) yield ready(paths.securityTxt, renderSecurityTxt(site, nowGmt));
  const { indexNow } = site.connect;
  if (indexNow !== undefined) yield ready(`/${indexNow}.txt`, indexNow);
  const digest = digestLibrary(library);
  for (const [path, render] of Object.entries(byLibrary)) {
    if (!isPublished(site, path)) continue;
    yield { file: path.slice(1), key: keyOf(digest, path), render: () => render(library) };
  }
  yield* pluginFiles(library, digest);
  const counts = viewsOf(library).map(({ documents }) => documents.length);
  for (const view of viewsOf(library)) yield* languageDocuments(view, keyOf(digestLibrary(view), counts));
  for (const { path, text } of renderSitemap(library)) yield ready(path, text);
  if (isPublished(site, paths.markdownSitemap) && !isOwnTwin(library, paths.markdownSitemap)) {
    yield ready(paths.markdownSitemap, renderMarkdownSitemap(library));
  }
  if (isFilesOnly(site)) return;
  for (const { file, text } of renderRefusals()) yield ready(`/${file}`, text);
}

function isOwnTwin({ ownPages = [] }: Library, path: string): boolean {
  return ownPages.some((page) => twinPath(page.path) === path);
}

/** The documents about everything that is published in one language. @param digest of that, and of what they say of others */
function* languageDocuments(view: Library, digest: string): Generator<Artifact> {
  const { llms, llmsFull, markdownFeed, feedStyle } = pathsOf(view.site);
  yield { file: llms.slice(1), key: keyOf(digest, llms), render: () => renderLlmsTxt(view) };
  yield {
    file: llmsFull.slice(1),
    key: keyOf(digest, llmsFull),
    render: () => renderLlmsFull(view),
    parts: () => llmsFullParts(view),
  };
  if (!isPublished(view.site, markdownFeed)) return;
  yield ready(feedStyle, renderFeedStyle(view.site));
  yield {
    file: markdownFeed.slice(1),
    key: keyOf(listFeedPosts(view).map((post) => post.digest)),
    render: () => renderMarkdownFeed(view),
  };
}

/** Digest of everything published: documents with their bodies, terms, authors, images, skills. */
export const digestLibrary = memoize(
  ({ documents, terms, authors, media, skills, ownPages = [] }: Library): string => {
    const records = documents.map(({ digest, parentId }) => [digest, parentId]);
    return keyOf(records, terms, authors, media, skills, ownPages);
  },
);

/** A document that is cheap enough to render just to compare it. */
function ready(path: string, text: string): Artifact {
  return { file: path.slice(1), key: keyOf(text), render: () => text };
}
