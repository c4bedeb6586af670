/**
 * Substring search, the way a WordPress database does it: a term matches a text when it occurs anywhere in it,
 * inside words too, where case and accents do not count. This file says how texts and terms are folded and cut
 * into the tokens that the content index lists; the build and the sidecar share it.
 *
 * The index is a list of all distinct tokens and, for each, of the documents that have it. A token is a run of
 * characters between white space (scripts without spaces are cut into overlapping runs), so a term without
 * white space occurs in a text exactly when it occurs in one of its tokens. That needs no look at the texts,
 * whatever the length of the term, and the list of tokens of 10,000 posts is a few megabytes.
 */

/** Longest token kept whole; a longer run is cut into overlapping tokens, so that addresses cannot swell the list. */
const longestToken = 48;
/** Overlapping tokens start this many characters apart, so a piece of a term up to `longestPiece` is in one of them. */
const tokenStep = 24;
const longestPiece = 20;
/** The same two for scripts written without spaces. */
const longestDenseToken = 3;

/** Han, kana, hangul and their neighbours: written without spaces, or with words as long as sentences. */
const dense =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const denseRun = new RegExp(`[${dense}]+|[^${dense}]+`, 'g');
const hasDense = new RegExp(`[${dense}]`);

/** Folds case and accents: `Café`, `ÜBER` and `ヒ` become `cafe`, `uber` and `ひ`; `ß` and emoji stay. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return /\P{ASCII}/u.test(lower) ? lower.replace(/\P{ASCII}+/gu, foldRun) : lower;
}

/** The runs that come again and again: a letter with an accent, a dash, a curly quote. */
const foldedRuns = new Map<string, string>();
const mostRuns = 4096;

function foldRun(run: string): string {
  if (run.length > 2) return foldAny(run);
  let folded = foldedRuns.get(run);
  if (folded === undefined) {
    folded = foldAny(run);
    if (foldedRuns.size < mostRuns) foldedRuns.set(run, folded);
  }
  return folded;
}

function foldAny(run: string): string {
  return run
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}+/gu, '')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[øđłħŧς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that Unicode does not take apart but the database's collation takes for others. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ς: 'σ' };

/** ASCII white space; folding turns the other kinds of it into spaces. */
const space = /[\t-\r ]+/;

/** Does a text hold characters whose runs are cut into tokens of three? */
export function hasDenseScript(text: string): boolean {
  return hasDense.test(text);
}

/** May a run of so many bytes or characters have to be cut? */
export function isLongToken(length: number): boolean {
  return length > longestToken;
}

/** Calls `visit` with every token of a folded text; the same token may come more than once. */
export function visitTokens(folded: string, visit: (token: string) => void): void {
  const plain = !hasDense.test(folded);
  for (const run of folded.split(space)) {
    if (run === '') continue;
    if (plain) visitRun(run, longestToken, tokenStep, visit);
    else {
      for (const part of run.match(denseRun) ?? []) {
        if (hasDense.test(part)) visitRun(part, longestDenseToken, 1, visit);
        else visitRun(part, longestToken, tokenStep, visit);
      }
    }
  }
}

function visitRun(run: string, length: number, step: number, visit: (token: string) => void): void {
  if (run.length <= length) {
    visit(run);
    return;
  }
  for (let at = 0; ; at += step) {
    const start = isLowSurrogate(run, at) ? at - 1 : at;
    const end = isLowSurrogate(run, at + length) ? at + length + 1 : at + length;
    visit(run.slice(start, end));
    if (end >= run.length) return;
  }
}

/** Would a cut at `at` part the two halves of one character? */
function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** What to look up for a term: each piece must occur inside one of a document's tokens. */
export interface TermPieces {
  readonly pieces: readonly string[];
  /** True when that alone proves the match; otherwise the text itself has the last word. */
  readonly exact: boolean;
}

/** Cuts a folded term; a term of white space alone has no pieces. */
export function termPieces(folded: string): TermPieces {
  const pieces: string[] = [];
  for (const run of folded.split(space)) {
    if (run === '') continue;
    for (const part of run.match(denseRun) ?? []) {
      const longest = hasDense.test(part) ? longestDenseToken : longestPiece;
      for (let at = 0; at < part.length; at += longest) {
        const start = Math.max(0, Math.min(at, part.length - longest));
        const end = Math.min(start + longest, part.length);
        pieces.push(
          part.slice(
            isLowSurrogate(part, start) ? start + 1 : start,
            isLowSurrogate(part, end) ? end - 1 : end,
          ),
        );
      }
    }
  }
  return { pieces, exact: pieces.length === 1 && pieces[0] === folded };
}
