import type { Library } from '../core/document.ts';
import { renderLlmsFull } from '../core/llms-full.ts';
import { renderLlmsTxt } from '../core/llms-txt.ts';
import { renderMcpCard } from '../core/mcp-card.ts';
import { renderNotFoundJson, renderNotFoundMarkdown } from '../core/not-found.ts';
import { renderRobotsTxt } from '../core/robots-txt.ts';
import { renderSitemap } from '../core/sitemap.ts';
import { paths } from '../core/urls.ts';
import { type Artifact, keyOf } from './output.ts';

/** What a document about the whole site is rendered from. */
interface Sources {
  readonly library: Library;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  readonly nowGmt: string;
}

/** The documents about the whole site by their paths. */
const documents: Readonly<Record<string, (sources: Sources) => string>> = {
  [paths.llms]: ({ library }) => renderLlmsTxt(library),
  [paths.llmsFull]: ({ library }) => renderLlmsFull(library),
  [paths.robots]: ({ library }) => renderRobotsTxt(library.site),
  [paths.mcpCard]: ({ library }) => renderMcpCard(library.site),
  [paths.mcpServerCard]: ({ library }) => renderMcpCard(library.site),
  '/_errors/404.md': ({ library }) => renderNotFoundMarkdown(library.site, null, []),
  '/_errors/404.json': ({ library }) => renderNotFoundJson(library.site),
};

/** @param digest of everything published: while it is the same, these documents are */
export function* siteDocuments(library: Library, nowGmt: string, digest: string): Generator<Artifact> {
  for (const [path, render] of Object.entries(documents)) {
    yield { file: path.slice(1), key: keyOf(digest, path), render: () => render({ library, nowGmt }) };
  }
  for (const { path, text } of renderSitemap(library))
    yield { file: path.slice(1), key: keyOf(text), render: () => text };
}
