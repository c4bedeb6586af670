import { postingsPieceSize } from '../../src/core/content-index.ts';
import { markPostings } from '../../src/core/search-postings.ts';
import { termPieces } from '../../src/core/search-text.ts';
import type { ContentIndex } from '../content-index.ts';

/** Where a term is looked for. */
export type SearchColumn = 'title' | 'excerpt' | 'content';

/** One byte a document, by position from 1; not 0 where the document matches. */
export type Marks = Uint8Array;

/** Matches of so many terms are kept: paging through a search asks for the same again and again. */
const keptTerms = 32;

/**
 * Finds the documents in which a folded term occurs, exactly, whatever its length; see `core/search-text.ts`.
 * Protected documents are in no column, so they are never found.
 */
export class TextSearch {
  readonly #size: number;
  readonly #titles: Lines;
  readonly #excerpts: Lines;
  readonly #words: Lines;
  readonly #offsets: Uint32Array;
  readonly #readPiece: (piece: number) => Uint8Array;
  readonly #readText: (position: number) => Buffer;
  readonly #kept = new Map<string, Marks>();

  constructor(index: ContentIndex, size: number) {
    const column = index.prepare('SELECT data FROM search_column WHERE name = ?');
    const read = (name: string) => (column.get(name)?.data ?? new Uint8Array()) as Uint8Array;
    const pieces = index.prepare('SELECT data FROM search_postings WHERE piece = ?');
    const texts = index.prepare('SELECT data FROM search_text WHERE position = ?');
    const offsets = read('offsets');
    this.#size = size;
    this.#titles = new Lines(read('titles'));
    this.#excerpts = new Lines(read('excerpts'));
    this.#words = new Lines(read('words'));
    this.#offsets = new Uint32Array(
      offsets.buffer.slice(offsets.byteOffset, offsets.byteOffset + offsets.byteLength),
    );
    this.#readPiece = (piece) => (pieces.get(piece)?.data ?? new Uint8Array()) as Uint8Array;
    this.#readText = (position) => asBuffer((texts.get(position)?.data ?? new Uint8Array()) as Uint8Array);
  }

  /** Documents that have the term in one of the columns. */
  find(term: string, columns: readonly SearchColumn[]): Marks {
    const key = `${[...columns].sort()}:${term}`;
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const marks = new Uint8Array(this.#size + 1);
    if (columns.includes('title')) this.#titles.each(term, (line) => mark(marks, line + 1));
    if (columns.includes('excerpt')) this.#excerpts.each(term, (line) => mark(marks, line + 1));
    if (columns.includes('content')) this.#findInContent(term, marks);
    this.#kept.set(key, marks);
    if (this.#kept.size > keptTerms) this.#kept.delete(this.#kept.keys().next().value ?? '');
    return marks;
  }

  #findInContent(term: string, marks: Marks): void {
    const { pieces, exact } = termPieces(term);
    if (exact) {
      this.#markWords(term, marks);
      return;
    }
    const candidates = this.#candidates(pieces);
    const needle = Buffer.from(term);
    for (let position = 1; position <= this.#size; position++) {
      if (marks[position] || !candidates[position]) continue;
      if (this.#readText(position).includes(needle)) marks[position] = 1;
    }
  }

  /** Documents in whose words all of the pieces occur. */
  #candidates(pieces: readonly string[]): Marks {
    let candidates: Marks | null = null;
    for (const piece of new Set(pieces)) {
      const found = new Uint8Array(this.#size + 1);
      this.#markWords(piece, found);
      if (candidates)
        for (let at = 0; at < found.length; at++) found[at] = (found[at] ?? 0) & (candidates[at] ?? 0);
      candidates = found;
    }
    return candidates ?? new Uint8Array(this.#size + 1).fill(1);
  }

  #markWords(piece: string, marks: Marks): void {
    const reader = new PostingsReader(this.#readPiece);
    this.#words.each(piece, (word) => {
      const start = this.#offsets[word] ?? 0;
      const end = this.#offsets[word + 1] ?? 0;
      const bytes = reader.read(start, end);
      markPostings(bytes, 0, bytes.length, marks);
    });
  }
}

/** Reads stretches of the postings in ascending order, each piece once. */
class PostingsReader {
  readonly #readPiece: (piece: number) => Uint8Array;
  #piece = -1;
  #bytes: Uint8Array = new Uint8Array();

  constructor(readPiece: (piece: number) => Uint8Array) {
    this.#readPiece = readPiece;
  }

  read(start: number, end: number): Uint8Array {
    const first = Math.floor(start / postingsPieceSize);
    const last = Math.floor(Math.max(start, end - 1) / postingsPieceSize);
    this.#turnTo(first);
    const base = first * postingsPieceSize;
    if (first === last) return this.#bytes.subarray(start - base, end - base);
    const joined = new Uint8Array(end - start);
    let length = 0;
    for (let piece = first; piece <= last; piece++) {
      this.#turnTo(piece);
      const from = Math.max(0, start - piece * postingsPieceSize);
      const part = this.#bytes.subarray(from, end - piece * postingsPieceSize);
      joined.set(part, length);
      length += part.length;
    }
    return joined;
  }

  #turnTo(piece: number): void {
    if (piece === this.#piece) return;
    this.#bytes = this.#readPiece(piece);
    this.#piece = piece;
  }
}

/** A text of many lines in UTF-8, to be asked which lines hold a term. */
class Lines {
  readonly #bytes: Buffer;
  /** Where each line starts; one more at the end. */
  readonly #starts: Uint32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = asBuffer(bytes);
    let count = 1;
    for (let at = this.#bytes.indexOf(10); at >= 0; at = this.#bytes.indexOf(10, at + 1)) count += 1;
    this.#starts = new Uint32Array(count + 1);
    let line = 1;
    for (let at = this.#bytes.indexOf(10); at >= 0; at = this.#bytes.indexOf(10, at + 1))
      this.#starts[line++] = at + 1;
    this.#starts[count] = this.#bytes.length + 1;
  }

  /** Calls `visit` with the number of each line that holds the term, ascending; an empty term is in every line with text. */
  each(term: string, visit: (line: number) => void): void {
    if (term === '') {
      for (let line = 0; line + 1 < this.#starts.length; line++) {
        if ((this.#starts[line + 1] ?? 0) - (this.#starts[line] ?? 0) > 1) visit(line);
      }
      return;
    }
    const needle = Buffer.from(term);
    let line = 0;
    for (let at = this.#bytes.indexOf(needle); at >= 0; ) {
      line = this.#lineAt(at, line);
      visit(line);
      const next = this.#starts[line + 1] ?? this.#bytes.length;
      if (next >= this.#bytes.length) return;
      at = this.#bytes.indexOf(needle, next);
    }
  }

  /** The line that holds byte `at`, at or after line `from`: first by doubling steps, then by halves. */
  #lineAt(at: number, from: number): number {
    let step = 1;
    let low = from;
    while (low + step < this.#starts.length - 1 && (this.#starts[low + step] ?? 0) <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#starts.length - 1);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

function mark(marks: Marks, position: number): void {
  marks[position] = 1;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
