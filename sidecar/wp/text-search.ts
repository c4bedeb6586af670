import type { StatementSync } from 'node:sqlite';
import { type SearchColumn, searchColumns } from '../../src/core/search-index/content-index.ts';
import { visitPostings } from '../../src/core/search-index/search-postings.ts';
import { termPieces } from '../../src/core/search-index/search-text.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { giveBack } from './bytes.ts';
import { Lines } from './lines.ts';
import {
  createMarks,
  intersect,
  isMarked,
  type Marks,
  mark,
  markedPositions,
  unite,
  unmark,
} from './marks.ts';
import { type ReadPostings, readPostings } from './postings.ts';
import { Recent } from './recent.ts';

export type ColumnMarks = Readonly<Record<SearchColumn, Marks>>;
/** `any`: in at least one of the columns. */
export type FoundMarks = ColumnMarks & { readonly any: Marks };

/** Bytes of matches that are kept: paging through a search, and everybody's favourite words, ask for them again. */
const keptBytes = 2_000_000;
/** The same for phrases that were looked for in texts. */
const keptPhraseBytes = 1_000_000;
/** What keeping a term takes besides its marks, about. */
const entryBytes = 1_000;

/**
 * A longer piece is not looked up as a whole, which reads the list of each of its trigrams, but by some of them;
 * the words that have these are few, and are looked at themselves.
 */
const longestExpression = 6;
const trigramStep = 5;

/** A term that was looked for in the very texts. */
interface Phrase {
  readonly needle: Buffer;
  /** Documents whose content was read for it, and those in which it was found. */
  readonly read: Marks;
  readonly held: Marks;
}

/**
 * Finds the documents in which a folded term occurs, exactly, whatever its length; see `core/search-text.ts`.
 * Protected documents are in no column, so they are never found.
 */
export class TextSearch {
  readonly #size: number;
  readonly #words: Lines;
  readonly #findWords: StatementSync;
  readonly #postings: Readonly<Record<SearchColumn, ReadPostings>>;
  readonly #holds: Readonly<Record<SearchColumn, (position: number, needle: Buffer) => boolean>>;
  readonly #found: Recent<FoundMarks>;
  readonly #phrases: Recent<Phrase>;

  constructor(index: ContentIndex, size: number) {
    const column = index.prepare('SELECT data FROM search_column WHERE name = ?');
    const read = (name: string) => (column.get(name)?.data ?? new Uint8Array()) as Uint8Array;
    const texts = index.prepare('SELECT data FROM search_text WHERE position = ?');
    const titles = new Lines(read('titles'));
    const excerpts = new Lines(read('excerpts'));
    this.#size = size;
    const { byteLength } = this.#none();
    this.#found = new Recent(Math.ceil(keptBytes / (byteLength * 4 + entryBytes)));
    this.#phrases = new Recent(Math.ceil(keptPhraseBytes / (byteLength * 2 + entryBytes)));
    this.#words = new Lines(read('words'));
    this.#findWords = index.prepare('SELECT rowid FROM search_word WHERE search_word MATCH ?');
    this.#findWords.setReturnArrays(true);
    this.#postings = {
      title: readPostings(index, 'title'),
      excerpt: readPostings(index, 'excerpt'),
      content: readPostings(index, 'content'),
    };
    this.#holds = {
      title: (position, needle) => titles.holds(position - 1, needle),
      excerpt: (position, needle) => excerpts.holds(position - 1, needle),
      content(position, needle) {
        const bytes = texts.get(position)?.data as Uint8Array | undefined;
        if (!bytes) return false;
        const holds = asBuffer(bytes).includes(needle);
        giveBack(bytes);
        return holds;
      },
    };
  }

  /** Documents that have the term, by column. */
  find(term: string): FoundMarks {
    return this.#found.get(term, () => {
      const { pieces, exact } = termPieces(term);
      const marks = exact ? this.#mark(term) : this.#verify(this.#candidates(pieces), term);
      const any = this.#none();
      for (const column of searchColumns) unite(any, marks[column]);
      return { ...marks, any };
    });
  }

  /** Does a document have the term in a column? Looked for in the very text: the way to ask about few documents. */
  holds(term: string, column: SearchColumn, position: number): boolean {
    const create = () => ({ needle: Buffer.from(term), read: this.#none(), held: this.#none() });
    const { needle, read, held } = this.#phrases.get(term, create);
    if (column !== 'content') return this.#holds[column](position, needle);
    if (!isMarked(read, position)) {
      mark(read, position);
      if (this.#holds.content(position, needle)) mark(held, position);
    }
    return isMarked(held, position);
  }

  #mark(piece: string): ColumnMarks {
    const marks = this.#columns();
    const words = this.#wordsWith(piece);
    for (const column of searchColumns) {
      const found = marks[column];
      this.#postings[column](words, (bytes) => visitPostings(bytes, (position) => mark(found, position)));
    }
    return marks;
  }

  /** Numbers of the words in which a piece occurs, ascending. */
  #wordsWith(piece: string): readonly number[] {
    const characters = [...piece];
    // The index knows pieces of three characters; shorter ones are looked for in the list of words.
    if (characters.length < 3 || piece.includes('\0')) return this.#words.linesWith(piece);
    const short = characters.length <= longestExpression;
    const expression = short ? quote(piece) : sampleTrigrams(characters).map(quote).join(' AND ');
    const rows = this.#findWords.all(expression) as unknown as [number][];
    const words = rows.map(([rowid]) => rowid - 1);
    if (short) return words;
    const needle = Buffer.from(piece);
    return words.filter((word) => this.#words.holds(word, needle));
  }

  /** Documents in whose words all of the pieces occur; all documents when there is no piece. */
  #candidates(pieces: readonly string[]): ColumnMarks {
    let candidates: ColumnMarks | null = null;
    for (const piece of new Set(pieces)) {
      const found = this.#mark(piece);
      for (const column of searchColumns) if (candidates) intersect(found[column], candidates[column]);
      candidates = found;
    }
    if (candidates) return candidates;
    const all = this.#columns();
    for (let position = 1; position <= this.#size; position++) {
      for (const column of searchColumns) mark(all[column], position);
    }
    return all;
  }

  #verify(candidates: ColumnMarks, term: string): ColumnMarks {
    const needle = Buffer.from(term);
    for (const column of searchColumns) {
      const marks = candidates[column];
      for (const position of markedPositions(marks)) {
        if (!this.#holds[column](position, needle)) unmark(marks, position);
      }
    }
    return candidates;
  }

  #columns(): ColumnMarks {
    return { title: this.#none(), excerpt: this.#none(), content: this.#none() };
  }

  #none(): Marks {
    return createMarks(this.#size);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Some of the trigrams of a piece, the first and the last among them. */
function sampleTrigrams(characters: readonly string[]): string[] {
  const last = characters.length - 3;
  const starts = [...new Array(Math.ceil(last / trigramStep)).keys()].map((number) => number * trigramStep);
  return [...new Set([...starts, last].map((at) => characters.slice(at, at + 3).join('')))];
}

/** As FTS5 takes a string, so that nothing in it is syntax. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
