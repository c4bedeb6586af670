import type { DatabaseSync } from 'node:sqlite';
import { isUnspaced, parseQuery, type QueryTerm } from './search-words.ts';

/** Where the hits of one page stand in the index, best first. */
export interface FoundPositions {
  readonly positions: number[];
  readonly total: number;
  /** The words that decided, folded, rarest first: a snippet shows the first of them that it finds. */
  readonly words: readonly string[];
}

export interface SearchPage {
  /** Kind of document; `null` for all. */
  readonly type: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** In a query of any of its words, more than this many only cost time: the rarest decide. */
const mostAlternatives = 6;

/** With fewer documents than this that have all the words, those that have some are worth showing too. */
const enough = 3;

/** A word in the title counts as much as ten in the text. */
const score = 'bm25(document_rank, 10.0, 1.0)';

/**
 * Ranked search. Words that most documents have are left aside unless there are no others. Documents that have all
 * of the rest come first, and of these the ones that have them in the title: a score alone saturates, and a text
 * that repeats a word often enough would beat every title. Where they are few, documents with any of the words follow.
 */
export function createContentSearch(index: Pick<DatabaseSync, 'prepare'>) {
  const ofType = 'AND (SELECT kind FROM document WHERE position = document_rank.rowid) = ?';
  const count = (more: string) =>
    index.prepare(`SELECT count(*) AS total FROM document_rank WHERE document_rank MATCH ? ${more}`);
  const page = (more: string) =>
    index.prepare(
      `SELECT rowid AS position FROM document_rank WHERE document_rank MATCH ? ${more}
       ORDER BY rowid IN (SELECT rowid FROM document_rank WHERE document_rank MATCH ?) DESC, ${score}, rowid
       LIMIT ? OFFSET ?`,
    );
  const countAny = count('');
  const countTyped = count(ofType);
  const pageAny = page('');
  const pageTyped = page(ofType);
  const countDocuments = index.prepare('SELECT count(*) AS total FROM document');

  function totalOf(expression: string, type: string | null): number {
    const row = type === null ? countAny.get(expression) : countTyped.get(expression, type);
    return Number(row?.total ?? 0);
  }

  function search(query: string, wanted: SearchPage): FoundPositions {
    const terms = parseQuery(query);
    const telling = terms.length > 1 ? keepTelling(terms) : terms;
    const words = (telling.length > 0 ? telling : terms).flatMap((term) => term.words);
    const found = telling.length > 0 ? searchTerms(telling, wanted) : { positions: [], total: 0 };
    if (found.total > 0 || !isUnspaced(query)) return { ...found, words };
    return { ...searchWithin(query, wanted), words };
  }

  function searchTerms(terms: readonly QueryTerm[], wanted: SearchPage) {
    const all = terms.map((term) => term.match).join(' AND ');
    if (terms.length === 1 || totalOf(all, wanted.type) >= enough)
      return readPage(all, `{title}: (${all})`, wanted);
    const any = terms.slice(0, mostAlternatives).map((term) => term.match);
    return readPage(any.join(' OR '), all, wanted);
  }

  /** Counting is a query of its own; a page that is not full tells the total by itself. */
  function readPage(expression: string, preferred: string, { type, limit, offset }: SearchPage) {
    const rows =
      type === null
        ? pageAny.all(expression, preferred, limit, offset)
        : pageTyped.all(expression, type, preferred, limit, offset);
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast ? offset + rows.length : totalOf(expression, type);
    return { positions: rows.map((row) => Number(row.position)), total };
  }

  /**
   * The terms that occur, rarest first, without those that most documents have: "how", "do" and "a" tell nothing
   * beside "governor".
   */
  function keepTelling(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    const half = Number(countDocuments.get()?.total ?? 0) / 2;
    const known = terms
      .map((term) => ({ term, total: totalOf(term.match, null) }))
      .filter(({ total }) => total > 0)
      .sort((left, right) => left.total - right.total);
    const rare = known.filter(({ total }) => total <= half);
    return (rare.length > 0 ? rare : known).map(({ term }) => term);
  }

  /** The index cuts text at spaces, so a word inside a run of Han or Thai is found by looking through the texts. */
  function searchWithin(query: string, { type, limit, offset }: SearchPage) {
    const parts = query
      .split(/[\s"]+/)
      .filter((part) => part !== '')
      .slice(0, 4);
    const holds = parts
      .map((_, number) => `AND instr(title || ' ' || markdown, ?${number + 2}) > 0`)
      .join(' ');
    const from = `FROM document WHERE (?1 IS NULL OR kind = ?1) ${holds}`;
    const total = Number(index.prepare(`SELECT count(*) AS total ${from}`).get(type, ...parts)?.total ?? 0);
    const rows = index
      .prepare(
        `SELECT position ${from} ORDER BY position LIMIT ?${parts.length + 2} OFFSET ?${parts.length + 3}`,
      )
      .all(type, ...parts, limit, offset);
    return { positions: rows.map((row) => Number(row.position)), total };
  }

  return search;
}
