import { describeMcpServer } from '../../src/core/mcp/tools.ts';
import { type DocumentKind, documentKinds } from '../../src/core/model/document.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, paths } from '../../src/core/model/urls.ts';
import type { ContentReader, Found } from './content.ts';
import type { Completion, CompletionRequest, ServerFeatures } from './server-features.ts';
import { createSitePrompts } from './site-prompts.ts';
import { createSiteResources, documentTemplate } from './site-resources.ts';
import { createSiteTools } from './site-tools.ts';

/** Most values of one completion, by the protocol. */
const mostValues = 100;

/** What the site offers to MCP clients: its published content, to be found, read and enumerated. */
export function createSiteFeatures(site: Site, content: ContentReader): ServerFeatures {
  return {
    info: describeMcpServer(site),
    instructions:
      `The published content of ${site.title} (${site.url}), read-only and public. search finds pages by words, ` +
      'list_content and list_terms enumerate, get_content and fetch give a page as Markdown in parts of limited ' +
      'length. Ids are the same everywhere. No tool writes: to send the owner a message, ' +
      `GET ${absoluteUrl(site, paths.contactApi)}, which says how.`,
    tools: createSiteTools(site, content),
    resources: createSiteResources(site, content),
    prompts: createSitePrompts(site),
    complete: (question) => complete(content, question),
  };
}

/** Completes by prefix: types, slugs of documents (within the type that is known so far), categories and tags. */
function complete(content: ContentReader, { on, name, argument, typed, context }: CompletionRequest) {
  if (argument === 'category' || argument === 'tag')
    return toCompletion(content.termSlugs(argument, typed, mostValues));
  if (argument === 'slug') return toCompletion(content.keys(typed, kindOf(context.type), mostValues));
  if (on === 'template' && name === documentTemplate && argument === 'type') {
    const items = documentKinds.filter((kind) => kind.startsWith(typed));
    return toCompletion({ items, total: items.length });
  }
  return undefined;
}

function kindOf(type: string | undefined): DocumentKind | undefined {
  return documentKinds.find((kind) => kind === type);
}

function toCompletion({ items, total }: Found<string>): Completion {
  return { values: items, total, hasMore: total > items.length };
}
