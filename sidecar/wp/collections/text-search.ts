import { LRUCache } from 'lru-cache';
import {
  type BitSet,
  clearBit,
  createBitSet,
  positionsIn,
  setBit,
} from '../../../src/core/search-index/bit-set.ts';
import { type SearchColumn, searchColumns } from '../../../src/core/search-index/content-index.ts';
import { tokenRuns } from '../../../src/core/search-index/search-text.ts';
import type { ContentIndex } from '../../release/content-index.ts';
import { openVocabulary } from './vocabulary.ts';

/** Documents by the column that has a term; `any`: in at least one of the columns. */
export type FoundSets = Readonly<Record<SearchColumn | 'any', BitSet>>;

/** Number of terms whose documents are cached: paging through a search asks for them again. */
const maxCached = 400;
/** Share of the documents that are compared one by one; where the index leaves more, one scan compares all. */
const maxCompared = 0.1;

type Visit = (column: SearchColumn, position: number) => void;
export type TextSearch = ReturnType<typeof openTextSearch>;

/**
 * Finds the documents in which a folded term occurs anywhere, inside words too, as WordPress does. A run of letters
 * and digits is in a text if and only if it is inside one of the text's words; next to a sign of ASCII, it also begins
 * or ends that word. The vocabulary, in memory, gives those words, and the index gives their documents. Other
 * characters of a term are compared with the stored text. Protected documents are in no column, so they are never found.
 *
 * Processor time at 10,000 posts of 860 words: 0.5 ms for a word (0.1 µs per row that has it), up to 10 ms for a part
 * of 150 words. Parts of more words (mostly of one or two letters), digits, phrases of common words, and signs alone
 * scan all documents: 25 to 90 ms. Exact except for the end of words longer than 32 KB, which SQLite doesn't index.
 */
export function openTextSearch(index: ContentIndex, size: number) {
  const known = new LRUCache<string, FoundSets>({ max: maxCached });
  const likely = new LRUCache<string, BitSet>({ max: maxCached });
  const vocabulary = openVocabulary(index);
  const rowsWithWords = index.prepare(
    'SELECT json_group_array(rowid) AS list FROM search_words WHERE search_words MATCH ?',
  );
  const listOf = (column: SearchColumn) =>
    `json_group_array(position) FILTER (WHERE ${column} <> x'' AND ${hasTerm(column)}) AS ${column}`;
  const titlesWith = index.prepare(`SELECT ${listOf('title')}, ${listOf('excerpt')} FROM search_title`);
  const contentsWith = index.prepare(`SELECT ${listOf('content')} FROM search_text`);
  const prepareContains = (column: SearchColumn) =>
    index.prepare(`SELECT ${hasTerm(column)} AS found FROM ${tableOf(column)} WHERE position = ?3`);
  const contains = {
    title: prepareContains('title'),
    excerpt: prepareContains('excerpt'),
    content: prepareContains('content'),
  };
  // SQLite knows the length of a BLOB without reading it.
  const prepareIsWhole = (column: SearchColumn) =>
    index.prepare(
      `SELECT 1 FROM ${tableOf(column)} WHERE position = ?2 AND length(${column}) = length(?1) AND ${column} = ?1`,
    );
  const wholes = new Map(searchColumns.map((column) => [column, prepareIsWhole(column)]));
  return { find, findExact, findLikely, containsTerm, warmUp: vocabulary.warmUp };

  /** Documents that have the term, by column. An empty term is in every text that isn't empty. */
  function find(term: string): FoundSets {
    const cached = known.get(term);
    if (cached) return cached;
    const empty = () => createBitSet(size);
    const found = { title: empty(), excerpt: empty(), content: empty(), any: empty() };
    lookUp(term, (column, position) => {
      setBit(found[column], position);
      setBit(found.any, position);
    });
    known.set(term, found);
    return found;
  }

  /** Documents of which a column is the term and nothing else. */
  function findExact(term: string): FoundSets {
    const value = Buffer.from(term);
    const found = { ...find(term), any: createBitSet(size) };
    for (const column of searchColumns) {
      found[column] = found[column].slice();
      for (const position of positionsIn(found[column])) {
        if (wholes.get(column)?.get(value, position)) setBit(found.any, position);
        else clearBit(found[column], position);
      }
    }
    return found;
  }

  function containsTerm(term: string, column: SearchColumn, position: number): boolean {
    return contains[column].get(...patternOf(term), position)?.found === 1;
  }

  /** Documents that may have the term in a column; null if the index doesn't narrow them. Cached: others may be removed. */
  function findLikely(term: string, column: SearchColumn): BitSet | null {
    const key = `${column} ${term}`;
    const cached = likely.get(key);
    if (cached) return cached;
    const words = vocabulary.wordsAround(term);
    if (words === null) return null;
    const set = createBitSet(size);
    eachRow(words, (found, position) => {
      if (found === column) setBit(set, position);
    });
    likely.set(key, set);
    return set;
  }

  function lookUp(term: string, visit: Visit): void {
    const isPart = term.match(tokenRuns)?.[0] === term;
    const words = vocabulary.wordsAround(term);
    const rows: Parameters<Visit>[] = [];
    if (words !== null) eachRow(words, isPart ? visit : (...row) => rows.push(row));
    if (words !== null && isPart) return;
    if (words === null || rows.length > maxCompared * size) readAll(term, visit);
    else for (const row of rows) if (containsTerm(term, ...row)) visit(...row);
  }

  function eachRow(expression: string, visit: Visit): void {
    for (const row of readList(rowsWithWords.get(expression)?.list))
      visit(searchColumns[row % 4] ?? 'content', Math.floor(row / 4));
  }

  function readAll(term: string, visit: Visit): void {
    const found = { ...titlesWith.get(...patternOf(term)), ...contentsWith.get(...patternOf(term)) };
    for (const column of searchColumns)
      for (const position of readList(found[column])) visit(column, position);
  }
}

function tableOf(column: SearchColumn): string {
  return column === 'content' ? 'search_text' : 'search_title';
}

/** SQLite's GLOB finds a term in a third of the time that `instr` takes, but its signs would take twenty times that. */
function hasTerm(column: SearchColumn): string {
  return `CAST(${column} AS TEXT) GLOB ?1 AND (?2 IS NULL OR instr(${column}, ?2) > 0)`;
}

/** Values for {@link hasTerm}. */
function patternOf(term: string): [glob: string, term: Buffer | null] {
  return [`*${term.replace(/[*?[]/g, '?')}*`, /[*?[]/.test(term) ? Buffer.from(term) : null];
}

function readList(list: unknown): readonly number[] {
  return JSON.parse(String(list ?? '[]')) as readonly number[];
}
