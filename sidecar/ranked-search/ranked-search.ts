import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DocumentKind } from '../../src/core/model/document.ts';
import type { Site } from '../../src/core/model/site.ts';
import { type BitSet, bitSetOf, countBits, hasBit, intersect } from '../../src/core/search-index/bit-set.ts';
import { cutSnippet } from '../../src/core/search-index/snippet.ts';
import { createNearWords } from './near-words.ts';
import { createFacets, type SearchFacets } from './search-facets.ts';
import { anyWord, parseQuery, type QueryTerm, withForms } from './search-words.ts';
import { createSpokenWords, type SpokenWords } from './spoken-words.ts';

export interface SearchQuestion extends SearchFacets {
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  readonly snippets: boolean;
}

export interface FoundDocument {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly path: string;
  /** Tag; empty on a site of one language. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** Address of a small form of its cover; empty without one. */
  readonly thumbnail: string;
  /** RFC 3339, UTC. */
  readonly date: string;
  /** Plain text; empty where none was asked for. */
  readonly snippet: string;
}

export interface SearchResult {
  /** One page, best first. */
  readonly hits: readonly FoundDocument[];
  readonly total: number;
  /** The query with the nearest words of the site, where nothing has those that were given; else absent. */
  readonly searched?: string;
}

interface Ranking {
  readonly positions: Uint32Array;
  /** The words of the query, folded, rarest first, for snippets. */
  readonly words: readonly string[];
  readonly searched?: string | undefined;
}

/** Max words of a query for any of them: the rarest. */
const maxAlternatives = 6;

/** Max words that most documents have: each scans most of the site. */
const maxCommon = 3;

/** With fewer documents that have all words, those with any of them follow. */
const enough = 3;

/** Max documents of the alternatives together: a score takes a microsecond. */
const maxScored = 10_000;

/** Max cached rankings, for the next page of a search, and cached documents of a word. */
const maxRankings = 100;
const maxTerms = 400;

/** What the score of a document with all words is multiplied by. */
const allWords = 3;

/** A word in the title counts as much as ten in the text. */
const score = 'bm25(document_rank, 10.0, 1.0)';

/**
 * Ranked search. Words of most documents are ignored unless there are no others. Documents with all words come first,
 * those with them in the title above others, since the score of a word that is repeated often enough would beat every
 * title. Where these are few, documents with any of the words follow.
 */
export function createRankedSearch(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
  scoredLimit = maxScored,
): (question: SearchQuestion) => SearchResult {
  const countDocuments = index.prepare('SELECT count(*) AS total FROM document');
  const size = Number(countDocuments.get()?.total ?? 0);
  const allowedBy = createFacets(index, site, size);
  const spoken = createSpokenWords(index, site);
  const nearWords = createNearWords(index);
  const documentsWith = openTerms(index, size);
  const readHit = openHits(index);
  const sortByScore = openScores(index);
  const rankings = new LRUCache<string, Ranking>({ max: maxRankings });

  function search(question: SearchQuestion): SearchResult {
    const { offset, limit, snippets, ...asked } = question;
    const key = JSON.stringify(asked);
    const words = spoken(asked.language ?? null);
    const ranking = rankings.get(key) ?? rankOrForgive(asked.query, allowedBy(asked), words);
    rankings.set(key, ranking);
    const { positions, words: shown, searched } = ranking;
    const hits = [...positions.subarray(offset, offset + limit)].map((position) =>
      readHit(position, snippets ? shown : null),
    );
    return { hits, total: positions.length, ...(searched === undefined ? {} : { searched }) };
  }

  /** Where nothing is found, words that the site lacks are replaced by the nearest ones that it has. */
  function rankOrForgive(query: string, allowed: BitSet | null, words: SpokenWords): Ranking {
    const ranking = rank(query, allowed, words);
    if (ranking.positions.length > 0) return ranking;
    const searched = query.replace(anyWord, (word) => replaceUnknown(word, allowed, words.formsOf));
    if (searched === query) return ranking;
    const nearest = rank(searched, allowed, words);
    return nearest.positions.length > 0 ? { ...nearest, searched } : ranking;
  }

  function replaceUnknown(word: string, allowed: BitSet | null, formsOf: SpokenWords['formsOf']): string {
    const [term] = parseQuery(word);
    if (!term || countBits(documentsWith(withForms(term, formsOf).match)) > 0) return word;
    const isAllowed = (near: string) => {
      const documents = documentsWith(`"${near}"`).slice();
      if (allowed) intersect(documents, allowed);
      return countBits(documents) > 0;
    };
    return nearWords(word).find(isAllowed) ?? word;
  }

  function rank(query: string, allowed: BitSet | null, { isStopWord, formsOf }: SpokenWords): Ranking {
    const all = parseQuery(query);
    const specific = all.filter(({ words }) => words.some((word) => !isStopWord(word)));
    const given = (specific.length > 0 ? specific : all).map((term) => withForms(term, formsOf));
    const deciding = given.length > 1 ? keepSpecific(given) : given;
    const positions = deciding.length > 0 ? rankTerms(deciding, given, allowed) : [];
    const words = [...new Set([...deciding, ...given])].flatMap((term) => term.words);
    return { positions: Uint32Array.from(positions), words };
  }

  function rankTerms(
    deciding: readonly QueryTerm[],
    given: readonly QueryTerm[],
    allowed: BitSet | null,
  ): number[] {
    const all = deciding.map((term) => term.match).join(' AND ');
    const withAll = documentsWith(deciding[0]?.match ?? '').slice();
    for (const term of deciding) intersect(withAll, documentsWith(term.match));
    if (allowed) intersect(withAll, allowed);
    const inTitle = documentsWith(`{title}: (${all})`);
    if (given.length < 2) return sortByScore(all, withAll, inTitle, withAll);
    const titled = titlesToScore(given);
    if (deciding.length > 1 && countBits(withAll) < enough) {
      const any = [...withinLimit(deciding.map(({ match }) => match)), ...titled].join(' OR ');
      return sortByScore(any, allowed, withAll, withAll);
    }
    return sortByScore([`(${all})`, ...titled].join(' OR '), allowed, inTitle, withAll);
  }

  /** Titles with any of the words, common ones too: a page about a word that most pages have is found by it. */
  function titlesToScore(given: readonly QueryTerm[]): string[] {
    return withinLimit(given.map(({ match }) => `{title}: (${match})`));
  }

  /** The first expressions, up to the limit of documents to score. */
  function withinLimit(matches: readonly string[]): string[] {
    const some = matches.slice(0, maxAlternatives);
    if (size * some.length <= scoredLimit) return some;
    let left = scoredLimit;
    return some.filter((match, at) => {
      left -= countBits(documentsWith(match));
      return at === 0 || left >= 0;
    });
  }

  /** The terms that occur, rarest first, without those of most documents, such as "how" and "do". */
  function keepSpecific(given: readonly QueryTerm[]): readonly QueryTerm[] {
    const known = given
      .map((term) => ({ term, total: countBits(documentsWith(term.match)) }))
      .filter(({ total }) => total > 0)
      .sort((left, right) => left.total - right.total);
    const rare = known.filter(({ total }) => total <= size / 2);
    return (rare.length > 0 ? rare : known.slice(0, maxCommon)).map(({ term }) => term);
  }

  return search;
}

/** @returns the documents that match an expression of FTS5, cached */
function openTerms(index: Pick<DatabaseSync, 'prepare'>, size: number): (match: string) => BitSet {
  const matching = index.prepare(
    'SELECT json_group_array(rowid) AS list FROM document_rank WHERE document_rank MATCH ?',
  );
  const terms = new LRUCache<string, BitSet>({ max: maxTerms });
  return (match) => {
    const known = terms.get(match);
    if (known) return known;
    const found = bitSetOf(size, JSON.parse(String(matching.get(match)?.list)) as number[]);
    terms.set(match, found);
    return found;
  };
}

/** @returns a document by its position, with a snippet around words unless they are null */
function openHits(index: Pick<DatabaseSync, 'prepare'>) {
  const documentAt = index.prepare(
    'SELECT id, kind, path, language, title, description, thumbnail, date_gmt AS date FROM document WHERE position = ?',
  );
  const markdownAt = index.prepare('SELECT markdown FROM document_text WHERE position = ?');
  return (position: number, words: readonly string[] | null): FoundDocument => {
    const row = documentAt.get(position) ?? {};
    const markdown = words === null ? '' : String(markdownAt.get(position)?.markdown ?? '');
    return {
      id: Number(row.id),
      kind: row.kind as DocumentKind,
      path: String(row.path),
      language: String(row.language),
      title: String(row.title),
      description: String(row.description),
      thumbnail: String(row.thumbnail),
      date: `${row.date}Z`,
      snippet: cutSnippet(markdown, words ?? []),
    };
  };
}

/** @returns positions by an expression: preferred documents first, then by score, in which all words count for more */
function openScores(index: Pick<DatabaseSync, 'prepare'>) {
  const scored = index.prepare(`SELECT rowid, ${score} FROM document_rank WHERE document_rank MATCH ?`);
  scored.setReturnArrays(true);
  return (expression: string, allowed: BitSet | null, preferred: BitSet, withAll: BitSet): number[] => {
    const found: { position: number; score: number; group: number }[] = [];
    for (const [position, plainScore] of scored.all(expression) as unknown as [number, number][]) {
      if (allowed && !hasBit(allowed, position)) continue;
      const score = hasBit(withAll, position) ? plainScore * allWords : plainScore;
      found.push({ position, score, group: hasBit(preferred, position) ? 0 : 1 });
    }
    found.sort((a, b) => a.group - b.group || a.score - b.score || a.position - b.position);
    return found.map(({ position }) => position);
  };
}
