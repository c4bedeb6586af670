import type { StatementSync } from 'node:sqlite';
import type { ContentIndex } from '../content-index.ts';
import type { ObjectKind } from './catalog.ts';

/** One thing that an answer shows, by where the content index keeps it. */
export type ObjectRef =
  | { readonly kind: 'document'; readonly position: number }
  | { readonly kind: ObjectKind; readonly id: number };

/** `lean` is the view form without the content of a document. */
export type ObjectForm = 'view' | 'lean' | 'embed' | 'hit';

/** Reads ready JSON, undecoded. */
export class ObjectStore {
  readonly #documentView: StatementSync;
  readonly #documentLean: StatementSync;
  readonly #documentEmbed: StatementSync;
  readonly #documentHit: StatementSync;
  readonly #objectView: StatementSync;
  readonly #objectEmbed: StatementSync;
  readonly #objectHit: StatementSync;
  readonly #link: StatementSync;

  constructor(index: ContentIndex) {
    this.#documentView = index.prepare('SELECT head, content, tail FROM wp_document WHERE position = ?');
    this.#documentLean = index.prepare('SELECT head, tail FROM wp_document WHERE position = ?');
    this.#documentEmbed = index.prepare('SELECT embed FROM wp_document WHERE position = ?');
    this.#documentHit = index.prepare('SELECT hit FROM wp_document WHERE position = ?');
    this.#objectView = index.prepare('SELECT view FROM wp_object WHERE kind = ? AND id = ?');
    this.#objectEmbed = index.prepare('SELECT embed FROM wp_object WHERE kind = ? AND id = ?');
    this.#objectHit = index.prepare('SELECT hit FROM wp_object WHERE kind = ? AND id = ?');
    this.#link = index.prepare('SELECT path FROM document WHERE position = ?');
  }

  /** The pieces that make up the JSON of an object, in order. */
  read(ref: ObjectRef, form: ObjectForm): Uint8Array[] {
    if (ref.kind === 'document') return this.#readDocument(ref.position, form);
    const statement = {
      view: this.#objectView,
      lean: this.#objectView,
      embed: this.#objectEmbed,
      hit: this.#objectHit,
    };
    const row = statement[form].get(ref.kind, ref.id);
    return row ? (Object.values(row) as Uint8Array[]) : [];
  }

  parse(ref: ObjectRef, form: ObjectForm): Record<string, unknown> {
    return JSON.parse(joinText(this.read(ref, form))) as Record<string, unknown>;
  }

  pathOf(position: number): string {
    return String(this.#link.get(position)?.path ?? '/');
  }

  #readDocument(position: number, form: ObjectForm): Uint8Array[] {
    if (form === 'view') {
      const row = this.#documentView.get(position);
      return row ? [row.head as Uint8Array, row.content as Uint8Array, row.tail as Uint8Array] : [];
    }
    if (form === 'lean') {
      const row = this.#documentLean.get(position);
      // The head ends with the comma that the tail begins with.
      return row ? [row.head as Uint8Array, (row.tail as Uint8Array).subarray(1)] : [];
    }
    const row = (form === 'embed' ? this.#documentEmbed : this.#documentHit).get(position);
    return row ? (Object.values(row) as Uint8Array[]) : [];
  }
}

export function joinText(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString();
}
