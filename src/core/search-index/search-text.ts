/**
 * Text folding for substring search, which works as in a WordPress database: a term matches anywhere in a text, also
 * inside words, ignoring case and accents. The build folds documents, the sidecar folds terms.
 */

/** Runs of letters and digits that are always inside one token of `search_words`, in scripts with spaces. */
export const tokenRuns =
  /[a-z0-9\u03b1-\u03c1\u03c3-\u03c9\u0430-\u045f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a]+/g;

/**
 * Folds case and accents: `Café`, `ÜBER` and `ヒ` become `cafe`, `uber` and `ひ`; `ß` and emoji stay. A NUL, behind which
 * SQLite reads no text, becomes a space.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase().replaceAll('\0', ' ');
  return /\P{ASCII}/u.test(lower) ? lower.replace(/\P{ASCII}+/gu, foldRun) : lower;
}

function foldRun(run: string): string {
  return run
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}+/gu, '')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[øđłħŧς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters without a Unicode decomposition that the database's collation treats as others. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ς: 'σ' };

/** Runs of scripts without spaces between words: Chinese, Japanese, Thai, Lao and Khmer. */
const unspacedRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

export function isUnspaced(text: string): boolean {
  return text.search(unspacedRuns) >= 0;
}

/**
 * Words of the ranked index: such runs become pairs of letters, so that any part of a run is a phrase. `東京都` becomes
 * `東京 京都 都`; a query leaves out the last of them.
 */
export function pairLetters(text: string, isQuery = false): string {
  return text.replace(unspacedRuns, (run, at: number) => {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [run];
    const pairs = letters.map((letter, place) => letter + (letters[place + 1] ?? ''));
    const isLast = isQuery && pairs.length > 1 && at + run.length === text.length;
    return ` ${(isLast ? pairs.slice(0, -1) : pairs).join(' ')} `;
  });
}
