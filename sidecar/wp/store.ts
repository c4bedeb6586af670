import type { ContentIndex } from '../release/content-index.ts';
import type { ObjectKind } from './catalog.ts';

/** An object of an answer, by its place in the content index. */
export type ObjectRef =
  | { readonly kind: 'document'; readonly position: number }
  | { readonly kind: ObjectKind; readonly id: number };

/** `lean` is the view form without the content of a document. */
export type ObjectForm = 'view' | 'lean' | 'embed' | 'hit';

const nothing = new Uint8Array();

/** Columns of each form of a document. A head ends with the comma that a tail begins with, so one of them is left out. */
const forms = {
  view: ['head || content || tail', 'view'],
  lean: ['head || substr(tail, 2)', 'view'],
  embed: ['embed', 'embed'],
  hit: ['hit', 'hit'],
} as const satisfies Readonly<Record<ObjectForm, readonly [document: string, object: string]>>;

export type ObjectStore = ReturnType<typeof openObjectStore>;

/** Reads ready JSON, undecoded. SQLite joins the documents of one answer, in a quarter of the time. */
export function openObjectStore(index: ContentIndex) {
  const path = index.prepare('SELECT path FROM document WHERE position = ?');
  const markdown = index.prepare('SELECT markdown FROM document_text WHERE position = ?');
  return { read, readDocuments, parse, pathOf, markdownOf };

  function read(ref: ObjectRef, form: ObjectForm): Uint8Array {
    if ('position' in ref) return readDocuments([ref.position], form);
    const select = `SELECT ${forms[form][1]} AS json FROM wp_object WHERE kind = ? AND id = ?`;
    return (index.prepare(select).get(ref.kind, ref.id)?.json ?? nothing) as Uint8Array;
  }

  /** The JSON of several documents with commas between them. */
  function readDocuments(positions: readonly number[], form: ObjectForm): Uint8Array {
    if (positions.length === 0) return nothing;
    // A join would read the whole view.
    const json = `SELECT ${forms[form][0]} FROM wp_document WHERE position = value`;
    const select = `SELECT CAST(group_concat((${json}), ',') AS BLOB) AS json FROM json_each(?)`;
    return (index.prepare(select).get(JSON.stringify(positions))?.json ?? nothing) as Uint8Array;
  }

  function parse(ref: ObjectRef, form: ObjectForm): Record<string, unknown> {
    return JSON.parse(decodeBytes([read(ref, form)])) as Record<string, unknown>;
  }

  function pathOf(position: number): string {
    return String(path.get(position)?.path ?? '/');
  }

  function markdownOf(position: number): string {
    return String(markdown.get(position)?.markdown ?? '');
  }
}

/** The text of pieces of UTF-8; a character may be split between two pieces. */
export function decodeBytes(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString();
}
