import { LRUCache } from 'lru-cache';
import {
  type BitSet,
  bitSetOf,
  clearBit,
  createBitSet,
  hasBit,
  positionsIn,
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

/** Share of all documents that are compared with a part of many words, and that a common word is in. */
const fewDocuments = 0.02;

/** Words for each document from which reading all documents is faster, as for digits. */
const manyWords = 0.25;

type Visit = (column: SearchColumn, position: number) => void;
export type TextSearch = ReturnType<typeof openTextSearch>;

/**
 * Finds the documents in which a folded term occurs anywhere, inside words too, as WordPress does. A run of letters
 * and digits is in a text if and only if it is inside one of the text's words; next to a sign of ASCII, it also begins
 * or ends that word. The vocabulary, in memory, gives those words, and the index gives their documents. Other
 * characters of a term are compared with the stored text. Protected documents are in no column, so they are never found.
 *
 * Processor time at 10,000 posts of 860 words: 0.5 ms for a word (0.1 µs per row that has it), up to 10 ms for a part
 * of 150 words, and 5 ms for one of more words (mostly of one or two letters), whose titles are all read. Digits,
 * phrases of common words, and signs alone scan all documents: 25 to 90 ms. Exact except for the end of words longer than 32 KB, which SQLite doesn't index.
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
  /** The words that have a character of {@link tokenRuns}. */
  const blocks: VocabularyBlock[] = [];
  const reading = readVocabulary();
  /** Words of many documents, the most common first. */
  let common: readonly string[] = [];
  return { find, findExact, findLikely, containsTerm, warmUp };

  /** Reads some of the words, all of which the first search for a term needs. @returns whether there are more */
  function warmUp(): boolean {
    return reading.next().done !== true;
  }

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
    const words = wordsAround(term);
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
    const words = wordsAround(term);
    const rows: Parameters<Visit>[] = [];
    if (isPart && words === null) readPart(term, visit);
    else if (isPart) eachRow(words ?? '', visit);
    else if (words !== null) eachRow(words, (...row) => rows.push(row));
    if (isPart) return;
    if (words === null || rows.length > maxCompared * size) readAll(term, visit);
    else for (const row of rows) if (containsTerm(term, ...row)) visit(...row);
  }

  /** Expression for a word around each run of the term; null if the index doesn't help. */
  function wordsAround(term: string): string | null {
    const runs = term.replace(signs, '\n\n').match(runsInWords) ?? [];
    const lists = [...new Set(runs)]
      .slice(0, maxRuns)
      .map((run) => wordsWith(run, maxWords))
      .filter((words) => words.length <= maxWords);
    if (lists.length === 0) return null;
    if (lists.some((words) => words.length === 0)) return '""';
    return lists.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ');
  }

  function eachRow(expression: string, visit: Visit): void {
    for (const row of readList(rowsWithWords.get(expression)?.list))
      visit(searchColumns[row % 4] ?? 'content', Math.floor(row / 4));
  }

  function readAll(term: string, visit: Visit): void {
    readTitles(term, visit);
    for (const position of readList(contentsWith.get(...patternOf(term))?.content))
      visit('content', position);
  }

  function readTitles(term: string, visit: Visit): void {
    const titles = titlesWith.get(...patternOf(term));
    for (const column of ['title', 'excerpt'] as const)
      for (const position of readList(titles?.[column])) visit(column, position);
  }

  /** Looks up words with `part` one by one, the most common first, until few documents are left to compare. */
  function readPart(part: string, visit: Visit): void {
    const open = bitSetOf(
      size,
      Array.from({ length: size }, (_, at) => at + 1),
    );
    let left = size;
    const first = common.filter((word) => word.includes(part));
    const words = [...new Set([...first, ...wordsWith(part)])];
    for (const [at, word] of words.entries()) {
      if (at === first.length && words.length > Math.max(manyWords * size, 2 * maxWords)) {
        readAll(part, visit);
        return;
      }
      eachRow(`"${word}"`, (column, position) => {
        visit(column, position);
        if (column !== 'content' || !hasBit(open, position)) return;
        clearBit(open, position);
        left -= 1;
      });
      if (left > fewDocuments * size) continue;
      readTitles(part, visit);
      for (const position of positionsIn(open))
        if (containsTerm(part, 'content', position)) visit('content', position);
      return;
    }
  }

  /** The words that contain `run`; of more than `max`, some. */
  function wordsWith(run: string, max = Number.POSITIVE_INFINITY): string[] {
    while (warmUp());
    const triples = triplesOf(run);
    const found: string[] = [];
    for (const { words, triples: ofBlock } of blocks) {
      if (!triples.every((triple) => hasBit(ofBlock, triple))) continue;
      for (let at = words.indexOf(run); at >= 0; ) {
        const end = words.indexOf('\n', at + 1);
        found.push(words.slice(words.lastIndexOf('\n', at) + 1, end));
        at = words.indexOf(run, end);
      }
      if (found.length > max) break;
    }
    return found;
  }

  function* readVocabulary(): Generator<void> {
    const frequent: { readonly word: string; readonly rows: number }[] = [];
    let words = ['\n'];
    const close = () => {
      const text = words.join('');
      blocks.push({ words: text, triples: bitSetOf(maxTriple, triplesOf(text)) });
      words = ['\n'];
    };
    for (const { term, doc } of vocabulary.iterate()) {
      // Words of other scripts may be whole sentences, so there is no limit on their number.
      if (String(term).search(tokenRuns) < 0) continue;
      if (Number(doc) > fewDocuments * size) frequent.push({ word: String(term), rows: Number(doc) });
      if (words.push(String(term), '\n') <= 2 * wordsInBlock) continue;
      close();
      yield;
    }
    close();
    common = frequent.sort((a, b) => b.rows - a.rows).map(({ word }) => word);
  }
}

/** Words of the vocabulary, each between line feeds, and the hashes of the triples of characters in them. */
interface VocabularyBlock {
  readonly words: string;
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
