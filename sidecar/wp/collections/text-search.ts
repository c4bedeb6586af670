import { LRUCache } from 'lru-cache';
import { type BitSet, createBitSet, setBit, unite } from '../../../src/core/search-index/bit-set.ts';
import type { SearchColumn } from '../../../src/core/search-index/content-index.ts';
import type { ContentIndex } from '../../release/content-index.ts';

/** Documents by the column that has a term; `any`: in at least one of the columns. */
export type FoundSets = Readonly<Record<SearchColumn | 'any', BitSet>>;

/** Terms whose documents are kept: paging through a search, and everybody's favourite words, ask for them again. */
const keptTerms = 400;

/**
 * Finds the documents in which a folded term occurs, exactly, whatever its length and script: by looking through
 * all texts, which are read into memory for the first search. Protected documents are in no column, so they are
 * never found.
 *
 * Processor time of a term at 1,000 and at 10,000 posts of 860 words (85 MB): 5 and 52 ms for a rare one, 6 and 59
 * for one in every seventh post, 1.3 and 12 for one in every post, 0.5 and 5 for two letters; words are looked for
 * one after the other. It runs on the thread for queries, where nobody else waits for it. An index of tokens answers
 * a rare term in half a millisecond, but a phrase of common words or nine syllables in more than a second, and takes
 * more than a second of each build of 10,000 posts, and a thousand lines.
 */
export class TextSearch {
  readonly #size: number;
  readonly #index: ContentIndex;
  readonly #found = new LRUCache<string, FoundSets>({ max: keptTerms });
  #columns: Readonly<Record<SearchColumn, TextColumn>> | null = null;

  /** @param size number of documents */
  constructor(index: ContentIndex, size: number) {
    this.#index = index;
    this.#size = size;
  }

  /** Documents that have the term, by column. An empty term is in every text that is not empty. */
  find(term: string): FoundSets {
    const known = this.#found.get(term);
    if (known) return known;
    const needle = Buffer.from(term);
    const columns = this.#open();
    const any = createBitSet(this.#size);
    const findIn = (column: SearchColumn) => {
      const set = columns[column].find(needle);
      unite(any, set);
      return set;
    };
    const found = { title: findIn('title'), excerpt: findIn('excerpt'), content: findIn('content'), any };
    this.#found.set(term, found);
    return found;
  }

  /** Does a document have the term in a column? */
  holds(term: string, column: SearchColumn, position: number): boolean {
    return this.#open()[column].holds(position, Buffer.from(term));
  }

  #open(): Readonly<Record<SearchColumn, TextColumn>> {
    const read = (column: SearchColumn) => new TextColumn(this.#index, column, this.#size);
    this.#columns ??= { title: read('title'), excerpt: read('excerpt'), content: read('content') };
    return this.#columns;
  }
}

/** One column of all documents in one piece of memory. */
class TextColumn {
  readonly #bytes: Buffer;
  /** Where the text of each position ends; the one before ends where it starts. */
  readonly #ends: Uint32Array;

  constructor(index: ContentIndex, column: SearchColumn, size: number) {
    const total = index.prepare(`SELECT sum(octet_length(${column})) AS length FROM search_text`).get();
    const rows = index.prepare(`SELECT position, ${column} AS text FROM search_text ORDER BY position`);
    this.#bytes = Buffer.allocUnsafeSlow(Number(total?.length ?? 0));
    this.#ends = new Uint32Array(size + 1);
    let end = 0;
    for (const row of rows.iterate()) {
      const text = row.text as Uint8Array;
      this.#bytes.set(text, end);
      end += text.length;
      this.#ends[Number(row.position)] = end;
    }
    // A document without a row has no text.
    for (let position = 1; position <= size; position++) {
      this.#ends[position] = Math.max(this.#ends[position] ?? 0, this.#ends[position - 1] ?? 0);
    }
  }

  holds(position: number, needle: Buffer): boolean {
    const start = this.#ends[position - 1] ?? 0;
    const end = this.#ends[position] ?? 0;
    return end > start && this.#bytes.subarray(start, end).includes(needle);
  }

  /** One run through all texts: after a hit it goes on in the next of them. */
  find(needle: Buffer): BitSet {
    const found = createBitSet(this.#ends.length - 1);
    let position = 1;
    for (let at = this.#bytes.indexOf(needle); at >= 0 && at < this.#bytes.length; ) {
      while ((this.#ends[position] ?? 0) <= at) position += 1;
      const end = this.#ends[position] ?? 0;
      const isWithin = at + needle.length <= end;
      if (isWithin) setBit(found, position);
      // A hit that reaches into the next text does not count; another may begin right behind its start.
      at = this.#bytes.indexOf(needle, isWithin ? end : at + 1);
    }
    return found;
  }
}
