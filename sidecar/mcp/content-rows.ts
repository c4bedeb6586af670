import type { DocumentKind } from '../../src/core/model/document.ts';

/** What the statements of `content.ts` read, and the values that they become. */

/** What lists show of a document. */
export interface ListedDocument {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** RFC 3339, UTC. */
  readonly date: string;
  readonly modified: string;
  readonly locked: boolean;
  /** Bytes of the Markdown twin. */
  readonly size: number;
}

export interface StoredDocument extends ListedDocument {
  /** The twin, as published; empty when locked. */
  readonly markdown: string;
}

export interface StoredTerm {
  /** Name of the taxonomy, as the index has it. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly parent: string | undefined;
  readonly count: number;
}

export const listedColumns =
  'id, kind, slug, path, title, description, date_gmt, modified_gmt, locked, octet_length(markdown) AS size';
export const documentColumns = `${listedColumns}, markdown`;
type Row = Readonly<Record<string, unknown>>;

export function totalOf(row: Row | undefined): number {
  return Number(row?.total ?? 0);
}

export function toDocument(row: Row | undefined): StoredDocument | undefined {
  return row && { ...toListed(row), markdown: String(row.markdown) };
}

export function toListed(row: Row): ListedDocument {
  return {
    id: Number(row.id),
    kind: String(row.kind),
    slug: String(row.slug),
    path: String(row.path),
    title: String(row.title),
    description: String(row.description),
    date: `${row.date_gmt}Z`,
    modified: `${row.modified_gmt}Z`,
    locked: row.locked === 1,
    size: Number(row.size),
  };
}

export function toTerm(row: Row): StoredTerm {
  return {
    taxonomy: String(row.taxonomy),
    slug: String(row.slug),
    name: String(row.name),
    description: String(row.description),
    path: String(row.path),
    parent: typeof row.parent === 'string' ? row.parent : undefined,
    count: Number(row.count),
  };
}
