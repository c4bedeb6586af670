import type { DatabaseSync } from 'node:sqlite';
import { isUnspaced, parseQuery } from './search-words.ts';

/** Where the hits of one page stand in the index, best first. */
export interface FoundPositions {
  readonly positions: number[];
  readonly total: number;
  /** The words of the query, folded, for the snippets. */
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

/** A word in the title counts as much as ten in the text. */
const score = 'bm25(document_rank, 10.0, 1.0)';

/**
 * Ranked search. First the documents that have all of the words, those that have them in the title before all
 * others: a score alone saturates, and a text that repeats a word often enough would beat every title. When no
 * document has all of them, those that have any, without the words that most documents have.
 */
export function createContentSearch(index: Pick<DatabaseSync, 'prepare'>) {
  const ofType = 'AND (SELECT kind FROM document WHERE position = document_rank.rowid) = ?';
  const count = (more: string) =>
    index.prepare(`SELECT count(*) AS total FROM document_rank WHERE document_rank MATCH ? ${more}`);
  const page = (more: string, order: string) =>
    index.prepare(
      `SELECT rowid AS position FROM document_rank WHERE document_rank MATCH ? ${more}
       ORDER BY ${order} ${score}, rowid LIMIT ? OFFSET ?`,
    );
  const inTitleFirst = 'rowid IN (SELECT rowid FROM document_rank WHERE document_rank MATCH ?) DESC,';
  const countAny = count('');
  const countTyped = count(ofType);
  const byScore = { any: page('', ''), typed: page(ofType, '') };
  const byTitle = { any: page('', inTitleFirst), typed: page(ofType, inTitleFirst) };
  const countDocuments = index.prepare('SELECT count(*) AS total FROM document');

  function totalOf(expression: string, type: string | null): number {
    const row = type === null ? countAny.get(expression) : countTyped.get(expression, type);
    return Number(row?.total ?? 0);
  }

  function search(query: string, wanted: SearchPage): FoundPositions {
    const { terms, words } = parseQuery(query);
    if (terms.length === 0) return { positions: [], total: 0, words };
    const all = terms.join(' AND ');
    const withAll = readPage(all, `{title}: (${all})`, wanted);
    if (withAll.total > 0) return { ...withAll, words };
    const any = tellingTerms(terms).join(' OR ');
    const withAny = any === '' ? withAll : readPage(any, null, wanted);
    if (withAny.total > 0 || !isUnspaced(query)) return { ...withAny, words };
    return { ...searchWithin(query, wanted), words };
  }

  /** Counting is a query of its own; a page that is not full tells the total by itself. */
  function readPage(expression: string, title: string | null, { type, limit, offset }: SearchPage) {
    const ofThisType = type === null ? [] : [type];
    const first = title === null ? [] : [title];
    const statements = title === null ? byScore : byTitle;
    const rows = (type === null ? statements.any : statements.typed).all(
      expression,
      ...ofThisType,
      ...first,
      limit,
      offset,
    );
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast ? offset + rows.length : totalOf(expression, type);
    return { positions: rows.map((row) => Number(row.position)), total };
  }

  /** The rarest of the terms that occur; those that most documents have tell nothing unless there are no others. */
  function tellingTerms(terms: readonly string[]): string[] {
    const half = Number(countDocuments.get()?.total ?? 0) / 2;
    const known = terms
      .map((term) => ({ term, total: totalOf(term, null) }))
      .filter(({ total }) => total > 0)
      .sort((left, right) => left.total - right.total);
    const rare = known.filter(({ total }) => total <= half);
    return (rare.length > 0 ? rare : known).slice(0, mostAlternatives).map(({ term }) => term);
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
