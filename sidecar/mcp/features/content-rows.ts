import type { DocumentKind } from '../../../src/core/model/document.ts';

/** Rows of the statements in `content.ts`, as the columns below name them. */

/** A document in a list. */
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
  /** Tag; empty on a site of one language. */
  readonly language: string;
  /** Bytes of the Markdown twin. */
  readonly size: number;
}

export interface StoredDocument extends ListedDocument {
  /** The twin, as published; empty when locked. */
  readonly markdown: string;
}

export interface StoredTerm {
  /** Name of the taxonomy in the index. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly parent: string | null;
  readonly count: number;
  readonly language: string;
}

export const listedColumns = `id, kind, slug, path, title, description, date_gmt || 'Z' AS date,
  modified_gmt || 'Z' AS modified, locked, language, size`;
export const documentColumns = `${listedColumns},
  (SELECT markdown FROM document_text WHERE document_text.position = document.position) AS markdown`;
export const termColumns = `term.taxonomy, term.slug, term.name, term.description, term.path, term.count, term.language,
  (SELECT slug FROM term AS above WHERE above.id = term.parent) AS parent`;
type Row = Readonly<Record<string, unknown>>;

export function totalOf(row: Row | undefined): number {
  return Number(row?.total ?? 0);
}

export function toDocument(row: Row | undefined): StoredDocument | undefined {
  return row && ({ ...row, locked: row.locked === 1 } as StoredDocument);
}

export function toListed(row: Row): ListedDocument {
  return { ...row, locked: row.locked === 1 } as ListedDocument;
}

export function toTerm(row: Row): StoredTerm {
  return { ...row } as unknown as StoredTerm;
}
