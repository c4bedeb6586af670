import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DocumentKind } from '../../src/core/model/document.ts';
import type { Site } from '../../src/core/model/site.ts';
import {
  type BitSet,
  countBits,
  createBitSet,
  hasBit,
  intersect,
  setBit,
} from '../../src/core/search-index/bit-set.ts';
import { languageWords } from './language-words.ts';
import { createFacets, type SearchFacets } from './search-facets.ts';
import { cutSnippet, fold, isUnspaced, parseQuery, type QueryTerm, withForms } from './search-words.ts';
import { createWordForms } from './word-forms.ts';

export interface SearchQuestion extends SearchFacets {
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  /** Whether hits carry a passage around the words. */
  readonly snippets: boolean;
}

export interface FoundDocument {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** RFC 3339, UTC. */
  readonly date: string;
  /** Plain text; empty where none was asked for. */
  readonly snippet: string;
}

export interface SearchResult {
  /** One page, best first. */
  readonly hits: readonly FoundDocument[];
  readonly total: number;
}

/** Everything that a query finds, best first. */
interface Ranking {
  readonly positions: Uint32Array;
  /** The words that decided, folded, rarest first: a snippet shows the first of them that it finds. */
  readonly words: readonly string[];
}

/** In a query of any of its words, more than this many only cost time: the rarest decide. */
const mostAlternatives = 6;

/** Of words that most documents have, this many decide: each looks at most of the site. */
const mostCommon = 3;

/** With fewer documents than this that have all the words, those that have some are worth showing too. */
const enough = 3;

/** Rankings that are kept, for the next page of the same search; and documents by word. */
const keptRankings = 100;
const keptTerms = 400;

/** A word in the title counts as much as ten in the text. */
const score = 'bm25(document_rank, 10.0, 1.0)';

/**
 * Ranked search. Words that most documents have are left aside unless there are no others. Documents that have all
 * of the rest come first, and of these the ones that have them in the title: the score saturates, and a text
 * that repeats a word often enough would beat every title. Where they are few, documents with any of the words follow.
 */
export function createRankedSearch(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
): (question: SearchQuestion) => SearchResult {
  const matching = index.prepare('SELECT rowid AS position FROM document_rank WHERE document_rank MATCH ?');
  const scored = index.prepare(
    `SELECT rowid AS position, ${score} AS score FROM document_rank WHERE document_rank MATCH ?`,
  );
  const documentAt = index.prepare(
    'SELECT id, kind, path, title, description, date_gmt AS date FROM document WHERE position = ?',
  );
  const markdownAt = index.prepare('SELECT markdown FROM document WHERE position = ?');
  const countDocuments = index.prepare('SELECT count(*) AS total FROM document');
  const size = Number(countDocuments.get()?.total ?? 0);
  const allowedBy = createFacets(index, site, size);
  const language = languageWords(site.language);
  const stopWords = new Set(language?.stopWords.map(fold));
  const formsOf = language === null ? () => [] : createWordForms(index, language);
  const terms = new LRUCache<string, BitSet>({ max: keptTerms });
  const rankings = new LRUCache<string, Ranking>({ max: keptRankings });

  function search(question: SearchQuestion): SearchResult {
    const { query, kind, category, year, offset, limit, snippets } = question;
    const key = JSON.stringify([query, kind, category, year]);
    const ranking = rankings.get(key) ?? rank(query, allowedBy(question));
    rankings.set(key, ranking);
    const { positions, words } = ranking;
    const hits = [...positions.subarray(offset, offset + limit)].map((position) =>
      readHit(position, snippets ? words : null),
    );
    return { hits, total: positions.length };
  }

  /** @param words for a snippet; null for none */
  function readHit(position: number, words: readonly string[] | null): FoundDocument {
    const row = documentAt.get(position) ?? {};
    const markdown = words === null ? '' : String(markdownAt.get(position)?.markdown ?? '');
    return {
      id: Number(row.id),
      kind: row.kind as DocumentKind,
      path: String(row.path),
      title: String(row.title),
      description: String(row.description),
      date: `${row.date}Z`,
      snippet: cutSnippet(markdown, words ?? []),
    };
  }

  function rank(query: string, allowed: BitSet | null): Ranking {
    const all = parseQuery(query);
    const telling = all.filter(({ words }) => words.some((word) => !stopWords.has(word)));
    const given = (telling.length > 0 ? telling : all).map((term) => withForms(term, formsOf));
    const deciding = given.length > 1 ? keepTelling(given) : given;
    const positions = deciding.length > 0 ? rankTerms(deciding, allowed) : [];
    const words = (deciding.length > 0 ? deciding : given).flatMap((term) => term.words);
    const found = positions.length > 0 || !isUnspaced(query) ? positions : findWithin(query, allowed);
    return { positions: Uint32Array.from(found), words };
  }

  function rankTerms(deciding: readonly QueryTerm[], allowed: BitSet | null): number[] {
    const all = deciding.map((term) => term.match).join(' AND ');
    const withAll = allowed?.slice() ?? documentsWith(deciding[0]?.match ?? '').slice();
    for (const term of deciding) intersect(withAll, documentsWith(term.match));
    if (deciding.length === 1 || countBits(withAll) >= enough) {
      return sortByScore(all, withAll, readPositions(`{title}: (${all})`));
    }
    const any = deciding.slice(0, mostAlternatives).map((term) => term.match);
    return sortByScore(any.join(' OR '), allowed, withAll);
  }

  /** Preferred documents first, then by score. */
  function sortByScore(expression: string, allowed: BitSet | null, preferred: BitSet): number[] {
    const found: { position: number; score: number; group: number }[] = [];
    for (const row of scored.iterate(expression)) {
      const position = Number(row.position);
      if (allowed && !hasBit(allowed, position)) continue;
      found.push({ position, score: Number(row.score), group: hasBit(preferred, position) ? 0 : 1 });
    }
    found.sort((a, b) => a.group - b.group || a.score - b.score || a.position - b.position);
    return found.map(({ position }) => position);
  }

  /**
   * The terms that occur, rarest first, without those that most documents have: "how", "do" and "a" tell nothing
   * beside "governor".
   */
  function keepTelling(given: readonly QueryTerm[]): readonly QueryTerm[] {
    const known = given
      .map((term) => ({ term, total: countBits(documentsWith(term.match)) }))
      .filter(({ total }) => total > 0)
      .sort((left, right) => left.total - right.total);
    const rare = known.filter(({ total }) => total <= size / 2);
    return (rare.length > 0 ? rare : known.slice(0, mostCommon)).map(({ term }) => term);
  }

  function documentsWith(match: string): BitSet {
    const known = terms.get(match);
    if (known) return known;
    const found = readPositions(match);
    terms.set(match, found);
    return found;
  }

  function readPositions(expression: string): BitSet {
    const set = createBitSet(size);
    for (const row of matching.iterate(expression)) setBit(set, Number(row.position));
    return set;
  }

  /** The index cuts text at spaces, so a word inside a run of Han or Thai is found by looking through the texts. */
  function findWithin(query: string, allowed: BitSet | null): number[] {
    const parts = query
      .split(/[\s"]+/)
      .filter((part) => part !== '')
      .slice(0, 4);
    const holds = parts.map(() => "instr(title || ' ' || markdown, ?) > 0").join(' AND ');
    return index
      .prepare(`SELECT position FROM document WHERE ${holds} ORDER BY position`)
      .all(...parts)
      .map((row) => Number(row.position))
      .filter((position) => !allowed || hasBit(allowed, position));
  }

  return search;
}
