import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKind } from '../../src/core/model/document.ts';
import { pagePathOfTwin } from '../../src/core/model/urls.ts';
import {
  createRankedSearch,
  type SearchQuestion,
  type SearchResult,
} from '../ranked-search/ranked-search.ts';
import {
  documentColumns,
  type ListedDocument,
  listedColumns,
  type StoredDocument,
  type StoredTerm,
  stored,
  type Taxonomy,
  toDocument,
  toListed,
  toTerm,
  totalOf,
} from './content-rows.ts';

/** Answers at once, or when the question's turn has come. */
export type ContentSearch = (question: SearchQuestion) => SearchResult | Promise<SearchResult>;

/** The published content, as the MCP tools read it: prepared statements over `content.sqlite`. */
export interface ContentReader {
  readonly search: ContentSearch;
  /** A document by what a caller may know of it: id, path, address of page or twin, resource URI, bare slug. */
  readonly find: (reference: string) => StoredDocument | undefined;
  readonly list: (filter: ListFilter) => Found<ListedDocument>;
  readonly terms: (filter: TermFilter) => Found<StoredTerm>;
  readonly term: (taxonomy: Taxonomy, slug: string) => StoredTerm | undefined;
  /** Slugs of the terms that a document carries, by taxonomy. */
  readonly termsOf: (documentId: number) => { readonly categories: string[]; readonly tags: string[] };
  readonly counts: () => Readonly<Record<DocumentKind | Taxonomy, number>>;
  /** When the newest change was made, RFC 3339; empty for an empty site. */
  readonly modified: () => string;
  /** Keys of documents (see {@link documentKey}) that begin with `prefix`, and how many there are in all. */
  readonly keys: (prefix: string, kind: DocumentKind | undefined, most: number) => Found<string>;
  readonly termSlugs: (taxonomy: Taxonomy, prefix: string, most: number) => Found<string>;
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
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
}
export interface TermFilter extends PageOf {
  readonly taxonomy?: Taxonomy | undefined;
}

/** How resources name a document within its type: the slug, or for pages, which nest, the path. */
export function documentKey(document: Pick<ListedDocument, 'kind' | 'slug' | 'path'>): string {
  if (document.kind !== 'page') return document.slug;
  return document.path === '/' ? 'index' : document.path.slice(1, -1);
}

const scheme = 'agentsite://';
const keyExpression =
  "CASE WHEN kind <> 'page' THEN slug WHEN path = '/' THEN 'index' ELSE trim(path, '/') END";
const withTerm = `position IN (SELECT document FROM document_term JOIN term ON term.id = document_term.term
  WHERE term.taxonomy = ? AND term.slug = ?)`;

/** @param search where searches run; default: here and at once */
export function createContentReader(
  index: Pick<DatabaseSync, 'prepare'>,
  search: ContentSearch = createRankedSearch(index),
): ContentReader {
  const byId = index.prepare(`SELECT ${documentColumns} FROM document WHERE id = ?`);
  const byPath = index.prepare(`SELECT ${documentColumns} FROM document WHERE path = ?`);
  const bySlug = index.prepare(
    `SELECT ${documentColumns} FROM document WHERE slug = ? ORDER BY position LIMIT 1`,
  );
  const bySlugOfKind = index.prepare(`SELECT ${documentColumns} FROM document WHERE slug = ? AND kind = ?`);
  const termColumns = `term.taxonomy, term.slug, term.name, term.description, term.path, term.count,
    (SELECT slug FROM term AS above WHERE above.id = term.parent) AS parent`;
  const oneTerm = index.prepare(`SELECT ${termColumns} FROM term WHERE taxonomy = ? AND slug = ?`);
  const allTerms = index.prepare(
    `SELECT ${termColumns} FROM term WHERE ? IS NULL OR taxonomy = ? ORDER BY taxonomy, name, slug LIMIT ? OFFSET ?`,
  );
  const countTerms = index.prepare('SELECT count(*) AS total FROM term WHERE ? IS NULL OR taxonomy = ?');
  const slugsOf = index.prepare(
    `SELECT taxonomy, slug FROM document_term JOIN term ON term.id = document_term.term
     WHERE document_term.document = (SELECT position FROM document WHERE id = ?) ORDER BY slug`,
  );
  const countKinds = index.prepare(
    'SELECT kind AS name, count(*) AS total FROM document GROUP BY kind ' +
      'UNION ALL SELECT taxonomy, count(*) FROM term GROUP BY taxonomy',
  );
  const newest = index.prepare('SELECT max(modified_gmt) AS modified FROM document');
  // Only what can be read: a protected text is no resource.
  const keysFrom = `FROM document WHERE locked = 0 AND substr(${keyExpression}, 1, length(?1)) = ?1 AND (?2 IS NULL OR kind = ?2)`;
  const someKeys = index.prepare(`SELECT ${keyExpression} AS value ${keysFrom} ORDER BY value LIMIT ?3`);
  const countKeys = index.prepare(`SELECT count(*) AS total ${keysFrom}`);
  const slugsFrom = 'FROM term WHERE taxonomy = ?1 AND substr(slug, 1, length(?2)) = ?2';
  const someSlugs = index.prepare(`SELECT slug AS value ${slugsFrom} ORDER BY value LIMIT ?3`);
  const countSlugs = index.prepare(`SELECT count(*) AS total ${slugsFrom}`);

  function find(reference: string): StoredDocument | undefined {
    if (/^\d{1,10}$/.test(reference)) return toDocument(byId.get(Number(reference)));
    if (reference.startsWith(scheme)) {
      const [kind = '', ...rest] = reference.slice(scheme.length).split('/');
      const key = decode(rest.join('/'));
      if (kind !== 'page') return toDocument(bySlugOfKind.get(key, kind));
      const page = toDocument(byPath.get(key === 'index' ? '/' : `/${key}/`));
      return page?.kind === 'page' ? page : undefined;
    }
    const path = pathOf(reference);
    return toDocument(byPath.get(path)) ?? toDocument(bySlug.get(path.slice(1, -1)));
  }

  function list({ type, category, tag, limit, offset }: ListFilter) {
    const conditions: string[] = [];
    const values: string[] = [];
    if (type !== undefined) {
      conditions.push('kind = ?');
      values.push(type);
    }
    if (category !== undefined) {
      conditions.push(withTerm);
      values.push(stored.category, category);
    }
    if (tag !== undefined) {
      conditions.push(withTerm);
      values.push(stored.tag, tag);
    }
    const from = `FROM document ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
    const rows = index
      .prepare(`SELECT ${listedColumns} ${from} ORDER BY position LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
    const total = totalOf(index.prepare(`SELECT count(*) AS total ${from}`).get(...values));
    return { items: rows.map(toListed), total };
  }

  function terms({ taxonomy, limit, offset }: TermFilter) {
    const only = taxonomy === undefined ? null : stored[taxonomy];
    const rows = allTerms.all(only, only, limit, offset);
    return { items: rows.map(toTerm), total: totalOf(countTerms.get(only, only)) };
  }

  function counts() {
    const found = new Map(countKinds.all().map((row) => [String(row.name), Number(row.total)]));
    const count = (name: string) => found.get(name) ?? 0;
    return {
      post: count('post'),
      page: count('page'),
      talk: count('talk'),
      plugin: count('plugin'),
      category: count(stored.category),
      tag: count(stored.tag),
    };
  }

  return {
    search,
    find,
    list,
    terms,
    counts,
    term: (taxonomy, slug) => {
      const row = oneTerm.get(stored[taxonomy], slug);
      return row === undefined ? undefined : toTerm(row);
    },
    termsOf: (documentId) => {
      const rows = slugsOf.all(documentId);
      const slugs = (taxonomy: Taxonomy) =>
        rows.filter((row) => row.taxonomy === stored[taxonomy]).map((row) => String(row.slug));
      return { categories: slugs('category'), tags: slugs('tag') };
    },
    modified: () => {
      const value = newest.get()?.modified;
      return typeof value === 'string' ? `${value}Z` : '';
    },
    keys: (prefix, kind, most) => ({
      items: someKeys.all(prefix, kind ?? null, most).map((row) => String(row.value)),
      total: totalOf(countKeys.get(prefix, kind ?? null)),
    }),
    termSlugs: (taxonomy, prefix, most) => ({
      items: someSlugs.all(stored[taxonomy], prefix, most).map((row) => String(row.value)),
      total: totalOf(countSlugs.get(stored[taxonomy], prefix)),
    }),
  };
}

/** The decoded path of a page, from an address, a path or a bare slug; of its twin, the page's. */
function pathOf(reference: string): string {
  const local = reference.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const path = decode(local.startsWith('/') ? local : `/${local}`);
  if (path.endsWith('.md')) return pagePathOfTwin(path.replace(/\/\.md$/, '.md'));
  return path.endsWith('/') ? path : `${path}/`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
