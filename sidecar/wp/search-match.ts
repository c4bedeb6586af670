import type { SearchQuery } from '../../src/core/wp-search-terms.ts';
import type { Catalog } from './catalog.ts';
import { type Marks, type SearchColumn, type TextSearch, unionOf } from './text-search.ts';

/** The documents that a search finds: every word occurs somewhere in the columns (in any, if none are named), no excluded one does. */
export function matchSearch(
  catalog: Catalog,
  text: TextSearch,
  query: SearchQuery,
  columns: readonly SearchColumn[] = [],
): Marks {
  const { locked } = catalog.columns;
  const matches = new Uint8Array(catalog.size + 1);
  for (let position = 1; position <= catalog.size; position++) matches[position] = locked[position] ? 0 : 1;
  for (const { text: term, excluded } of query.terms) {
    const found = text.find(term);
    const occurs = columns.length === 0 ? found.any : unionOf(columns.map((column) => found[column]));
    const unwanted = excluded ? 1 : 0;
    for (let position = 1; position <= catalog.size; position++) {
      if (occurs[position] === unwanted) matches[position] = 0;
    }
  }
  return matches;
}

/**
 * Puts the best matches first and keeps the order among equals. One word: those with it in the title, then the
 * others. Several words: 1 the whole text in the title, 2 all words in it, 3 any of them, 4 the whole text in
 * the excerpt, 5 in the content, 6 the rest. Only the first `needed` places are settled, because the fifth
 * question means reading texts.
 */
export function sortByRelevance(
  text: TextSearch,
  query: SearchQuery,
  positions: readonly number[],
  needed: number,
): readonly number[] {
  const wanted = query.terms.filter((term) => !term.excluded);
  const found = wanted.map((term) => text.find(term.text));
  const groups: number[][] = [[], [], [], [], [], []];
  const put = (rank: number, position: number) => groups[rank - 1]?.push(position);
  if (!query.several) {
    const [only] = found;
    for (const position of positions) put(!only || only.title[position] ? 1 : 2, position);
    return groups.flat();
  }
  const { sentence } = query;
  // A column can hold the whole text only if it holds each of its words.
  const holdsSentence = (column: SearchColumn, position: number) =>
    sentence !== null &&
    found.every((marks) => marks[column][position]) &&
    text.holds(sentence, column, position);
  // WordPress compares the words of at most six: few titles are longer.
  const few = wanted.length < 7;
  const rest: number[] = [];
  for (const position of positions) {
    const titled = found.reduce((count, { title }) => count + (title[position] ? 1 : 0), 0);
    if (holdsSentence('title', position)) put(1, position);
    else if (few && titled > 0 && titled === wanted.length) put(2, position);
    else if (few && titled > 0) put(3, position);
    else if (holdsSentence('excerpt', position)) put(4, position);
    else rest.push(position);
  }
  let open = needed - groups.reduce((count, group) => count + group.length, 0);
  for (const position of rest) {
    const first = open > 0 && holdsSentence('content', position);
    if (first) open -= 1;
    put(first ? 5 : 6, position);
  }
  return groups.flat();
}
