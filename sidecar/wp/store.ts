import type { ContentIndex } from '../release/content-index.ts';
import type { ObjectKind } from './content-tables.ts';

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
  return { read, readList, parse, pathOf, markdownOf };

  function read(ref: ObjectRef, form: ObjectForm): Uint8Array {
    const [document, object] = forms[form];
    const row =
      'position' in ref
        ? index
            .prepare(`SELECT CAST(${document} AS BLOB) AS json FROM wp_document WHERE position = ?`)
            .get(ref.position)
        : index
            .prepare(`SELECT ${object} AS json FROM wp_object WHERE kind = ? AND id = ?`)
            .get(ref.kind, ref.id);
    return (row?.json ?? nothing) as Uint8Array;
  }

  /** The JSON array of several documents. */
  function readList(positions: readonly number[], form: ObjectForm): Uint8Array {
    // A join would read the whole view.
    const json = `SELECT ${forms[form][0]} FROM wp_document WHERE position = value`;
    const list = `'[' || coalesce(group_concat((${json}), ','), '') || ']'`;
    const select = `SELECT CAST(${list} AS BLOB) AS json FROM json_each(?)`;
    return index.prepare(select).get(JSON.stringify(positions))?.json as Uint8Array;
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
