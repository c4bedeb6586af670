import { kindsOf } from '../../src/core/model/kinds.ts';
import { findLanguage, languagesOf } from '../../src/core/model/languages.ts';
import { type BitSet, createBitSet, setBit, unite } from '../../src/core/search-index/bit-set.ts';
import type { WpObjectFields } from '../../src/core/wp/objects/objects.ts';
import type { ContentIndex } from '../release/content-index.ts';

/** What filters and orders read, in memory: fifty bytes a document. Documents are positions from 1, newest first. */
export interface ContentTables {
  readonly size: number;
  readonly columns: Columns;
  byKind(kind: string): BitSet;
  kindAt(position: number): string | undefined;
  /** The documents in languages, by their slugs; null for none, which means all. */
  inLanguages(slugs: readonly string[]): BitSet | null;
  readonly all: BitSet;
  /** Documents that searches can find: without the protected ones. */
  readonly searchable: BitSet;
  positionOf(id: number): number | null;
  /** All documents by a column, those with equal values by descending ID. Sorted once. */
  inOrder(column: ColumnName, descending: boolean): Uint32Array;
  /** Positions of the documents that carry a term, ascending. */
  positionsOfTerm(term: number): Uint32Array;
  /** Positions of the documents with a stored slug, ascending. */
  positionsOfSlug(slug: string): number[];
  objects(kind: ObjectKind): ObjectTable;
  /** Terms of a document, in the order of its taxonomy. */
  termsOf(position: number, taxonomy: string): readonly ListedObject[];
}

/** `user`, `hidden_user`, `attachment`, `format`, or the name of a taxonomy. */
export type ObjectKind = string;

/** Columns of the table `document` that filters and orders read; times in seconds. */
const columnTypes = {
  id: Uint32Array,
  /** Index of the content type in the table of the site. */
  kind: Uint8Array,
  author: Uint32Array,
  parent: Uint32Array,
  media: Uint32Array,
  menu_order: Int32Array,
  sticky: Uint8Array,
  /** Place among the formats of WordPress. */
  format: Uint8Array,
  locked: Uint8Array,
  title_rank: Uint32Array,
  slug_rank: Uint32Array,
  date: Float64Array,
  date_gmt: Float64Array,
  modified: Float64Array,
  modified_gmt: Float64Array,
} as const;
export type ColumnName = keyof typeof columnTypes;
export type Columns = { readonly [Name in ColumnName]: InstanceType<(typeof columnTypes)[Name]> };
const columnNames = Object.keys(columnTypes) as readonly ColumnName[];

/** Another object that routes list: a term, an author, an image, a post format. */
export interface ListedObject {
  readonly id: number;
  readonly place: number;
  readonly fields: WpObjectFields;
}

export interface ObjectTable {
  /** In the default order of the collection. */
  readonly list: readonly ListedObject[];
  readonly byId: ReadonlyMap<number, ListedObject>;
}

export function loadContentTables(index: ContentIndex): ContentTables {
  const size = Number(index.prepare('SELECT count(*) AS size FROM document').get()?.size ?? 0);
  const columns = Object.fromEntries(
    columnNames.map((name) => [name, new columnTypes[name](size + 1)]),
  ) as Columns;
  const positions = new Map<number, number>();
  const sets = loadColumns(index, columns, positions);
  const lists = loadObjects(index);
  const objects = (kind: ObjectKind) => lists.get(kind) ?? emptyTable;
  // Their order is that of the primary key.
  const ofTerm = index.prepare('SELECT json_group_array(document) AS list FROM document_term WHERE term = ?');
  const ofSlug = index.prepare('SELECT position FROM document WHERE slug = ? ORDER BY position');
  const terms = new Map<number, Uint32Array>();
  const positionsOfTerm = (term: number): Uint32Array => {
    const cached = terms.get(term);
    if (cached) return cached;
    const list = Uint32Array.from(JSON.parse(String(ofTerm.get(term)?.list)) as number[]);
    // Unknown IDs are not cached: clients can send any number of them.
    if (list.length > 0) terms.set(term, list);
    return list;
  };
  const carried = new Map<string, ReturnType<typeof invert>>();
  const orders = new Map<string, Uint32Array>();
  const inOrder = (name: ColumnName, descending: boolean): Uint32Array => {
    const cached = orders.get(`${name} ${descending}`);
    if (cached) return cached;
    const [column, { id }, sign] = [columns[name], columns, descending ? -1 : 1];
    const list = Uint32Array.from({ length: size }, (_, at) => at + 1).sort(
      (a, b) => sign * ((column[a] ?? 0) - (column[b] ?? 0)) || (id[b] ?? 0) - (id[a] ?? 0),
    );
    orders.set(`${name} ${descending}`, list);
    return list;
  };

  return {
    size,
    columns,
    ...sets,
    objects,
    positionOf: (id) => positions.get(id) ?? null,
    inOrder,
    positionsOfTerm,
    positionsOfSlug: (slug) => ofSlug.all(slug).map((row) => Number(row.position)),
    termsOf: (position, taxonomy) => {
      const { list } = objects(taxonomy);
      const placesOf =
        carried.get(taxonomy) ??
        invert(
          list.map(({ id }) => positionsOfTerm(id)),
          size,
        );
      carried.set(taxonomy, placesOf);
      return Array.from(placesOf(position), (place) => list[place] as ListedObject);
    },
  };
}

/** From the documents of each term to the terms of each document, by their places: numbers cost no garbage collection. */
function invert(lists: readonly Uint32Array[], size: number): (position: number) => Uint32Array {
  const ends = new Uint32Array(size + 2);
  for (const list of lists) for (const position of list) ends[position + 1] = (ends[position + 1] ?? 0) + 1;
  for (let at = 1; at < ends.length; at++) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? 0);
  const places = new Uint32Array(ends.at(-1) ?? 0);
  // Each place is taken from the start of its document, which so becomes its end.
  for (const [place, list] of lists.entries())
    for (const position of list) {
      places[ends[position] ?? 0] = place;
      ends[position] = (ends[position] ?? 0) + 1;
    }
  return (position) => places.subarray(ends[position - 1] ?? 0, ends[position] ?? 0);
}

function loadColumns(
  index: ContentIndex,
  columns: Columns,
  positions: Map<number, number>,
): Pick<ContentTables, 'byKind' | 'kindAt' | 'inLanguages' | 'all' | 'searchable'> {
  const set = () => createBitSet(columns.id.length - 1);
  const kinds = kindsOf(index.site).map(({ name }) => name);
  const sets = kinds.map(set);
  const languages = new Map(languagesOf(index.site).map(({ language }) => [language, set()]));
  const all = set();
  const searchable = set();
  const selected = columnNames.map((name) =>
    /^(?:date|modified)/.test(name) ? `unixepoch(${name}) AS ${name}` : name,
  );
  const rows = index.prepare(
    `SELECT position, language, ${selected.join(', ')} FROM document ORDER BY position`,
  );
  for (const row of rows.iterate()) {
    const position = Number(row.position);
    row.kind = kinds.indexOf(String(row.kind));
    for (const name of columnNames) columns[name][position] = Number(row[name]);
    positions.set(Number(row.id), position);
    const ofKind = sets[row.kind];
    if (ofKind) setBit(ofKind, position);
    const inLanguage = languages.get(String(row.language));
    if (inLanguage) setBit(inLanguage, position);
    setBit(all, position);
    if (row.locked === 0) setBit(searchable, position);
  }
  const byKind = (kind: string) => sets[kinds.indexOf(kind)] ?? set();
  const kindAt = (position: number) => kinds[columns.kind[position] ?? kinds.length];
  const inLanguages = (slugs: readonly string[]) => {
    if (slugs.length === 0) return null;
    const found = set();
    for (const slug of slugs)
      unite(found, languages.get(findLanguage(index.site, slug)?.language ?? '') ?? set());
    return found;
  };
  return { byKind, kindAt, inLanguages, all, searchable };
}

const emptyTable: ObjectTable = { list: [], byId: new Map() };

function loadObjects(index: ContentIndex): ReadonlyMap<ObjectKind, ObjectTable> {
  const lists = new Map<ObjectKind, ListedObject[]>();
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
