import type { DatabaseSync } from 'node:sqlite';
import { postingsPieceSize } from '../core/content-index.ts';
import type { Body, Document } from '../core/document.ts';
import { writePostings } from '../core/search-postings.ts';
import { foldText } from '../core/search-text.ts';
import { doubled, TokenTable } from './token-table.ts';

/** Collects the folded texts of a library and writes the tables of substring search. */
export interface SearchIndexWriter {
  add(position: number, document: Document, body: Body): void;
  finish(): void;
}

/** Notes that an author left in HTML comments are not published text; the marks that WordPress reads stay. */
const privateComment = /<!--(?!\s*\/?wp:|more|nextpage)[\s\S]*?-->/g;

export function createSearchIndex(database: DatabaseSync, documents: number): SearchIndexWriter {
  const table = new TokenTable();
  const columns = {
    title: new TokenLists(documents),
    excerpt: new TokenLists(documents),
    content: new TokenLists(documents),
  };
  const lines = {
    titles: new Array<string>(documents).fill(''),
    excerpts: new Array<string>(documents).fill(''),
  };
  const insertText = database.prepare('INSERT INTO search_text VALUES (?, ?)');
  const addTo = (column: TokenLists, position: number, folded: string, bytes: Buffer) =>
    table.visit(folded, bytes, (number) => column.add(position, number));

  return {
    add(position, document, body) {
      if (!document.locked) {
        const title = foldLine(document.title);
        const excerpt = foldLine(document.description ?? '');
        const content = foldText(body.stored?.replace(privateComment, '') ?? body.markdown);
        const bytes = Buffer.from(content);
        lines.titles[position - 1] = title;
        lines.excerpts[position - 1] = excerpt;
        insertText.run(position, bytes);
        addTo(columns.title, position, title, Buffer.from(title));
        addTo(columns.excerpt, position, excerpt, Buffer.from(excerpt));
        addTo(columns.content, position, content, bytes);
      }
      for (const column of Object.values(columns)) column.end(position);
    },
    finish() {
      const insert = database.prepare('INSERT INTO search_column VALUES (?, ?)');
      for (const [name, list] of Object.entries(lines)) insert.run(name, Buffer.from(list.join('\n')));
      insert.run('words', table.list);
      const insertPiece = database.prepare('INSERT INTO search_postings VALUES (?, ?)');
      for (const [name, column] of Object.entries(columns)) {
        const { offsets, bytes } = column.invert(table.size);
        insert.run(`${name}_offsets`, new Uint8Array(offsets.buffer));
        if (name !== 'content') {
          insert.run(`${name}_postings`, bytes);
          continue;
        }
        for (let at = 0, piece = 0; at < bytes.length; at += postingsPieceSize, piece++) {
          insertPiece.run(piece, bytes.subarray(at, at + postingsPieceSize));
        }
      }
      const insertWord = database.prepare('INSERT INTO search_word (rowid, word) VALUES (?, ?)');
      if (table.size === 0) return;
      for (const [number, word] of Buffer.from(table.list).toString().split('\n').entries()) {
        insertWord.run(number + 1, word);
      }
    },
  };
}

/** A title or an excerpt stands on one line of its column. */
function foldLine(text: string): string {
  return foldText(text).replace(/[\r\n]/g, ' ');
}

/** The tokens of each document in one column, each once. */
class TokenLists {
  /** Token numbers of all documents one after another; `#ends[i]` is where those of position i + 1 stop. */
  #tokens = new Uint32Array(1 << 14);
  #used = 0;
  readonly #ends: Uint32Array;
  /** By token, the last position that had it. */
  #lastSeen = new Uint32Array(1 << 14);

  constructor(documents: number) {
    this.#ends = new Uint32Array(documents);
  }

  add(position: number, token: number): void {
    while (token >= this.#lastSeen.length) this.#lastSeen = doubled(this.#lastSeen);
    if (this.#lastSeen[token] === position) return;
    this.#lastSeen[token] = position;
    if (this.#used === this.#tokens.length) this.#tokens = doubled(this.#tokens);
    this.#tokens[this.#used++] = token;
  }

  end(position: number): void {
    this.#ends[position - 1] = this.#used;
  }

  /** Turns tokens by document into documents by token: a counting sort, then one encoded list after another. */
  invert(words: number): { offsets: Uint32Array<ArrayBuffer>; bytes: Uint8Array } {
    const tokens = this.#tokens.subarray(0, this.#used);
    const starts = new Uint32Array(words + 1);
    for (const token of tokens) starts[token + 1] = (starts[token + 1] ?? 0) + 1;
    for (let word = 0; word < words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
    const positions = new Uint32Array(tokens.length);
    const next = starts.slice();
    let at = 0;
    for (const [index, end] of this.#ends.entries()) {
      for (; at < end; at++) {
        const token = tokens[at] ?? 0;
        const place = next[token] ?? 0;
        positions[place] = index + 1;
        next[token] = place + 1;
      }
    }
    const bytes = new Uint8Array(positions.length * 5);
    const offsets = new Uint32Array(words + 1);
    let length = 0;
    for (let word = 0; word < words; word++) {
      offsets[word] = length;
      length = writePostings(bytes, length, positions.subarray(starts[word] ?? 0, starts[word + 1] ?? 0));
    }
    offsets[words] = length;
    return { offsets, bytes: bytes.subarray(0, length) };
  }
}
