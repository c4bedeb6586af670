import {
  type BitSet,
  clearBit,
  countBits,
  createBitSet,
  intersect,
  positionsIn,
  subtract,
  unite,
} from '../../../src/core/search-index/bit-set.ts';
import type { SearchColumn } from '../../../src/core/search-index/content-index.ts';
import type { SearchQuery } from '../../../src/core/wp/parameters/search-terms.ts';
import type { ContentTables } from '../content-tables.ts';
import type { WpValues } from '../parameters.ts';
import type { TextSearch } from './text-search.ts';

/** Number of documents that are compared one by one without asking the index first. */
const maxCompared = 20;

/** The documents that a search finds: every word occurs somewhere in the columns (in any, if none are named), no excluded one does. */
export function matchSearch(
  tables: ContentTables,
  find: TextSearch['find'],
  query: SearchQuery,
  columns: readonly SearchColumn[] = [],
): BitSet {
  const matches = tables.searchable.slice();
  for (const { text: term, excluded } of query.terms) {
    // With no documents left, other terms need not be read.
    if (countBits(matches) === 0) break;
    const found = find(term);
    const occurs = columns.length === 0 ? found.any : unionOf(columns.map((column) => found[column]));
    if (excluded) subtract(matches, occurs);
    else intersect(matches, occurs);
  }
  return matches;
}

/** How a word is found: inside a field, or as the whole of it (`search_semantics=exact`). */
export function findWith(text: TextSearch, values: WpValues): TextSearch['find'] {
  return values.search_semantics === 'exact' ? text.findExact : text.find;
}

/**
 * The best `needed` matches, best first. One word: in the title, then the rest. Several words: whole text in the title,
 * all words in it, any of them, whole text in the excerpt, in the content, the rest. A later group is computed only when
 * it is needed, because the fifth reads documents.
 * @param inOrder the order among equals
 */
export function rankMatches(
  text: TextSearch,
  query: SearchQuery,
  matches: BitSet,
  needed: number,
  inOrder: (set: BitSet) => Iterable<number> = positionsIn,
  find: TextSearch['find'] = text.find,
): number[] {
  if (countBits(matches) === 0) return [];
  const wanted = query.terms.filter((term) => !term.excluded);
  const found = wanted.map((term) => find(term.text));
  const ranked: number[] = [];
  const open = matches.slice();
  const put = (group: BitSet, passes: (position: number) => boolean = () => true) => {
    const asked = open.slice();
    intersect(asked, group);
    for (const position of inOrder(asked)) {
      if (ranked.length >= needed) return;
      if (!passes(position)) continue;
      ranked.push(position);
      clearBit(open, position);
    }
  };
  if (!query.several) {
    const [only] = found;
    if (only) put(only.title);
    put(open);
    return ranked;
  }
  const { sentence } = query;
  /** Documents with all of the words in a column: no others can hold the whole text there. */
  const withAll = (column: SearchColumn) => {
    const all = matches.slice();
    for (const set of found) intersect(all, set[column]);
    return all;
  };
  const putSentence = (column: SearchColumn) => {
    if (sentence === null) return;
    const all = withAll(column);
    const likely = countBits(all) > maxCompared ? text.findLikely(sentence, column) : null;
    if (likely) intersect(all, likely);
    put(all, (position) => {
      const isFound = text.containsTerm(sentence, column, position);
      // The set is cached, for the next page of the same search.
      if (likely && !isFound) clearBit(likely, position);
      return isFound;
    });
  };
  putSentence('title');
  // WordPress compares the words of at most six: few titles are longer.
  if (wanted.length > 0 && wanted.length < 7) {
    put(withAll('title'));
    put(unionOf(found.map(({ title }) => title)));
  }
  putSentence('excerpt');
  putSentence('content');
  put(open);
  return ranked;
}

/** What is in at least one of the sets. */
function unionOf([first, ...others]: readonly BitSet[]): BitSet {
  const union = first?.slice() ?? createBitSet(0);
  for (const other of others) unite(union, other);
  return union;
}
