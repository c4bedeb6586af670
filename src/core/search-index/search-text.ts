/** Text folding for substring search as in WordPress's database: anywhere in a text, ignoring case and accents. */

/** Runs of letters and digits that are always inside one token of `search_words`, in scripts with spaces. */
export const tokenRuns =
  /[a-z0-9\u03b1-\u03c1\u03c3-\u03c9\u0430-\u045f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a]+/g;

/** Folds case and accents: `Café`, `ÜBER`, `ヒ` give `cafe`, `uber`, `ひ`; NUL, which ends text in SQLite, becomes a space. */
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

/** Splits runs of wide letters into pairs, so that parts are phrases: `東京都` gives `東京 京都 都`; a query omits the last. */
export function pairLetters(text: string, isQuery = false): string {
  return text.replace(unspacedRuns, (run, at: number) => {
    const letters = run.match(/\P{M}\p{M}*/gu) ?? [run];
    const pairs = letters.map((letter, place) => letter + (letters[place + 1] ?? ''));
    const isLast = isQuery && pairs.length > 1 && at + run.length === text.length;
    return ` ${(isLast ? pairs.slice(0, -1) : pairs).join(' ')} `;
  });
}

/** Names in which a sign is as good as a letter: `C++`, `F#`, `.NET`, `AT&T`. */
const signedName =
  /(?<![\p{L}\p{N}_])(?:\p{L}[\p{L}\p{N}]{0,15}(?:\+{1,2}|#)|\p{L}{1,3}&\p{L}{1,3}|(?<![.)\]])\.\p{L}[\p{L}\p{N}]{1,15})(?![\p{L}\p{N}+#&])/gu;
const mayBeSigned = /[+#&]|(?<![\p{L}\p{N}])\.\p{L}/u;
const signNames: Readonly<Record<string, string>> = { '+': 'plus', '#': 'sharp', '&': 'and', '.': 'dot' };

/** The signed names of a text as they are written, and as words: `C#` and `Csharp`. */
export function signedNames(text: string): (readonly [written: string, word: string])[] {
  if (!mayBeSigned.test(text)) return [];
  const written = text.match(signedName) ?? [];
  return written.map((name) => [name, name.replace(/[+#&.]/g, (sign) => signNames[sign] ?? '')]);
}

/** A text for the ranked index. Names are behind it, so that phrases are what they were. */
export function rankedWords(text: string): string {
  const names = signedNames(text).map(([, word]) => word);
  return names.length === 0 ? pairLetters(text) : `${pairLetters(text)} ${names.join(' ')}`;
}
