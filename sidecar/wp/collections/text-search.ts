import { LRUCache } from 'lru-cache';
import { type BitSet, createBitSet, setBit } from '../../../src/core/search-index/bit-set.ts';
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
/** Number of documents that are compared one by one; more of them are read in one pass. */
const maxCompared = 1_000;

export type TextSearch = ReturnType<typeof openTextSearch>;

/**
 * Finds the documents in which a folded term occurs anywhere, inside words too, as WordPress does. A run of letters
 * and digits is in a text if and only if it is inside one of the text's words: the vocabulary, kept as one string, gives
 * those words, and the index gives their documents. Other characters of a term are compared with the stored text.
 * Protected documents are in no column, so they are never found.
 *
 * Processor time at 10,000 posts of 860 words: 1 ms for a word (0.5 µs per row that has it), up to 10 ms for a part of
 * 150 words. Terms that are part of more words (mostly of one or two letters) and phrases of common words scan all
 * documents: 25 to 90 ms. Exact except for the end of words longer than 32 KB, which SQLite doesn't index.
 */
export function openTextSearch(index: ContentIndex, size: number) {
  const known = new LRUCache<string, FoundSets>({ max: maxCached });
  const vocabulary = index.prepare('SELECT term FROM search_vocabulary');
  const rowsWithWords = index.prepare(
    'SELECT json_group_array(rowid) AS list FROM search_words WHERE search_words MATCH ?',
  );
  // One pass for all columns: a row with its text fills a page.
  const lists = searchColumns.map(
    (column) =>
      `json_group_array(position) FILTER (WHERE ${column} <> x'' AND instr(${column}, ?1)) AS ${column}`,
  );
  const documentsWith = index.prepare(`SELECT ${lists.join(', ')} FROM search_text`);
  const prepareContains = (column: SearchColumn) =>
    index.prepare(`SELECT instr(${column}, ?) AS place FROM search_text WHERE position = ?`);
  const contains = {
    title: prepareContains('title'),
    excerpt: prepareContains('excerpt'),
    content: prepareContains('content'),
  };
  /** The words that have a character of {@link tokenRuns}, each between line feeds. */
  let vocabularyText: string | null = null;
  return { find, containsTerm };

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
    return Number(contains[column].get(Buffer.from(term), position)?.place ?? 0) > 0;
  }

  function lookUp(term: string): Iterable<readonly [SearchColumn, number]> {
    const runs = term.match(tokenRuns) ?? [];
    const lists = [...new Set(runs)]
      .slice(0, maxRuns)
      .map((run) => wordsWith(run))
      .filter((words) => words.length <= maxWords);
    if (lists.length === 0) return readAll(term);
    if (lists.some((words) => words.length === 0)) return [];
    const expression = lists
      .map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`)
      .join(' AND ');
    const rows = readList(rowsWithWords.get(expression)?.list).map(
      (row) => [searchColumns[row % 4] ?? 'content', Math.floor(row / 4)] as const,
    );
    if (runs[0] === term) return rows;
    if (rows.length > maxCompared) return readAll(term);
    return rows.filter(([column, position]) => containsTerm(term, column, position));
  }

  function* readAll(term: string): Generator<readonly [SearchColumn, number]> {
    const lists = documentsWith.get(Buffer.from(term));
    for (const column of searchColumns) {
      for (const position of readList(lists?.[column])) yield [column, position];
    }
  }

  /** The words that contain `run`, as far as {@link maxWords} and one more. */
  function wordsWith(run: string): string[] {
    vocabularyText ??= readVocabulary();
    const words: string[] = [];
    for (let at = vocabularyText.indexOf(run); at >= 0 && words.length <= maxWords; ) {
      const end = vocabularyText.indexOf('\n', at);
      words.push(vocabularyText.slice(vocabularyText.lastIndexOf('\n', at) + 1, end));
      at = vocabularyText.indexOf(run, end);
    }
    return words;
  }

  function readVocabulary(): string {
    const words = ['\n'];
    for (const { term } of vocabulary.iterate()) {
      // Words of other scripts may be whole sentences, so there is no limit on their number.
      if (String(term).search(tokenRuns) >= 0) words.push(String(term), '\n');
    }
    return words.join('');
  }
}

function readList(list: unknown): readonly number[] {
  return JSON.parse(String(list ?? '[]')) as readonly number[];
}
