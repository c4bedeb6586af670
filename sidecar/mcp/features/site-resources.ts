import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { contactJsonSchema } from '../../../src/core/contact/message.ts';
import { taxonomiesOf } from '../../../src/core/model/kinds.ts';
import { findLanguage } from '../../../src/core/model/languages.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { absoluteUrl } from '../../../src/core/model/urls.ts';
import type { ResourceProvider } from '../server-features.ts';
import { type ContentReader, decode, documentKey } from './content.ts';
import type { ListedDocument, StoredTerm } from './content-rows.ts';
import { nextCursor, readCursor } from './cursor.ts';
import type { PublishedSkill } from './site-skills.ts';

/** Resources on one page of `resources/list`. */
const pageSize = 50;

/** Max posts in the list of a term. */
const maxPosts = 100;

export const documentTemplate = 'agentsite://{type}/{+slug}';
const markdown = 'text/markdown';

/** Address of the JSON Schema of a contact message, the same as in OpenAPI and in the GET of the contact endpoint. */
export const contactSchemaUri = 'agentsite://contact-message/schema';

function listTemplates(site: Site): ResourceTemplateType[] {
  return [
    {
      uriTemplate: documentTemplate,
      name: 'document',
      title: 'A page of the site',
      description:
        'A post, page, talk or plugin entry as Markdown. Pages go by their path: agentsite://page/manual/writing.',
      mimeType: markdown,
    },
    ...taxonomiesOf(site).map(({ key, own, hierarchical }) => ({
      uriTemplate: `agentsite://${key}/{${key}}`,
      name: key,
      title: `A ${key}`,
      description: `The ${own ? 'documents' : 'posts'} ${hierarchical ? 'of' : 'with'} one ${key} as a Markdown list of links.`,
      mimeType: markdown,
    })),
  ];
}

/** Every document as a resource, except protected ones; terms by their templates only, skills by `skills/list`. */
export function createSiteResources(
  site: Site,
  content: ContentReader,
  skills: readonly PublishedSkill[] = [],
): ResourceProvider {
  return {
    templates: listTemplates(site),
    list(cursor) {
      const offset = readCursor('resources', cursor);
      if (offset === undefined) return undefined;
      const { items, total } = content.list({ limit: pageSize, offset });
      return {
        items: items.filter((document) => !document.locked).map((document) => describe(document, site)),
        nextCursor: nextCursor('resources', offset, items.length, total),
      };
    },
    read(uri) {
      if (uri === contactSchemaUri) {
        return text(uri, JSON.stringify(contactJsonSchema()), 'application/schema+json');
      }
      const skill = skills.find(({ entry }) => entry.uri === uri);
      if (skill) return text(uri, skill.text);
      const [, key, folder, slug = ''] = /^agentsite:\/\/([\w-]+)\/(?:([^/]+)\/)?([^/]+)$/.exec(uri) ?? [];
      const taxonomy = taxonomiesOf(site).find((candidate) => candidate.key === key);
      const spoken = folder === undefined ? site : findLanguage(site, folder);
      if (taxonomy && spoken) {
        const term = content.term(taxonomy.name, decode(slug), spoken.language);
        return term && text(uri, listPosts(site, content, term));
      }
      if (!uri.startsWith('agentsite://')) return undefined;
      const document = content.find(uri);
      return document && !document.locked ? text(uri, document.markdown) : undefined;
    },
  };
}

function documentUri(document: ListedDocument, site: Site): string {
  return `agentsite://${document.kind}/${encodeURI(documentKey(document, site)).replace(/[?#]/g, encodeURIComponent)}`;
}

function describe(document: ListedDocument, site: Site): Resource {
  return {
    uri: documentUri(document, site),
    name: documentKey(document, site),
    title: document.title,
    description: document.description,
    mimeType: markdown,
    size: document.size,
    annotations: { lastModified: document.modified, audience: ['user', 'assistant'] },
  };
}

function listPosts(site: Site, content: ContentReader, term: StoredTerm): string {
  const terms = new Map([[term.taxonomy, term.slug]]);
  const language = term.language === '' ? undefined : term.language;
  const { items, total } = content.list({ terms, language, limit: maxPosts, offset: 0 });
  const lines = items.map(
    (post) => `- [${escapeTitle(post.title)}](${absoluteUrl(site, post.path)}): ${post.date.slice(0, 10)}`,
  );
  const rest = total > items.length ? [`- and ${total - items.length} more`] : [];
  const head = [
    `# ${escapeTitle(term.name)}`,
    '',
    ...(term.description === '' ? [] : [term.description, '']),
  ];
  return `${[...head, ...lines, ...rest].join('\n')}\n`;
}

function escapeTitle(title: string): string {
  return title.replace(/[\\[\]]/g, '\\$&');
}

function text(uri: string, body: string, mimeType = markdown): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: body }] };
}
