import type { DatabaseSync } from 'node:sqlite';
import type { Body, Document } from '../core/model/document.ts';
import { postingsPieceSize, searchColumns } from '../core/search-index/content-index.ts';
import { writePostings } from '../core/search-index/search-postings.ts';
import { foldText } from '../core/search-index/search-text.ts';
import type { PreviousIndex } from './previous-index.ts';
import { doubled, TokenTable } from './token-table.ts';

/** Collects the folded texts of a library and writes the tables of substring search. */
export interface SearchIndexWriter {
  add(position: number, document: Document, body: Body): void;
  /** Takes a document over from the previous index. */
  take(position: number, document: Document, previousPosition: number): void;
  finish(): void;
}

/** Notes that an author left in HTML comments are not published text; the marks that WordPress reads stay. */
const privateComment = /<!--(?!\s*\/?wp:|more|nextpage)[\s\S]*?-->/g;

export function createSearchIndex(
  database: DatabaseSync,
  documents: number,
  previous: PreviousIndex | null,
): SearchIndexWriter {
  const table = new TokenTable();
  if (previous) table.load(previous.words);
  const takeText = previous
    ? database.prepare('INSERT INTO search_text SELECT ?, data FROM previous.search_text WHERE position = ?')
    : null;
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
  const addLines = (position: number, document: Document) => {
    lines.titles[position - 1] = foldLine(document.written?.title ?? document.title);
    lines.excerpts[position - 1] = foldLine(document.written?.summary ?? document.description ?? '');
  };
  const end = (position: number) => {
    for (const name of searchColumns) columns[name].end(position);
  };

  return {
    add(position, document, body) {
      if (!document.locked) {
        addLines(position, document);
        const [title = '', excerpt = ''] = [lines.titles[position - 1], lines.excerpts[position - 1]];
        const content = foldText(body.stored?.replace(privateComment, '') ?? body.markdown);
        const bytes = Buffer.from(content);
        insertText.run(position, bytes);
        addTo(columns.title, position, title, Buffer.from(title));
        addTo(columns.excerpt, position, excerpt, Buffer.from(excerpt));
        addTo(columns.content, position, content, bytes);
      }
      end(position);
    },

    take(position, document, previousPosition) {
      if (!document.locked) {
        addLines(position, document);
        takeText?.run(position, previousPosition);
        for (const name of searchColumns) {
          columns[name].addAll(previous?.wordsOf(name, previousPosition) ?? []);
        }
      }
      end(position);
    },

    finish() {
      const insert = database.prepare('INSERT INTO search_column VALUES (?, ?)');
      for (const [name, list] of Object.entries(lines)) insert.run(name, Buffer.from(list.join('\n')));
      const { words, numbers } = orderWords(table, Object.values(columns));
      insert.run('words', Buffer.from(words.join('\n')));
      const insertPiece = database.prepare('INSERT INTO search_postings VALUES (?, ?)');
      for (const [name, column] of Object.entries(columns)) {
        const { offsets, bytes } = column.invert(numbers, words.length);
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
      for (const [number, word] of words.entries()) insertWord.run(number + 1, word);
    },
  };
}

/**
 * The words that some document has, in the order of their characters, which does not depend on what was taken over
 * and what was read; and, by the number that a word has in the table, its place among them.
 */
function orderWords(
  table: TokenTable,
  columns: readonly TokenLists[],
): { words: readonly string[]; numbers: Uint32Array } {
  if (table.size === 0) return { words: [], numbers: new Uint32Array() };
  const all = Buffer.from(table.list).toString().split('\n');
  const used = new Uint8Array(all.length);
  for (const column of columns) column.mark(used);
  const order = [...all.keys()].filter((number) => used[number]);
  order.sort((a, b) => ((all[a] ?? '') < (all[b] ?? '') ? -1 : 1));
  const numbers = new Uint32Array(all.length);
  for (const [place, number] of order.entries()) numbers[number] = place;
  return { words: order.map((number) => all[number] ?? ''), numbers };
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

  /** Tokens that are known to be distinct. */
  addAll(tokens: ArrayLike<number>): void {
    while (this.#used + tokens.length > this.#tokens.length) this.#tokens = doubled(this.#tokens);
    this.#tokens.set(tokens, this.#used);
    this.#used += tokens.length;
  }

  end(position: number): void {
    this.#ends[position - 1] = this.#used;
  }

  /** Sets the byte of every token that some document has. */
  mark(used: Uint8Array): void {
    for (const token of this.#tokens.subarray(0, this.#used)) used[token] = 1;
  }

  /**
   * Turns tokens by document into documents by token: a counting sort, then one encoded list after another.
   * @param numbers the final number of each token
   */
  invert(numbers: Uint32Array, words: number): { offsets: Uint32Array<ArrayBuffer>; bytes: Uint8Array } {
    const tokens = this.#tokens.subarray(0, this.#used).map((token) => numbers[token] ?? 0);
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
      length = writePostings(bytes, length, positions, starts[word] ?? 0, starts[word + 1] ?? 0);
    }
    offsets[words] = length;
    return { offsets, bytes: bytes.subarray(0, length) };
  }
}
