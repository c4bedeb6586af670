import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeMcpTools } from '../../../src/core/mcp/descriptions.ts';
import {
  createTools,
  type McpToolInput,
  type McpToolName,
  type McpToolOutput,
  type McpTools,
} from '../../../src/core/mcp/tools.ts';
import { kindsOf, taxonomiesOf, taxonomyNamed } from '../../../src/core/model/kinds.ts';
import {
  findLanguage,
  isMultilingual,
  languageSlug,
  languagesOf,
  pathsOf,
  siteIn,
} from '../../../src/core/model/languages.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { absoluteUrl, paths, twinPath } from '../../../src/core/model/urls.ts';
import type { FoundDocument, SearchResult } from '../../ranked-search/ranked-search.ts';
import { readLiberally } from '../liberal-input.ts';
import type { ToolDefinition } from '../server-features.ts';
import { describeIssues } from '../validation-sentences.ts';
import type { ContentReader } from './content.ts';
import type { ListedDocument, StoredDocument, StoredTerm } from './content-rows.ts';
import { nextCursor, readCursor } from './cursor.ts';
import { cutWindow } from './text-window.ts';

/** Why a tool failed, as a sentence that says what to do instead. */
class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type ToolAnswer<Name extends McpToolName> = McpToolOutput<Name> | Refusal;
type Tools = {
  [Name in McpToolName]: (input: McpToolInput<Name>) => ToolAnswer<Name> | Promise<ToolAnswer<Name>>;
};

const badCursor = new Refusal(
  'This cursor does not belong to this list. Leave it out to begin at the first page.',
);

/** The tools of `core/mcp/tools.ts`, over the published content. */
export function createSiteTools(site: Site, content: ContentReader): ToolDefinition[] {
  const tools: Tools = {
    search({ query, type, language, author, after, before, limit, cursor, ...given }) {
      const offset = readCursor('search', cursor);
      if (offset === undefined) return badCursor;
      const narrowing = readNarrowing(site, content, author, given);
      if (narrowing instanceof Refusal) return narrowing;
      const narrowed = { kind: type ?? null, category: null, year: null, language: tagOf(site, language) };
      const further = { terms: [...narrowing.terms], author: narrowing.author, after, before };
      const found = content.search({ query, ...narrowed, ...further, limit, offset, snippets: true });
      const answer = ({ hits, total, searched }: SearchResult) => {
        const results = hits.map((hit) => describeHit(site, hit));
        const instead = searched === undefined ? {} : { searched };
        return { ...instead, results, total, ...following('search', offset, results.length, total) };
      };
      return found instanceof Promise ? found.then(answer) : answer(found);
    },

    quote({ question: query, language, limit }) {
      return content.passages({ query, language: tagOf(site, language) ?? null, limit });
    },

    fetch({ id, language }) {
      const [, number, from] = /^(\d+):(\d{1,9})$/.exec(id) ?? [];
      const document = findVersion(site, content, number ?? id, language);
      if (document instanceof Refusal) return document;
      if (document.locked) return locked(site, document);
      const { text, next } = cutWindow(document.markdown, Number(from ?? 0));
      const nextId = next === undefined ? undefined : `${document.id}:${next}`;
      const note = `\n\n[${next} of ${document.markdown.length} characters so far. The next part has the id ${nextId}.]\n`;
      return {
        id: from === undefined ? String(document.id) : id,
        title: document.title,
        text: nextId === undefined ? text : text.trimEnd() + note,
        url: absoluteUrl(site, document.path),
        metadata: {
          type: document.kind,
          ...describeVersions(site, content, document),
          date: document.date,
          modified: document.modified,
          ...describeTerms(site, content, document.id),
          total_characters: document.markdown.length,
          ...(nextId === undefined ? {} : { next_id: nextId }),
        },
      };
    },

    list_content({
      type,
      language,
      author,
      after,
      before,
      changed_since: changedSince,
      limit,
      cursor,
      ...given
    }) {
      const offset = readCursor('content', cursor);
      if (offset === undefined) return badCursor;
      const narrowing = readNarrowing(site, content, author, given);
      if (narrowing instanceof Refusal) return narrowing;
      const filter = { type, language: tagOf(site, language), ...narrowing, after, before, changedSince };
      const { items, total } = content.list({ ...filter, limit, offset });
      const listed = items.map((document) => describeDocument(site, document));
      return { items: listed, total, ...following('content', offset, listed.length, total) };
    },

    get_content({ id, language, offset, max_characters: max }) {
      const document = findVersion(site, content, id, language);
      if (document instanceof Refusal) return document;
      if (document.locked) return locked(site, document);
      const window = cutWindow(document.markdown, offset, max);
      return {
        ...describeDocument(site, document),
        ...describeVersions(site, content, document),
        ...describeTerms(site, content, document.id),
        text: window.text,
        offset: window.offset,
        total_characters: document.markdown.length,
        ...(window.next === undefined ? {} : { next_offset: window.next }),
      };
    },

    list_terms({ taxonomy: key, language, limit, cursor }) {
      const offset = readCursor('terms', cursor);
      if (offset === undefined) return badCursor;
      const taxonomy = taxonomiesOf(site).find((candidate) => candidate.key === key)?.name;
      const { items, total } = content.terms({ taxonomy, language: tagOf(site, language), limit, offset });
      const terms = items.map((term) => describeTerm(site, term));
      return { terms, total, ...following('terms', offset, terms.length, total) };
    },

    get_site_info: ({ language }) => ({
      ...describeView(findLanguage(site, language ?? '') ?? site),
      ...(isMultilingual(site) ? { languages: describeLanguages(site) } : {}),
      owner: {
        name: site.owner.name,
        description: site.owner.description,
        ...(site.owner.url === undefined ? {} : { url: site.owner.url }),
      },
      modified: content.modified(),
      counts: describeCounts(site, content, tagOf(site, language)),
      interfaces: interfaces.map(([title, path]) => ({ title, url: absoluteUrl(site, path) })),
    }),
  };

  const declared = createTools(site);
  return describeMcpTools(site).map((description) => ({
    description,
    call: (given) =>
      callTool(description.name, declared, tools, readLiberally(description.inputSchema, given)),
  }));
}

const interfaces: readonly (readonly [string, string])[] = [
  ['Index of every page for language models', paths.llms],
  ['The whole site as one Markdown text', paths.llmsFull],
  ['REST routes in the shape of WordPress', paths.wpV2],
  ['OpenAPI description of everything', paths.openapi],
  ['Contact endpoint: GET explains how to send the owner a message', paths.contactApi],
  ['Atom feed', paths.atom],
];

function callTool<Name extends McpToolName>(
  name: Name,
  declared: McpTools,
  tools: Tools,
  given: unknown,
): CallToolResult | Promise<CallToolResult> {
  const { input } = declared[name];
  const checked = input.safeParse(given, { reportInput: true });
  if (!checked.success)
    return refuse(describeIssues(checked.error.issues, 'argument', Object.keys(input.shape)));
  const answer = tools[name](checked.data as McpToolInput<Name>);
  return answer instanceof Promise ? answer.then(toResult) : toResult(answer);
}

function toResult(answer: ToolAnswer<McpToolName>): CallToolResult {
  if (answer instanceof Refusal) return refuse(answer.reason);
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
}

function refuse(reason: string): CallToolResult {
  return { content: [{ type: 'text', text: reason.slice(0, 2000) }], isError: true };
}

function unknown(id: string): Refusal {
  return new Refusal(
    `Nothing is published under "${id.slice(0, 200)}". search and list_content return the IDs of published content.`,
  );
}

/** The author and the terms that arguments name by their slugs. */
function readNarrowing(site: Site, content: ContentReader, author: string | undefined, given: object) {
  const terms = new Map<string, string>();
  for (const { name, key } of taxonomiesOf(site)) {
    const slug = (given as Readonly<Record<string, string | undefined>>)[key];
    if (slug === undefined) continue;
    if (!content.term(name, slug)) return unknownTerm(key, slug);
    terms.set(name, slug);
  }
  const id = author === undefined ? undefined : content.author(author);
  if (author !== undefined && id === undefined) {
    const known = content.authorSlugs().slice(0, 20).join(', ');
    return new Refusal(`There is no author with the slug "${author}". There are: ${known}.`);
  }
  return { terms, author: id };
}

function unknownTerm(taxonomy: string, slug: string): Refusal {
  return new Refusal(
    `There is no ${taxonomy} with the slug "${slug}". list_terms returns the existing slugs.`,
  );
}

function locked(site: Site, document: ListedDocument): Refusal {
  const url = absoluteUrl(site, document.path);
  return new Refusal(`"${document.title}" is protected by a password and opens in a browser only: ${url}`);
}

function following(...place: Parameters<typeof nextCursor>): { next_cursor?: string } {
  const cursor = nextCursor(...place);
  return cursor === undefined ? {} : { next_cursor: cursor };
}

/** The tag of a language by its slug; undefined for all languages. */
const tagOf = (site: Site, slug = '') => findLanguage(site, slug)?.language;

/** A document, or its version in a language. */
function findVersion(
  site: Site,
  content: ContentReader,
  reference: string,
  language: string | undefined,
): StoredDocument | Refusal {
  const found = content.find(reference);
  if (!found) return unknown(reference);
  if (language === undefined || found.language === tagOf(site, language)) return found;
  const home = found.id === 0 ? content.find(pathsOf(findLanguage(site, language) ?? site).home) : undefined;
  if (home) return home;
  const versions = content.versions(found.id);
  const version = versions[language] === undefined ? undefined : content.find(String(versions[language]));
  if (version) return version;
  const others = Object.keys(versions).join(', ');
  return new Refusal(
    `"${found.title}" has no version with the language ${language}. It is there in: ${others}.`,
  );
}

/** Nothing on a site of one language. */
function nameLanguage(site: Site, { language }: { readonly language?: string }): { language?: string } {
  return isMultilingual(site) ? { language: languageSlug(siteIn(site, language)) } : {};
}

function describeVersions(site: Site, content: ContentReader, document: ListedDocument) {
  if (!isMultilingual(site)) return {};
  const versions = Object.entries(content.versions(document.id));
  const translations = Object.fromEntries(versions.map(([language, id]) => [language, String(id)]));
  return { ...nameLanguage(site, document), translations };
}

function describeView(view: Site) {
  const { title, description, language } = view;
  return { title, description, url: absoluteUrl(view, pathsOf(view).home), language };
}

function describeLanguages(site: Site) {
  return languagesOf(site).map((view) => {
    const { title, url } = describeView(view);
    return { language: languageSlug(view), title, url };
  });
}

function describeHit(site: Site, hit: FoundDocument) {
  return {
    id: String(hit.id),
    title: hit.title,
    url: absoluteUrl(site, hit.path),
    type: hit.kind,
    ...nameLanguage(site, hit),
    date: hit.date,
    snippet: hit.snippet || hit.description,
  };
}

function describeDocument(site: Site, document: ListedDocument) {
  return {
    id: String(document.id),
    type: document.kind,
    ...nameLanguage(site, document),
    title: document.title,
    url: absoluteUrl(site, document.path),
    markdown_url: absoluteUrl(site, twinPath(document.path)),
    description: document.description,
    date: document.date,
    modified: document.modified,
    protected: document.locked,
  };
}

/** Slugs of a document's terms, by the names of their front matter fields. */
function describeTerms(site: Site, content: ContentReader, id: number): Record<string, string[]> {
  const slugs = content.termsOf(id);
  return Object.fromEntries(
    taxonomiesOf(site).map(({ name, restBase }) => [restBase, [...(slugs.get(name) ?? [])]]),
  );
}

function describeCounts(site: Site, content: ContentReader, language?: string): Record<string, number> {
  const counts = content.counts(language);
  return Object.fromEntries([
    ...kindsOf(site).map(({ name }) => [name, counts.get(name) ?? 0]),
    ...taxonomiesOf(site).map(({ name, key }) => [key, counts.get(name) ?? 0]),
  ]);
}

function describeTerm(site: Site, term: StoredTerm) {
  return {
    taxonomy: taxonomyNamed(site, term.taxonomy).key,
    ...nameLanguage(site, term),
    slug: term.slug,
    name: term.name,
    description: term.description,
    url: absoluteUrl(site, term.path),
    ...(term.parent === null ? {} : { parent: term.parent }),
    count: term.count,
  };
}
