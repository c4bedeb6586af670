import { describeMcpServer } from '../../../src/core/mcp/descriptions.ts';
import { kindsOf, taxonomiesOf } from '../../../src/core/model/kinds.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { absoluteUrl, paths } from '../../../src/core/model/urls.ts';
import type { Completion, CompletionRequest, ServerFeatures } from '../server-features.ts';
import type { ContentReader, Found } from './content.ts';
import { createSitePrompts } from './site-prompts.ts';
import { contactSchemaUri, createSiteResources, documentTemplate } from './site-resources.ts';
import type { PublishedSkill } from './site-skills.ts';
import { createSiteTools } from './site-tools.ts';

/** Max values of one completion, by the protocol. */
const maxValues = 100;

/** Tools, resources and prompts over the published content. */
export function createSiteFeatures(
  site: Site,
  content: ContentReader,
  skills: readonly PublishedSkill[] = [],
): ServerFeatures {
  return {
    info: describeMcpServer(site),
    instructions:
      `The published content of ${site.title} (${site.url}), read-only and public. quote answers a question with exact quotations, or says that there is no answer; search finds pages by words, ` +
      'list_content and list_terms enumerate, get_content and fetch give a page as Markdown in parts of limited ' +
      'length. Ids are the same everywhere. No tool writes: to send the owner a message, ' +
      `GET ${absoluteUrl(site, paths.contactApi)}, which says how; its schema is the resource ${contactSchemaUri}.`,
    tools: createSiteTools(site, content),
    resources: createSiteResources(site, content, skills),
    skills,
    prompts: createSitePrompts(site),
    complete: (question) => complete(site, content, question),
  };
}

/** Completes prefixes of content types, slugs of documents (of a type, where it is given) and slugs of terms. */
function complete(
  site: Site,
  content: ContentReader,
  { on, name, argument, typed, context }: CompletionRequest,
) {
  const kinds = kindsOf(site).map(({ name }) => name);
  const taxonomy = taxonomiesOf(site).find(({ key }) => key === argument);
  if (taxonomy) return toCompletion(content.termSlugs(taxonomy.name, typed, maxValues));
  if (argument === 'slug') {
    const known = kinds.find((kind) => kind === context.type);
    return toCompletion(content.keys(typed, known, maxValues));
  }
  if (on === 'template' && name === documentTemplate && argument === 'type') {
    const items = kinds.filter((kind) => kind.startsWith(typed));
    return toCompletion({ items, total: items.length });
  }
  return undefined;
}

function toCompletion({ items, total }: Found<string>): Completion {
  return { values: items, total, hasMore: total > items.length };
}
