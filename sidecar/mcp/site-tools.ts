import type { CallToolResult } from '@modelcontextprotocol/server';
import { describeMcpTools } from '../../src/core/mcp/descriptions.ts';
import {
  type McpToolInput,
  type McpToolName,
  type McpToolOutput,
  type McpTools,
  mcpToolsOf,
} from '../../src/core/mcp/tools.ts';
import { kindsOf, taxonomiesOf, taxonomyNamed } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, paths, twinPath } from '../../src/core/model/urls.ts';
import type { FoundDocument, SearchResult } from '../ranked-search/ranked-search.ts';
import type { ContentReader } from './content.ts';
import type { ListedDocument, StoredTerm } from './content-rows.ts';
import { nextCursor, readCursor } from './cursor.ts';
import type { ToolDefinition } from './server-features.ts';
import { cutWindow } from './text-window.ts';
import { describeIssues } from './validation-sentences.ts';

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
    search({ query, type, limit, cursor }) {
      const offset = readCursor('search', cursor);
      if (offset === undefined) return badCursor;
      const question = {
        query,
        kind: type ?? null,
        category: null,
        year: null,
        limit,
        offset,
        snippets: true,
      };
      const found = content.search(question);
      const answer = ({ hits, total }: SearchResult) => {
        const results = hits.map((hit) => describeHit(site, hit));
        return { results, total, ...following('search', offset, results.length, total) };
      };
      return found instanceof Promise ? found.then(answer) : answer(found);
    },

    fetch({ id }) {
      const [, number, from] = /^(\d+):(\d{1,9})$/.exec(id) ?? [];
      const document = content.find(number ?? id);
      if (!document) return unknown(id);
      if (document.locked) return locked(site, document);
      const { text, next } = cutWindow(document.markdown, Number(from ?? 0));
      const nextId = next === undefined ? undefined : `${document.id}:${next}`;
      const note = `\n\n[${next} of ${document.markdown.length} characters so far. The next part has the id ${nextId}.]\n`;
      return {
        id: number === undefined ? String(document.id) : id,
        title: document.title,
        text: nextId === undefined ? text : text.trimEnd() + note,
        url: absoluteUrl(site, document.path),
        metadata: {
          type: document.kind,
          date: document.date,
          modified: document.modified,
          ...describeTerms(site, content, document.id),
          total_characters: document.markdown.length,
          ...(nextId === undefined ? {} : { next_id: nextId }),
        },
      };
    },

    list_content({ type, after, before, limit, cursor, ...given }) {
      const offset = readCursor('content', cursor);
      if (offset === undefined) return badCursor;
      const terms = new Map<string, string>();
      for (const { name, key } of taxonomiesOf(site)) {
        const slug = (given as Readonly<Record<string, string | undefined>>)[key];
        if (slug === undefined) continue;
        if (!content.term(name, slug)) return unknownTerm(key, slug);
        terms.set(name, slug);
      }
      const { items, total } = content.list({ type, terms, after, before, limit, offset });
      const listed = items.map((document) => describeDocument(site, document));
      return { items: listed, total, ...following('content', offset, listed.length, total) };
    },

    get_content({ id, offset, max_characters: max }) {
      const document = content.find(id);
      if (!document) return unknown(id);
      if (document.locked) return locked(site, document);
      const window = cutWindow(document.markdown, offset, max);
      return {
        ...describeDocument(site, document),
        ...describeTerms(site, content, document.id),
        text: window.text,
        offset: window.offset,
        total_characters: document.markdown.length,
        ...(window.next === undefined ? {} : { next_offset: window.next }),
      };
    },

    list_terms({ taxonomy: key, limit, cursor }) {
      const offset = readCursor('terms', cursor);
      if (offset === undefined) return badCursor;
      const taxonomy = taxonomiesOf(site).find((candidate) => candidate.key === key)?.name;
      const { items, total } = content.terms({ taxonomy, limit, offset });
      const terms = items.map((term) => describeTerm(site, term));
      return { terms, total, ...following('terms', offset, terms.length, total) };
    },

    get_site_info: () => ({
      title: site.title,
      description: site.description,
      url: absoluteUrl(site, paths.home),
      language: site.language,
      owner: {
        name: site.owner.name,
        description: site.owner.description,
        ...(site.owner.url === undefined ? {} : { url: site.owner.url }),
      },
      modified: content.modified(),
      counts: describeCounts(site, content),
      interfaces: interfaces.map(([title, path]) => ({ title, url: absoluteUrl(site, path) })),
    }),
  };

  const declared = mcpToolsOf(site);
  return describeMcpTools(site).map((description) => ({
    description,
    call: (given) => callTool(description.name, declared, tools, given),
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
  given: Readonly<Record<string, unknown>>,
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
    `Nothing is published under "${id.slice(0, 200)}". search and list_content give the ids of what is.`,
  );
}

function unknownTerm(taxonomy: string, slug: string): Refusal {
  return new Refusal(
    `There is no ${taxonomy} with the slug "${slug}". list_terms gives the slugs of those there are.`,
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

function describeHit(site: Site, hit: FoundDocument) {
  return {
    id: String(hit.id),
    title: hit.title,
    url: absoluteUrl(site, hit.path),
    type: hit.kind,
    date: hit.date,
    snippet: hit.snippet || hit.description,
  };
}

function describeDocument(site: Site, document: ListedDocument) {
  return {
    id: String(document.id),
    type: document.kind,
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

function describeCounts(site: Site, content: ContentReader): Record<string, number> {
  const counts = content.counts();
  return Object.fromEntries([
    ...kindsOf(site).map(({ name }) => [name, counts.get(name) ?? 0]),
    ...taxonomiesOf(site).map(({ name, key }) => [key, counts.get(name) ?? 0]),
  ]);
}

function describeTerm(site: Site, term: StoredTerm) {
  return {
    taxonomy: taxonomyNamed(site, term.taxonomy).key,
    slug: term.slug,
    name: term.name,
    description: term.description,
    url: absoluteUrl(site, term.path),
    ...(term.parent === null ? {} : { parent: term.parent }),
    count: term.count,
  };
}
