import type { SearchQuery } from '../../src/core/wp-search-terms.ts';
import type { Catalog } from './catalog.ts';
import type { Marks, SearchColumn, TextSearch } from './text-search.ts';

const everyColumn: readonly SearchColumn[] = ['title', 'excerpt', 'content'];

/** The documents that a search finds: every word occurs somewhere in the columns, no excluded one does. */
export function matchSearch(
  catalog: Catalog,
  text: TextSearch,
  query: SearchQuery,
  columns: readonly SearchColumn[] = everyColumn,
): Marks {
  const { locked } = catalog.columns;
  const matches = new Uint8Array(catalog.size + 1);
  for (let position = 1; position <= catalog.size; position++) matches[position] = locked[position] ? 0 : 1;
  for (const { text: term, excluded } of query.terms) {
    const found = text.find(term);
    const lists = columns.map((column) => found[column]);
    for (let position = 1; position <= catalog.size; position++) {
      let occurs = false;
      for (const list of lists) occurs ||= list[position] === 1;
      if (occurs === excluded) matches[position] = 0;
    }
  }
  return matches;
}

/**
 * Puts the best matches first and keeps the order among equals. One word: those with it in the title, then the
 * others. Several words: 1 the whole text in the title, 2 all words in it, 3 any of them, 4 the whole text in
 * the excerpt, 5 in the content, 6 the rest.
 */
export function sortByRelevance(
  text: TextSearch,
  query: SearchQuery,
  positions: readonly number[],
): number[] {
  const wanted = query.terms.filter((term) => !term.excluded);
  const titles = wanted.map((term) => text.find(term.text).title);
  const groups: number[][] = [[], [], [], [], [], []];
  const put = (rank: number, position: number) => groups[rank - 1]?.push(position);
  if (!query.several) {
    const [title] = titles;
    for (const position of positions) put(!title || title[position] ? 1 : 2, position);
    return groups.flat();
  }
  const { sentence } = query;
  // WordPress compares the words of at most six: few titles are longer.
  const few = wanted.length < 7 && wanted.length > 0;
  const titled = positions.filter((position) => titles.some((title) => title[position]));
  const none: ReadonlySet<number> = new Set();
  const inTitle = sentence === null ? none : text.findAmong(sentence, 'title', positions);
  const rest: number[] = [];
  const withWords = new Set(titled);
  for (const position of positions) {
    if (inTitle.has(position)) put(1, position);
    else if (!few || !withWords.has(position)) rest.push(position);
    else if (titles.every((title) => title[position])) put(2, position);
    else if (wanted.length > 1) put(3, position);
    else rest.push(position);
  }
  const inExcerpt = sentence === null ? none : text.findAmong(sentence, 'excerpt', rest);
  const last = rest.filter((position) => !inExcerpt.has(position));
  const inContent = sentence === null ? none : text.findAmong(sentence, 'content', last);
  for (const position of inExcerpt) put(4, position);
  for (const position of last) put(inContent.has(position) ? 5 : 6, position);
  return groups.flat();
}
