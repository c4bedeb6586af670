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
  const matches = new Uint8Array(catalog.size + 1);
  for (let position = 1; position <= catalog.size; position++) {
    matches[position] = catalog.columns.locked[position] ? 0 : 1;
  }
  for (const term of query.terms) {
    const found = text.find(term.text, columns);
    for (let position = 1; position <= catalog.size; position++) {
      if (Boolean(found[position]) === term.excluded) matches[position] = 0;
    }
  }
  return matches;
}

/**
 * How well each document fits, lower is better. One word: 1 when it is in the title, else 2. Several words: 1
 * the whole text in the title, 2 all words in it, 3 any of them, 4 the whole text in the excerpt, 5 in the
 * content, 6 the rest. Only documents in `positions` are looked at.
 */
export function rankMatches(
  text: TextSearch,
  query: SearchQuery,
  positions: readonly number[],
): (position: number) => number {
  const wanted = query.terms.filter((term) => !term.excluded);
  const titles = wanted.map((term) => text.find(term.text, ['title']));
  if (!query.several) {
    const [title] = titles;
    return (position) => (!title || title[position] ? 1 : 2);
  }
  const sentenceIn = (column: SearchColumn) =>
    query.sentence === null ? null : text.find(query.sentence, [column]);
  const sentenceTitle = sentenceIn('title');
  const sentenceExcerpt = sentenceIn('excerpt');
  // WordPress compares the words of at most six: few titles are longer.
  const few = wanted.length < 7 && wanted.length > 0;
  const ranks = new Map<number, number>();
  let undecided = 0;
  for (const position of positions) {
    const inTitle = titles.reduce((count, marks) => count + (marks[position] ? 1 : 0), 0);
    let rank = 6;
    if (sentenceTitle?.[position]) rank = 1;
    else if (few && inTitle === wanted.length) rank = 2;
    else if (few && wanted.length > 1 && inTitle > 0) rank = 3;
    else if (sentenceExcerpt?.[position]) rank = 4;
    else undecided += 1;
    ranks.set(position, rank);
  }
  // The whole text in the content is the one costly question, asked only if it can matter.
  const sentenceContent = undecided > 0 ? sentenceIn('content') : null;
  return (position) => {
    const rank = ranks.get(position) ?? 6;
    return rank === 6 && sentenceContent?.[position] ? 5 : rank;
  };
}
