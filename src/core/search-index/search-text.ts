/**
 * Substring search, the way a WordPress database does it: a term matches a text when it occurs anywhere in it,
 * inside words too, where case and accents do not count. The build folds the texts, the sidecar folds the terms
 * and looks through the texts.
 */

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
