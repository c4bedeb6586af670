import type { StatementSync } from 'node:sqlite';
import { kindsOf } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { type BitSet, createBitSet, setBit } from '../../src/core/search-index/bit-set.ts';
import type { WpObjectFields } from '../../src/core/wp/objects/objects.ts';
import type { ContentIndex } from '../release/content-index.ts';

/**
 * What filters and orders look at, in memory: some fifty bytes a document, so that a request reads from the
 * file only what it sends. Documents are known by their position, from 1, newest first.
 */
export interface Catalog {
  readonly size: number;
  readonly columns: Columns;
  /** The documents of a kind; ascending positions are newest first. */
  byKind(kind: string): BitSet;
  /** Name of the kind of the document at a position. */
  kindAt(position: number): string | undefined;
  readonly all: BitSet;
  /** Those that a search may find: without the protected ones. */
  readonly searchable: BitSet;
  positionOf(id: number): number | null;
  /** Positions of the documents that carry a term, ascending. */
  positionsOfTerm(term: number): Uint32Array;
  /** Positions of the documents with a slug as stored, ascending. */
  positionsOfSlug(slug: string): number[];
  objects(kind: ObjectKind): ObjectTable;
  /** Terms of a document, in the order in which they are listed. */
  termsOf(position: number, taxonomy: string): readonly CatalogObject[];
}

/** `user`, `hidden_user`, `attachment`, `format`, or the name of a taxonomy. */
export type ObjectKind = string;

export interface Columns {
  readonly id: Uint32Array;
  /** Index of the kind in the table of the site. */
  readonly kind: Uint8Array;
  readonly author: Uint32Array;
  readonly parent: Uint32Array;
  readonly media: Uint32Array;
  readonly order: Int32Array;
  readonly sticky: Uint8Array;
  readonly locked: Uint8Array;
  readonly titleRank: Uint32Array;
  readonly slugRank: Uint32Array;
  /** Seconds, on the site's clock and in UTC. */
  readonly date: Float64Array;
  readonly dateGmt: Float64Array;
  readonly modified: Float64Array;
  readonly modifiedGmt: Float64Array;
}

/** Something else that routes list: a term, an author, a picture, a post format. */
export interface CatalogObject {
  readonly id: number;
  readonly place: number;
  readonly fields: WpObjectFields;
}

export interface ObjectTable {
  /** In the order in which the collection is answered by default. */
  readonly list: readonly CatalogObject[];
  readonly byId: ReadonlyMap<number, CatalogObject>;
}

export function loadCatalog(index: ContentIndex): Catalog {
  const size = Number(index.prepare('SELECT count(*) AS size FROM document').get()?.size ?? 0);
  const columns = createColumns(size + 1);
  const positions = new Map<number, number>();
  const sets = loadColumns(index.prepare(columnsQuery), index.site, columns, positions);
  const tables = loadObjects(index);
  const objects = (kind: ObjectKind) => tables.get(kind) ?? emptyTable;
  const ofTerm = index.prepare('SELECT document FROM document_term WHERE term = ? ORDER BY document');
  const ofSlug = index.prepare('SELECT position FROM document WHERE slug = ? ORDER BY position');
  const terms = new Map<number, Uint32Array>();
  const positionsOfTerm = (term: number): Uint32Array => {
    let list = terms.get(term);
    if (!list) {
      list = Uint32Array.from(ofTerm.all(term), (row) => Number(row.document));
      // Unknown ids are not kept: anybody may ask for any number of them.
      if (list.length > 0) terms.set(term, list);
    }
    return list;
  };

  return {
    size,
    columns,
    ...sets,
    objects,
    positionOf: (id) => positions.get(id) ?? null,
    positionsOfTerm,
    positionsOfSlug: (slug) => ofSlug.all(slug).map((row) => Number(row.position)),
    termsOf: (position, taxonomy) =>
      objects(taxonomy).list.filter(({ id }) => contains(positionsOfTerm(id), position)),
  };
}

const columnsQuery = `
  SELECT position, id, kind, author, parent, media, menu_order, sticky, locked, title_rank, slug_rank,
    unixepoch(date) AS date, unixepoch(date_gmt) AS date_gmt,
    unixepoch(modified) AS modified, unixepoch(modified_gmt) AS modified_gmt
  FROM document ORDER BY position`;

function createColumns(length: number): Columns {
  return {
    id: new Uint32Array(length),
    kind: new Uint8Array(length),
    author: new Uint32Array(length),
    parent: new Uint32Array(length),
    media: new Uint32Array(length),
    order: new Int32Array(length),
    sticky: new Uint8Array(length),
    locked: new Uint8Array(length),
    titleRank: new Uint32Array(length),
    slugRank: new Uint32Array(length),
    date: new Float64Array(length),
    dateGmt: new Float64Array(length),
    modified: new Float64Array(length),
    modifiedGmt: new Float64Array(length),
  };
}

function loadColumns(
  statement: StatementSync,
  site: Site,
  columns: Columns,
  positions: Map<number, number>,
): Pick<Catalog, 'byKind' | 'kindAt' | 'all' | 'searchable'> {
  const set = () => createBitSet(columns.id.length - 1);
  const kinds = kindsOf(site).map(({ name }) => name);
  const sets = kinds.map(set);
  const all = set();
  const searchable = set();
  for (const row of statement.iterate()) {
    const position = Number(row.position);
    const kind = kinds.indexOf(String(row.kind));
    const ofKind = sets[kind];
    positions.set(Number(row.id), position);
    if (ofKind) setBit(ofKind, position);
    setBit(all, position);
    if (row.locked === 0) setBit(searchable, position);
    columns.id[position] = Number(row.id);
    columns.kind[position] = kind;
    columns.author[position] = Number(row.author);
    columns.parent[position] = Number(row.parent);
    columns.media[position] = Number(row.media);
    columns.order[position] = Number(row.menu_order);
    columns.sticky[position] = Number(row.sticky);
    columns.locked[position] = Number(row.locked);
    columns.titleRank[position] = Number(row.title_rank);
    columns.slugRank[position] = Number(row.slug_rank);
    columns.date[position] = Number(row.date);
    columns.dateGmt[position] = Number(row.date_gmt);
    columns.modified[position] = Number(row.modified);
    columns.modifiedGmt[position] = Number(row.modified_gmt);
  }
  const byKind = (kind: string) => sets[kinds.indexOf(kind)] ?? set();
  const kindAt = (position: number) => kinds[columns.kind[position] ?? kinds.length];
  return { byKind, kindAt, all, searchable };
}

const emptyTable: ObjectTable = { list: [], byId: new Map() };

function loadObjects(index: ContentIndex): ReadonlyMap<ObjectKind, ObjectTable> {
  const lists = new Map<ObjectKind, CatalogObject[]>();
  const rows = index.prepare('SELECT kind, id, place, fields FROM wp_object ORDER BY kind, place').iterate();
  for (const row of rows) {
    const fields = JSON.parse(String(row.fields)) as WpObjectFields;
    const kind = String(row.kind);
    const list = lists.get(kind) ?? [];
    if (list.length === 0) lists.set(kind, list);
    list.push({ id: Number(row.id), place: Number(row.place), fields });
  }
  return new Map(
    [...lists].map(([kind, list]) => [
      kind,
      { list, byId: new Map(list.map((object) => [object.id, object])) },
    ]),
  );
}

/** Binary search in an ascending list. */
export function contains(ascending: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = ascending[middle] ?? 0;
    if (value === wanted) return true;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
