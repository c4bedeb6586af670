import { postingsPieceSize, type SearchColumn } from '../../src/core/search-index/content-index.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { giveBack } from './bytes.ts';

/** Calls `visit` with the postings of each of the words, which are numbered and ascending. */
export type ReadPostings = (words: readonly number[], visit: (bytes: Uint8Array) => void) => void;

/** Opens the postings of a column. Those of the contents stay in the file; the others are small. */
export function readPostings(index: ContentIndex, column: SearchColumn): ReadPostings {
  const select = index.prepare('SELECT data FROM search_column WHERE name = ?');
  const read = (name: string) => (select.get(name)?.data ?? new Uint8Array()) as Uint8Array;
  const raw = read(`${column}_offsets`);
  const offsets = new Uint32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
  if (column !== 'content') {
    const bytes = read(`${column}_postings`);
    return (words, visit) => {
      for (const word of words) visit(bytes.subarray(offsets[word] ?? 0, offsets[word + 1] ?? 0));
    };
  }
  const selectPiece = index.prepare('SELECT data FROM search_postings WHERE piece = ?');
  return (words, visit) => {
    const pieces = new PieceReader(
      (piece) => (selectPiece.get(piece)?.data ?? new Uint8Array()) as Uint8Array,
    );
    for (const word of words) {
      const start = offsets[word] ?? 0;
      const end = offsets[word + 1] ?? 0;
      if (end > start) visit(pieces.read(start, end));
    }
    pieces.close();
  };
}

/** Reads stretches of the postings in ascending order, each piece once. A stretch is gone when the next is read. */
class PieceReader {
  readonly #readPiece: (piece: number) => Uint8Array;
  #piece = -1;
  #bytes: Uint8Array = new Uint8Array();

  constructor(readPiece: (piece: number) => Uint8Array) {
    this.#readPiece = readPiece;
  }

  read(start: number, end: number): Uint8Array {
    const first = Math.floor(start / postingsPieceSize);
    const last = Math.floor((end - 1) / postingsPieceSize);
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
    this.close();
    this.#bytes = this.#readPiece(piece);
    this.#piece = piece;
  }
  close(): void {
    giveBack(this.#bytes);
    this.#piece = -1;
  }
}
