import { renderSkillsIndex } from '../core/agent-skills.ts';
import { renderAiCatalog } from '../core/ai-catalog.ts';
import { renderApiCatalog } from '../core/api-catalog.ts';
import { renderAuthMd } from '../core/auth-md.ts';
import type { Document, Library } from '../core/document.ts';
import { renderLlmsFull } from '../core/llms-full.ts';
import { renderLlmsTxt } from '../core/llms-txt.ts';
import { renderMcpCard, renderServerJson } from '../core/mcp-card.ts';
import { renderNotFoundJson, renderNotFoundMarkdown } from '../core/not-found.ts';
import { renderOpenapi } from '../core/openapi.ts';
import { renderRefusals } from '../core/refusals.ts';
import { renderRobotsTxt } from '../core/robots-txt.ts';
import { renderSecurityTxt } from '../core/security-txt.ts';
import type { Site } from '../core/site.ts';
import { renderSitemap } from '../core/sitemap.ts';
import { renderHostHeaders, renderHostRedirects } from '../core/static-host-files.ts';
import { paths } from '../core/urls.ts';
import { type Artifact, keyOf } from './output.ts';

/** Documents that settings and the date alone decide. */
const bySettings: Readonly<Record<string, (site: Site, nowGmt: string) => string>> = {
  [paths.robots]: renderRobotsTxt,
  [paths.auth]: renderAuthMd,
  [paths.openapi]: (site) => renderOpenapi({ site }),
  [paths.openapiWellKnown]: (site) => renderOpenapi({ site }),
  [paths.apiCatalog]: renderApiCatalog,
  [paths.securityTxt]: renderSecurityTxt,
  [paths.mcpCard]: renderMcpCard,
  [paths.mcpServerCard]: renderMcpCard,
  '/server.json': renderServerJson,
  '/_errors/404.md': (site) => renderNotFoundMarkdown(site, null, []),
  '/_errors/404.json': renderNotFoundJson,
  '/_headers': renderHostHeaders,
};

/** Documents about everything that is published. */
const byLibrary: Readonly<
  Record<string, (library: Library, entries: ReadonlyMap<Document, string>) => string>
> = {
  [paths.llms]: renderLlmsTxt,
  [paths.llmsFull]: renderLlmsFull,
  [paths.skillsIndex]: renderSkillsIndex,
  [paths.aiCatalog]: renderAiCatalog,
  '/_redirects': renderHostRedirects,
};

/** @param entries of llms-full.txt that were rendered already */
export function* siteDocuments(
  library: Library,
  nowGmt: string,
  entries: ReadonlyMap<Document, string>,
): Generator<Artifact> {
  for (const [path, render] of Object.entries(bySettings)) {
    yield ready(path, render(library.site, nowGmt));
  }
  const digest = digestLibrary(library);
  for (const [path, render] of Object.entries(byLibrary)) {
    yield { file: path.slice(1), key: keyOf(digest, path), render: () => render(library, entries) };
  }
  for (const { path, text } of renderSitemap(library)) yield ready(path, text);
  for (const { file, text } of renderRefusals()) yield ready(`/${file}`, text);
}

/** Digest of everything published: documents with their texts, terms, authors, pictures, skills. */
export function digestLibrary({ documents, categories, tags, authors, media, skills }: Library): string {
  const records = documents.map(({ digest, parentId }) => [digest, parentId]);
  return keyOf(records, categories, tags, authors, media, skills);
}

/** A text that is so cheap that it is rendered to see whether it changed. */
function ready(path: string, text: string): Artifact {
  return { file: path.slice(1), key: keyOf(text), render: () => text };
}
