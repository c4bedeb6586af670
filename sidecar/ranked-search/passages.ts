import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { Site } from '../../src/core/model/site.ts';
import {
  type Block,
  type Outline,
  outlineOf,
  partsOf,
  type Range,
} from '../../src/core/search-index/passages.ts';
import { isUnspaced } from '../../src/core/search-index/search-text.ts';
import { fold, toPlain } from '../../src/core/search-index/snippet.ts';
import { textFragment } from '../../src/core/search-index/text-fragment.ts';
import type { FoundDocument } from './ranked-search.ts';
import { anyWord, parseQuery, type QueryTerm, withForms } from './search-words.ts';
import { createSpokenWords } from './spoken-words.ts';

export interface PassageQuestion {
  readonly query: string;
  /** Tag; null for all. */
  readonly language: string | null;
  readonly limit: number;
}

/** A quotation, by its place in the body of a document. */
export interface Passage {
  readonly text: string;
  /** Character of the body at which it begins. */
  readonly start: number;
  /** The first characters of the body, by which that is found in the twin. */
  readonly head: string;
  /** The header of the table that the row is in. */
  readonly header?: { readonly text: string; readonly start: number };
  readonly title: string;
  /** Path of its page. */
  readonly path: string;
  /** The `id` of the heading above it, on the page. */
  readonly anchor?: string;
  /** A directive that makes browsers show and highlight it: `:~:text=…`. */
  readonly fragment: string;
  /** RFC 3339, UTC. */
  readonly date: string;
  readonly language: string;
}

/** Nothing is quoted where the site doesn't have the words that matter; `nearest` are pages about the others. */
export type PassageResult =
  | { readonly passages: readonly Passage[] }
  | {
      readonly missing: readonly string[];
      readonly nearest: readonly Pick<FoundDocument, 'title' | 'path'>[];
    };

interface StoredTwin {
  readonly markdown: string;
  readonly outline: Outline;
  readonly words: Map<Range, readonly string[]>;
  readonly parts: Map<Block, readonly Range[]>;
}

interface Weighed {
  readonly term: QueryTerm;
  readonly weight: number;
  readonly total: number;
}

interface Candidate extends Range {
  readonly position: number;
  readonly block: Block;
  readonly score: number;
  readonly covered: number;
}

/** Max passages of an answer, and characters of a question; the rest is cut. */
export const maxPassages = 5;
export const maxQuestion = 400;

/** Documents whose passages are compared, and documents that are scored for that: a score takes a microsecond. */
const maxDocuments = 6;
const maxScored = 1_000;
const maxTwins = 50;
const maxTotals = 400;
/** Larger twins are not divided for one question. */
const maxTwin = 400_000;
const maxNearest = 3;
const headLength = 200;
const maxParts = 3;
/** Characters up to which a passage goes on behind what was looked for. */
const shortText = 280;
/** What a word counts for that is in the heading, the title or a table's header, or elsewhere below the same heading. */
const inContext = 0.6;
const inBlock = 0.4;
const inSection = 0.15;
/** The same for a passage below a heading that has nearly all words. */
const inFullContext = 0.9;
const nearlyAll = 0.8;
/** Code is seldom an answer. */
const ofCode = 0.8;
/** What the first document of the search is ahead of the last one. */
const ofFirst = 0.25;
/** The part of the question that a passage has to cover, by the weight of its words; more where the site lacks some. */
const enough = 0.38;
const enoughOfSome = 0.6;
/** Further passages are as good as this part of the best. */
const nearBest = 0.6;

/** Finds quotations for a question: in the documents that rank best, the sentences and rows with most of its words. */
export function createPassages(
  index: Pick<DatabaseSync, 'prepare'>,
  site: Site,
): (question: PassageQuestion) => PassageResult {
  const spoken = createSpokenWords(index, site);
  const size = Number(index.prepare('SELECT count(*) AS total FROM document').get()?.total ?? 0);
  const countMatching = index.prepare(
    'SELECT count(*) AS total FROM document_rank WHERE document_rank MATCH ?',
  );
  const best = index.prepare(`SELECT rowid AS position FROM document_rank WHERE document_rank MATCH ?
    ORDER BY bm25(document_rank, 10.0, 1.0) LIMIT ${maxDocuments}`);
  const newest = index.prepare(`SELECT rowid AS position FROM document_rank WHERE document_rank MATCH ?
    ORDER BY rowid LIMIT ${maxDocuments}`);
  const documentAt = index.prepare(
    `SELECT path, title, language, date_gmt || 'Z' AS date, locked, size FROM document WHERE position = ?`,
  );
  const markdownAt = index.prepare('SELECT markdown FROM document_text WHERE position = ?');
  const contentAt = index.prepare(
    'SELECT CAST(content AS TEXT) AS content FROM wp_document WHERE position = ?',
  );
  const totals = new LRUCache<string, number>({ max: maxTotals });
  const twins = new LRUCache<number, StoredTwin>({ max: maxTwins });

  function weigh(term: QueryTerm): Weighed {
    const total = totals.get(term.match) ?? Number(countMatching.get(term.match)?.total);
    totals.set(term.match, total);
    return { term, total, weight: Math.log(1 + size / Math.max(total, 1)) };
  }

  function twinAt(position: number): StoredTwin | null {
    const known = twins.get(position);
    if (known) return known;
    const { locked, size: bytes } = documentAt.get(position) ?? {};
    if (locked !== 0 || Number(bytes) > maxTwin) return null;
    const markdown = String(markdownAt.get(position)?.markdown ?? '');
    const twin = { markdown, outline: outlineOf(markdown), words: new Map(), parts: new Map() };
    twins.set(position, twin);
    return twin;
  }

  function find({ query, language, limit }: PassageQuestion): PassageResult {
    const { isStopWord, formsOf } = spoken(language);
    const all = parseQuery(query);
    const specific = all.filter(({ words }) => words.some((word) => !isStopWord(word)));
    const terms = (specific.length > 0 ? specific : all).map((term) => weigh(withForms(term, formsOf)));
    const positions = documentsOf(terms, language);
    const sum = terms.reduce((total, { weight }) => total + weight, 0);
    const found = positions.flatMap((position, rank) => {
      const ahead = Math.max(0, ofFirst * (1 - rank / maxDocuments)) * sum;
      return rankIn(position, terms).map((each) => ({ ...each, score: each.score + ahead }));
    });
    found.sort((a, b) => b.score - a.score || a.position - b.position || a.start - b.start);
    const [first] = found;
    const missing = terms.filter(({ total }) => total === 0).flatMap(({ term }) => term.words.slice(0, 1));
    if (!first || first.covered < (missing.length > 0 ? enoughOfSome : enough)) {
      const near = positions.slice(0, maxNearest).map((position) => documentAt.get(position));
      return {
        missing,
        nearest: near.map((row) => ({ title: String(row?.title), path: String(row?.path) })),
      };
    }
    const chosen = found.filter(({ score }) => score >= first.score * nearBest);
    return { passages: chosen.slice(0, limit).map(describe) };
  }

  /** Documents with all words that occur, best first, then those with any of the rarest. */
  function documentsOf(terms: readonly Weighed[], language: string | null): number[] {
    const rarest = terms.filter(({ total }) => total > 0).sort((a, b) => a.total - b.total);
    const [first] = rarest;
    if (!first) return [];
    let sum = 0;
    const some = rarest.filter(({ total }) => {
      sum += total;
      return sum <= maxScored;
    });
    const all = rarest.map(({ term }) => term.match).join(' AND ');
    const any = some.map(({ term }) => term.match).join(' OR ');
    const rows = (first.total > maxScored ? newest : best).all(all);
    if (rows.length < maxDocuments && any !== '') rows.push(...best.all(any));
    const positions = [...new Set(rows.map(({ position }) => Number(position)))];
    return positions.filter((each) => language === null || documentAt.get(each)?.language === language);
  }

  function rankIn(position: number, terms: readonly Weighed[]): Candidate[] {
    const twin = twinAt(position);
    const title = String(documentAt.get(position)?.title);
    return twin ? rankBlocks(twin, title, terms).map((each) => ({ ...each, position })) : [];
  }

  function describe({ position, block, start, end }: Candidate): Passage {
    const { markdown, outline } = twinAt(position) as StoredTwin;
    const { title, path, date, language } = documentAt.get(position) ?? {};
    const { header } = block;
    const content = block.heading < 0 ? undefined : contentAt.get(position)?.content;
    const anchor = content === undefined ? undefined : anchorOf(String(content), outline, block.heading);
    return {
      text: markdown.slice(start, end),
      start,
      head: markdown.slice(0, headLength),
      ...(header ? { header: { text: markdown.slice(header.start, header.end), start: header.start } } : {}),
      title: String(title),
      path: String(path),
      ...(anchor ? { anchor } : {}),
      fragment: textFragment(markdown.slice(start, end), block.kind),
      date: String(date),
      language: String(language),
    };
  }

  return find;
}

/** The best passage of each block of a document. */
function rankBlocks(
  twin: StoredTwin,
  title: string,
  terms: readonly Weighed[],
): Omit<Candidate, 'position'>[] {
  const { blocks } = twin.outline;
  const titleWords = wordsIn(title);
  const sum = terms.reduce((total, { weight }) => total + weight, 0);
  const having = (words: readonly string[]) => terms.map(({ term }) => isAmong(term, words));
  const sections = Map.groupBy(blocks, ({ heading }) => heading);
  const around = new Map(
    [...sections].map(([heading, those]) => {
      const each = those.map((block) => having(wordsAt(twin, block)));
      return [heading, terms.map((_, at) => each.some((found) => found[at]))];
    }),
  );
  return blocks.flatMap((block) => {
    const above = having([
      ...titleWords,
      ...headingsAbove(twin, block.heading),
      ...wordsAt(twin, block.header),
    ]);
    const covering = terms.reduce((total, { weight }, at) => total + (above[at] ? weight : 0), 0) / sum;
    const aboveCounts = covering >= nearlyAll ? inFullContext : inContext;
    const near = around.get(block.heading) ?? [];
    const own = having(wordsAt(twin, block));
    if (covering < nearlyAll && !own.includes(true)) return [];
    const parts = partsAt(twin, block);
    const found = parts.map((part) => having(wordsAt(twin, part)));
    const context = terms.map(({ weight }, at) => {
      if (above[at]) return weight * aboveCounts;
      if (own[at]) return weight * inBlock;
      return near[at] ? weight * inSection : 0;
    });
    const chosen = bestWindow(parts, found, context, terms, sum);
    if (!chosen) return [];
    const window = { ...chosen, end: endOfExample(twin, block, chosen) };
    const score = window.score * (block.kind === 'code' ? ofCode : 1);
    return [{ ...window, score, block }];
  });
}

function headingsAbove(twin: StoredTwin, at: number): string[] {
  const heading = twin.outline.headings[at];
  return heading ? [...wordsIn(heading.text), ...headingsAbove(twin, heading.above)] : [];
}

/** The `id` of a heading: pages have those of a twin in the same order, and sometimes others between them. */
function anchorOf(content: string, { headings }: Outline, at: number): string | undefined {
  const { rendered } = JSON.parse(`{${content}}`).content;
  const onPage = [...String(rendered).matchAll(/<h[1-6][^>]*\sid="([^"]*)"[^>]*>(.*?)<\/h[1-6]>/gs)];
  let next = 0;
  for (const [place, { text }] of headings.slice(0, at + 1).entries()) {
    const found = onPage.findIndex(
      ([, , html = ''], there) => there >= next && letters(plainHtml(html)) === letters(toPlain(text)),
    );
    if (found >= 0) next = found + 1;
    if (place === at) return onPage[found]?.[1];
  }
  return undefined;
}

/** One to three parts of a block: as few as have the most words of the question. */
function bestWindow(
  parts: readonly Range[],
  found: readonly (readonly boolean[])[],
  context: readonly number[],
  terms: readonly Weighed[],
  sum: number,
): (Range & { readonly score: number; readonly covered: number }) | null {
  let chosen: (Range & { readonly score: number; readonly covered: number }) | null = null;
  for (let from = 0; from < parts.length; from++) {
    const has = terms.map(() => false);
    for (let to = from; to < Math.min(from + maxParts, parts.length); to++) {
      let value = 0;
      for (const [at, { weight }] of terms.entries()) {
        has[at] ||= found[to]?.[at] ?? false;
        value += has[at] ? weight : (context[at] ?? 0);
      }
      const score = value - 0.02 * sum * (to - from);
      const range = { start: parts[from]?.start ?? 0, end: parts[to]?.end ?? 0 };
      if (!chosen || score > chosen.score) chosen = { ...range, score, covered: value / sum };
    }
  }
  return chosen && { ...chosen, end: endOf(parts, chosen) };
}

/** The end of a passage with the short sentences behind it: an answer is often the next one. */
function endOf(parts: readonly Range[], { start, end }: Range): number {
  const from = parts.findIndex((part) => part.start === start);
  const further = parts.slice(0, from + maxParts).filter((part) => part.end <= start + shortText);
  return Math.max(end, further.at(-1)?.end ?? 0);
}

/** The end of the short code block that a passage introduces with a colon; else that of the passage. */
function endOfExample({ markdown, outline }: StoredTwin, block: Block, { start, end }: Range): number {
  const next = outline.blocks[outline.blocks.indexOf(block) + 1];
  if (next?.kind !== 'code' || !markdown.slice(start, end).endsWith(':')) return end;
  const fence = /^[^\n]*/.exec(markdown.slice(next.end, next.end + shortText))?.[0].length ?? 0;
  return next.end + fence - start <= 2 * shortText ? next.end + fence : end;
}

/** Has one of some folded words a term, or begins with it, as in the index? */
function isAmong({ words: [word = '', ...forms], match }: QueryTerm, among: readonly string[]): boolean {
  const isPrefix = match.includes('*');
  return among.some((each) => (isPrefix ? each.startsWith(word) : each === word) || forms.includes(each));
}

function partsAt({ parts, markdown }: StoredTwin, block: Block): readonly Range[] {
  const known = parts.get(block) ?? partsOf(markdown, block);
  parts.set(block, known);
  return known;
}

function wordsAt({ words, markdown }: StoredTwin, range: Range | undefined): readonly string[] {
  if (!range) return [];
  const known = words.get(range);
  if (known) return known;
  const found = wordsIn(markdown.slice(range.start, range.end).replace(/\]\((?:[^()]|\([^()]*\))*\)/g, ' '));
  words.set(range, found);
  return found;
}

/** Folded words; of a script without spaces, every place where one may begin. */
function wordsIn(text: string): readonly string[] {
  const folded = fold(text);
  // In nearly all English, the same words in a quarter of the time.
  const words = folded.match(onlyAscii.test(folded) ? asciiWord : anyWord) ?? [];
  if (!isUnspaced(text)) return words;
  return words.flatMap((word) => (isUnspaced(word) ? [...word].map((_, at) => word.slice(at)) : word));
}

/** ASCII and the punctuation of typesetters. */
const onlyAscii = /^[\p{ASCII}\u2000-\u206f]*$/u;
const asciiWord = /\w+/g;

const plainHtml = (html: string) => html.replace(/<[^<>]*>/g, '').replace(/&\w+;|&#\d+;/g, '');
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
