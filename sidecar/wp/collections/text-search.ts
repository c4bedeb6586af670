import { LRUCache } from 'lru-cache';
import {
  type BitSet,
  bitSetOf,
  countBits,
  createBitSet,
  hasBit,
  setBit,
} from '../../../src/core/search-index/bit-set.ts';
import { type SearchColumn, searchColumns } from '../../../src/core/search-index/content-index.ts';
import { tokenRuns } from '../../../src/core/search-index/search-text.ts';
import type { ContentIndex } from '../../release/content-index.ts';

/** Documents by the column that has a term; `any`: in at least one of the columns. */
export type FoundSets = Readonly<Record<SearchColumn | 'any', BitSet>>;

/** Number of terms whose documents are cached: paging through a search asks for them again. */
const maxCached = 400;
/** Number of words around a run of letters from which reading all documents is faster than reading their rows. */
const maxWords = 150;
/** Number of parts of a term that the index is asked for; the documents found are compared with the whole term. */
const maxRuns = 8;
/** Characters that no word contains. */
const signs = /[^a-z0-9\x80-\uffff]/g;
/** Runs with the line feeds of {@link signs} around them, as words have in the vocabulary. */
const runsInWords = new RegExp(`\\n?${tokenRuns.source}\\n?`, 'g');
/** Share of all documents that are compared one by one; more of them are read in one pass. */
const maxCompared = 0.1;

/** Number of common words that are looked up for a short term, and of their rows for each document. */
const maxCommon = 50;
const maxCommonRows = 4;

type FoundRow = readonly [SearchColumn, number];
export type TextSearch = ReturnType<typeof openTextSearch>;

/**
 * Finds the documents in which a folded term occurs anywhere, inside words too, as WordPress does. A run of letters
 * and digits is in a text if and only if it is inside one of the text's words; next to a sign of ASCII, it also begins
 * or ends that word. The vocabulary, in memory, gives those words, and the index gives their documents. Other
 * characters of a term are compared with the stored text. Protected documents are in no column, so they are never found.
 *
 * Processor time at 10,000 posts of 860 words: 0.5 ms for a word (0.5 µs per row that has it), up to 10 ms for a part
 * of 150 words, and 5 ms for one of more words (mostly of one or two letters), whose titles are all read. Phrases of
 * common words, and signs alone, scan all documents: 25 to 90 ms. Exact except for the end of words longer than 32 KB, which SQLite doesn't index.
 */
export function openTextSearch(index: ContentIndex, size: number) {
  const known = new LRUCache<string, FoundSets>({ max: maxCached });
  const likely = new LRUCache<string, BitSet>({ max: maxCached });
  const vocabulary = index.prepare('SELECT term, doc FROM search_vocabulary');
  const rowsWithWords = index.prepare(
    'SELECT json_group_array(rowid) AS list FROM search_words WHERE search_words MATCH ?',
  );
  const listOf = (column: SearchColumn) =>
    `json_group_array(position) FILTER (WHERE ${column} <> x'' AND ${hasTerm(column)}) AS ${column}`;
  const titlesWith = index.prepare(`SELECT ${listOf('title')}, ${listOf('excerpt')} FROM search_title`);
  const contentsWith = index.prepare(`SELECT ${listOf('content')} FROM search_text`);
  const prepareContains = (column: SearchColumn) =>
    index.prepare(`SELECT ${hasTerm(column)} AS found FROM ${tableOf(column)} WHERE position = ?2`);
  const contains = {
    title: prepareContains('title'),
    excerpt: prepareContains('excerpt'),
    content: prepareContains('content'),
  };
  /** The words that have a character of {@link tokenRuns}. */
  let blocks: readonly VocabularyBlock[] | null = null;
  return { find, findLikely, containsTerm, warmUp };

  /** Reads the words, which the first search for a term needs. */
  function warmUp(): void {
    blocks ??= readVocabulary();
  }

  /** Documents that have the term, by column. An empty term is in every text that isn't empty. */
  function find(term: string): FoundSets {
    const cached = known.get(term);
    if (cached) return cached;
    const empty = () => createBitSet(size);
    const found = { title: empty(), excerpt: empty(), content: empty(), any: empty() };
    for (const [column, position] of lookUp(term)) {
      setBit(found[column], position);
      setBit(found.any, position);
    }
    known.set(term, found);
    return found;
  }

  function containsTerm(term: string, column: SearchColumn, position: number): boolean {
    return contains[column].get(globOf(term), position)?.found === 1;
  }

  /** Documents that may have the term in a column; null if the index doesn't narrow them. Cached: others may be removed. */
  function findLikely(term: string, column: SearchColumn): BitSet | null {
    const key = `${column} ${term}`;
    const cached = likely.get(key);
    if (cached) return cached;
    const rows = rowsAround(term);
    if (rows === null) return null;
    const set = createBitSet(size);
    for (const [found, position] of rows) if (found === column) setBit(set, position);
    likely.set(key, set);
    return set;
  }

  function lookUp(term: string): Iterable<FoundRow> {
    const rows = rowsAround(term);
    if (rows === null) return readAll(term);
    if (term.match(tokenRuns)?.[0] === term) return rows;
    if (rows.length > maxCompared * size) return readAll(term);
    return rows.filter(([column, position]) => containsTerm(term, column, position));
  }

  /** Rows with a word around each run of the term; null if the index doesn't help. */
  function rowsAround(term: string): FoundRow[] | null {
    const runs = term.replace(signs, '\n\n').match(runsInWords) ?? [];
    const lists = [...new Set(runs)]
      .slice(0, maxRuns)
      .map((run) => wordsWith(run))
      .filter((words) => words.length <= maxWords);
    if (lists.length === 0) return null;
    if (lists.some((words) => words.length === 0)) return [];
    return rowsOf(lists.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND '));
  }

  function rowsOf(expression: string): FoundRow[] {
    return readList(rowsWithWords.get(expression)?.list).map((row) => [
      searchColumns[row % 4] ?? 'content',
      Math.floor(row / 4),
    ]);
  }

  function* readAll(term: string): Generator<FoundRow> {
    const titles = titlesWith.get(globOf(term));
    for (const column of ['title', 'excerpt'] as const) {
      for (const position of readList(titles?.[column])) yield [column, position];
    }
    // Common words show most documents of a short term: only the others are compared.
    const common = createBitSet(size);
    for (const [column, position] of term.match(tokenRuns)?.[0] === term ? rowsOf(commonWords(term)) : []) {
      if (column === 'content') setBit(common, position);
    }
    if (size - countBits(common) > maxCompared * size) {
      for (const position of readList(contentsWith.get(globOf(term))?.content)) yield ['content', position];
      return;
    }
    for (let position = 1; position <= size; position++) {
      if (hasBit(common, position) || containsTerm(term, 'content', position)) yield ['content', position];
    }
  }

  /** The most frequent words that contain `run`. */
  function commonWords(run: string): string {
    const found = (blocks ?? []).flatMap(({ words, rows }) =>
      words
        .split('\n')
        .flatMap((word, at) => (word.includes(run) ? [{ word, rows: rows[at - 1] ?? 0 }] : [])),
    );
    found.sort((a, b) => b.rows - a.rows);
    let [count, sum] = [0, 0];
    while (count < Math.min(found.length, maxCommon) && sum < maxCommonRows * size)
      sum += found[count++]?.rows ?? 0;
    const common = found.slice(0, count).map(({ word }) => `"${word}"`);
    return common.join(' OR ');
  }

  /** The words that contain `run`, as far as {@link maxWords} and one more. */
  function wordsWith(run: string): string[] {
    blocks ??= readVocabulary();
    const triples = triplesOf(run);
    const found: string[] = [];
    for (const { words, triples: ofBlock } of blocks) {
      if (!triples.every((triple) => hasBit(ofBlock, triple))) continue;
      for (let at = words.indexOf(run); at >= 0; ) {
        const end = words.indexOf('\n', at + 1);
        found.push(words.slice(words.lastIndexOf('\n', at) + 1, end));
        at = words.indexOf(run, end);
      }
      if (found.length > maxWords) break;
    }
    return found;
  }

  function readVocabulary(): VocabularyBlock[] {
    const read: VocabularyBlock[] = [];
    let words = ['\n'];
    let rows: number[] = [];
    const close = () => {
      const text = words.join('');
      read.push({ words: text, rows: Uint32Array.from(rows), triples: bitSetOf(maxTriple, triplesOf(text)) });
      words = ['\n'];
      rows = [];
    };
    for (const { term, doc } of vocabulary.iterate()) {
      // Words of other scripts may be whole sentences, so there is no limit on their number.
      if (String(term).search(tokenRuns) < 0) continue;
      rows.push(Number(doc));
      if (words.push(String(term), '\n') > 2 * wordsInBlock) close();
    }
    close();
    return read;
  }
}

/** Words of the vocabulary, each between line feeds, and the hashes of the triples of characters in them. */
interface VocabularyBlock {
  readonly words: string;
  /** How many rows each word has. */
  readonly rows: Uint32Array;
  readonly triples: BitSet;
}

const wordsInBlock = 64;
const maxTriple = 4095;

function triplesOf(text: string): number[] {
  const hashes: number[] = [];
  for (let at = 2; at < text.length; at++) {
    const hash = (text.charCodeAt(at - 2) << 8) ^ (text.charCodeAt(at - 1) << 4) ^ text.charCodeAt(at);
    hashes.push(hash & maxTriple);
  }
  return hashes;
}

function tableOf(column: SearchColumn): string {
  return column === 'content' ? 'search_text' : 'search_title';
}

/** SQLite's GLOB finds a term in a third of the time that `instr` takes. */
function hasTerm(column: SearchColumn): string {
  return `CAST(${column} AS TEXT) GLOB ?1`;
}

function globOf(term: string): string {
  return `*${term.replace(/[*?[]/g, '[$&]')}*`;
}

function readList(list: unknown): readonly number[] {
  return JSON.parse(String(list ?? '[]')) as readonly number[];
}
