import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKind } from '../../../src/core/model/document.ts';
import { kindsOf } from '../../../src/core/model/kinds.ts';
import {
  findLanguage,
  languagesOf,
  pathsOf,
  siteIn,
  slugAmongAll,
} from '../../../src/core/model/languages.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { pagePathOfTwin, twinPath } from '../../../src/core/model/urls.ts';
import { describePassages } from '../../ranked-search/passage-answer.ts';
import { createPassages, type PassageQuestion, type PassageResult } from '../../ranked-search/passages.ts';
import {
  createRankedSearch,
  type SearchQuestion,
  type SearchResult,
} from '../../ranked-search/ranked-search.ts';
import {
  documentColumns,
  type ListedDocument,
  listedColumns,
  type StoredDocument,
  type StoredTerm,
  termColumns,
  toDocument,
  toListed,
  toTerm,
  totalOf,
} from './content-rows.ts';

/** Answers at once, or after waiting in the queue. */
export type ContentSearch = (question: SearchQuestion) => SearchResult | Promise<SearchResult>;

export type ContentPassages = (question: PassageQuestion) => PassageResult | Promise<PassageResult>;

/** The published content for the MCP tools: prepared statements over `content.sqlite`. */
export interface ContentReader {
  readonly search: ContentSearch;
  readonly passages: (question: PassageQuestion) => Promise<ReturnType<typeof describePassages>>;
  /** IDs of the versions of a document, itself included, by the slugs of their languages. */
  readonly versions: (documentId: number) => Readonly<Record<string, number>>;
  /** A document by ID, path, URL of page or twin, resource URI, or bare slug; with the ID 0, the home page. */
  readonly find: (reference: string) => StoredDocument | undefined;
  readonly list: (filter: ListFilter) => Found<ListedDocument>;
  readonly terms: (filter: TermFilter) => Found<StoredTerm>;
  /** @param language tag; without it, a term of the default language comes first */
  readonly term: (taxonomy: string, slug: string, language?: string) => StoredTerm | undefined;
  /** Slugs of a document's terms, by taxonomy. */
  readonly termsOf: (documentId: number) => ReadonlyMap<string, readonly string[]>;
  readonly author: (slug: string) => number | undefined;
  readonly authorSlugs: () => readonly string[];
  /** Number of documents of each content type and of terms of each taxonomy, by name; without zeros. */
  readonly counts: (language?: string) => ReadonlyMap<string, number>;
  /** Time of the newest change, RFC 3339; empty for an empty site. */
  readonly modified: () => string;
  /** Keys of documents (see {@link documentKey}) that begin with `prefix`, and their total. */
  readonly keys: (prefix: string, kind: DocumentKind | undefined, max: number) => Found<string>;
  readonly termSlugs: (taxonomy: string, prefix: string, max: number) => Found<string>;
}

export interface Found<Item> {
  readonly items: Item[];
  readonly total: number;
}

interface PageOf {
  readonly limit: number;
  readonly offset: number;
}
export interface ListFilter extends PageOf {
  readonly type?: DocumentKind | undefined;
  /** Tag. */
  readonly language?: string | undefined;
  /** Slugs by taxonomy; a document has to have all of them. */
  readonly terms?: ReadonlyMap<string, string>;
  /** ID. */
  readonly author?: number | undefined;
  /** Range of dates, `before` exclusive: `YYYY-MM-DDTHH:MM:SS` in UTC. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Of the last change, in the same form. */
  readonly changedSince?: string | undefined;
}
export interface TermFilter extends PageOf {
  /** Name of a taxonomy. */
  readonly taxonomy?: string | undefined;
  /** Tag. */
  readonly language?: string | undefined;
}

/**
 * Name of a document within its content type: the slug, after that of its language unless this is the default one; in a
 * hierarchical type, such as pages, the path.
 */
export function documentKey(
  document: Pick<ListedDocument, 'kind' | 'slug' | 'path' | 'language'>,
  site: Site,
): string {
  if (!nestedKinds(site).includes(document.kind))
    return slugAmongAll(siteIn(site, document.language), document.slug);
  return document.path === '/' ? 'index' : document.path.slice(1, -1);
}

function nestedKinds(site: Site): readonly string[] {
  return kindsOf(site).flatMap(({ name, hierarchical }) => (hierarchical ? [name] : []));
}

const scheme = 'agentsite://';
/** Terms with documents and their ancestors; other terms have no page. */
const isShown = `id IN (WITH RECURSIVE shown(id, parent) AS (
    SELECT id, parent FROM term WHERE count > 0
    UNION SELECT above.id, above.parent FROM term AS above JOIN shown ON above.id = shown.parent
  ) SELECT id FROM shown)`;

const withTerm = `position IN (SELECT document FROM document_term JOIN term ON term.id = document_term.term
  WHERE term.taxonomy = ? AND term.slug = ?)`;

/** @param search runs searches; default: at once, in this thread */
export function createContentReader(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
  search: ContentSearch = createRankedSearch(index, site),
  readText: (path: string) => string | undefined = () => undefined,
  passages: ContentPassages = createPassages(index, site),
): ContentReader {
  const nested = nestedKinds(site);
  const sql = prepareStatements(index, site, nested);

  function find(reference: string): StoredDocument | undefined {
    if (reference === '0') return home(pathsOf(site).home);
    if (/^\d{1,10}$/.test(reference)) return toDocument(sql.byId.get(Number(reference)));
    if (reference.startsWith(scheme)) {
      const [kind = '', ...rest] = reference.slice(scheme.length).split('/');
      const key = decode(rest.join('/'));
      const [start = '', ...end] = key.split('/');
      const named = end.length > 0 ? findLanguage(site, start)?.language : undefined;
      const slug = named === undefined ? key : end.join('/');
      if (!nested.includes(kind)) return toDocument(sql.bySlugOfKind.get(slug, kind, named ?? site.language));
      const page = toDocument(sql.byPath.get(key === 'index' ? '/' : `/${key}/`));
      return page?.kind === kind ? page : undefined;
    }
    const path = pathOf(reference);
    return toDocument(sql.byPath.get(path)) ?? toDocument(sql.bySlug.get(path.slice(1, -1))) ?? home(path);
  }

  /** The home page of a language, where it is a list and no document. */
  function home(path: string): StoredDocument | undefined {
    const view = languagesOf(site).find((each) => pathsOf(each).home === path);
    const markdown = view && readText(twinPath(path));
    if (!markdown) return undefined;
    const { title, description, language } = view;
    const date = modified();
    const described = { id: 0, kind: 'page', slug: '', path, title, description, date, modified: date };
    return { ...described, locked: false, language, size: Buffer.byteLength(markdown), markdown };
  }

  const modified = () => String(sql.newest.get()?.value ?? '');

  function list(filter: ListFilter) {
    const { from, values } = fromDocuments(filter);
    const rows = index
      .prepare(
        `SELECT ${listedColumns} FROM document
         WHERE position IN (SELECT position ${from} ORDER BY position LIMIT ? OFFSET ?) ORDER BY position`,
      )
      .all(...values, filter.limit, filter.offset);
    const total = totalOf(index.prepare(`SELECT count(*) AS total ${from}`).get(...values));
    return { items: rows.map(toListed), total };
  }

  function terms({ taxonomy, language, limit, offset }: TermFilter) {
    const only = [taxonomy ?? null, language ?? null];
    return {
      items: sql.allTerms.all(...only, limit, offset).map(toTerm),
      total: totalOf(sql.countTerms.get(...only)),
    };
  }

  function counts(language?: string) {
    return new Map(sql.countKinds.all(language ?? null).map((row) => [String(row.name), Number(row.total)]));
  }

  return {
    search,
    passages: async (question) => describePassages(site, await passages(question), readText),
    find,
    list,
    terms,
    counts,
    versions: (documentId) => JSON.parse(String(sql.versionsOf.get(documentId)?.versions ?? '{}')),
    term: (taxonomy, slug, language = site.language) => {
      const row = sql.oneTerm.get(taxonomy, slug, language);
      return row === undefined ? undefined : toTerm(row);
    },
    termsOf: (documentId) => {
      const slugs = new Map<string, string[]>();
      for (const row of sql.slugsOf.all(documentId)) {
        const taxonomy = String(row.taxonomy);
        slugs.set(taxonomy, [...(slugs.get(taxonomy) ?? []), String(row.slug)]);
      }
      return slugs;
    },
    modified,
    author: (slug) => {
      const found = sql.authors.all().find((author) => author.slug === slug);
      return found && Number(found.id);
    },
    authorSlugs: () => sql.authors.all().map((author) => String(author.slug)),
    keys: (prefix, kind, max) => ({
      items: sql.someKeys.all(prefix, kind ?? null, max).map((row) => String(row.value)),
      total: totalOf(sql.countKeys.get(prefix, kind ?? null)),
    }),
    termSlugs: (taxonomy, prefix, max) => ({
      items: sql.someSlugs.all(taxonomy, prefix, max).map((row) => String(row.value)),
      total: totalOf(sql.countSlugs.get(taxonomy, prefix)),
    }),
  };
}

/** The documents of a list, as the end of a query with its values. */
function fromDocuments({
  type,
  language,
  author,
  terms: carried = new Map(),
  after,
  before,
  changedSince,
}: ListFilter): { readonly from: string; readonly values: readonly string[] } {
  const wanted: (readonly [condition: string, ...values: string[]])[] = [...carried].map((term) => [
    withTerm,
    ...term,
  ]);
  if (type !== undefined) wanted.push(['kind = ?', type]);
  if (language !== undefined) wanted.push(['language = ?', language]);
  if (author !== undefined) wanted.push(['author = ?', String(author)]);
  if (after !== undefined || before !== undefined)
    wanted.push(['date_gmt >= ? AND date_gmt < ?', after ?? '', before ?? '~']);
  if (changedSince !== undefined) wanted.push(['modified_gmt >= ?', changedSince]);
  // Most lists are found sooner in their order than by an index.
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.map(([condition]) => condition).join(' AND ')}`;
  return { from: `FROM document NOT INDEXED ${where}`, values: wanted.flatMap(([, ...given]) => given) };
}

function prepareStatements(index: Pick<DatabaseSync, 'prepare'>, site: Site, nested: readonly string[]) {
  // Names of content types are letters, digits, hyphens and underscores.
  const isNested = `kind IN (${nested.map((name) => `'${name}'`).join(', ')})`;
  const others = languagesOf(site)
    .slice(1)
    .map((view) => `WHEN '${view.language}' THEN '${slugAmongAll(view, '')}'`);
  const prefix = others.length === 0 ? "''" : `CASE language ${others.join(' ')} ELSE '' END`;
  const keyExpression = `CASE WHEN NOT ${isNested} THEN ${prefix} || slug WHEN path = '/' THEN 'index' ELSE trim(path, '/') END`;
  const byId = index.prepare(`SELECT ${documentColumns} FROM document WHERE id = ?`);
  const byPath = index.prepare(`SELECT ${documentColumns} FROM document WHERE path = ?`);
  const bySlug = index.prepare(
    `SELECT ${documentColumns} FROM document WHERE slug = ? ORDER BY language = '${site.language}' DESC, position LIMIT 1`,
  );
  const bySlugOfKind = index.prepare(
    `SELECT ${documentColumns} FROM document WHERE slug = ? AND kind = ?
     ORDER BY language IN ('', ?) DESC`,
  );
  const oneTerm = index.prepare(
    `SELECT ${termColumns} FROM term WHERE taxonomy = ? AND slug = ? ORDER BY language IN ('', ?) DESC`,
  );
  const listedTerms = `FROM term WHERE (?1 IS NULL OR taxonomy = ?1) AND (?2 IS NULL OR language = ?2) AND ${isShown}`;
  const allTerms = index.prepare(
    `SELECT ${termColumns} ${listedTerms} ORDER BY taxonomy, name, slug LIMIT ?3 OFFSET ?4`,
  );
  const countTerms = index.prepare(`SELECT count(*) AS total ${listedTerms}`);
  const slugsOf = index.prepare(
    // CROSS JOIN: for each term one lookup by the primary key of document_term, which begins with the term.
    `SELECT taxonomy, slug FROM term CROSS JOIN document_term ON document_term.term = term.id
     AND document_term.document = (SELECT position FROM document WHERE id = ?) ORDER BY slug`,
  );
  const countKinds = index.prepare(
    'SELECT kind AS name, count(*) AS total FROM document WHERE ?1 IS NULL OR language = ?1 GROUP BY kind ' +
      'UNION ALL SELECT taxonomy, count(*) FROM term WHERE ?1 IS NULL OR language = ?1 GROUP BY taxonomy',
  );
  const versionsOf = index.prepare(
    `SELECT json_extract('{' || substr(CAST(tail AS TEXT), 2), '$.translations') AS versions FROM wp_document
     WHERE position = (SELECT position FROM document WHERE id = ?)`,
  );
  const authors = index.prepare(
    "SELECT id, fields ->> '$.slug' AS slug FROM wp_object WHERE kind = 'user' ORDER BY place",
  );
  const newest = index.prepare("SELECT value FROM meta WHERE key = 'modified'");
  // Protected documents are not resources.
  const keysFrom = `FROM document WHERE substr(${keyExpression}, 1, length(?1)) = ?1 AND (?2 IS NULL OR kind = ?2)
    AND position NOT IN (SELECT position FROM document WHERE locked = 1)`;
  const someKeys = index.prepare(`SELECT ${keyExpression} AS value ${keysFrom} ORDER BY value LIMIT ?3`);
  const countKeys = index.prepare(`SELECT count(*) AS total ${keysFrom}`);
  const slugsFrom = 'FROM term WHERE taxonomy = ?1 AND substr(slug, 1, length(?2)) = ?2';
  const someSlugs = index.prepare(`SELECT slug AS value ${slugsFrom} ORDER BY value LIMIT ?3`);
  const countSlugs = index.prepare(`SELECT count(*) AS total ${slugsFrom}`);
  return {
    byId,
    byPath,
    bySlug,
    bySlugOfKind,
    oneTerm,
    allTerms,
    countTerms,
    slugsOf,
    countKinds,
    versionsOf,
    authors,
    newest,
    someKeys,
    countKeys,
    someSlugs,
    countSlugs,
  };
}

/** The decoded path of a page, from a URL or path of the page or its twin, or a bare slug. */
function pathOf(reference: string): string {
  const local = reference.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const path = decode(local.startsWith('/') ? local : `/${local}`);
  if (path.endsWith('.md')) return pagePathOfTwin(path.replace(/\/\.md$/, '.md'));
  return path.endsWith('/') ? path : `${path}/`;
}

/** Decodes percent-encoding; broken encoding stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
