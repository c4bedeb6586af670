/** Characters of scripts that set no spaces between words, and of Korean, which attaches particles to them. */

const letters =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Yi}々〆ー\u3099\u309a';
const southeast = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const signs =
  '\u3001-\u303f\u309b-\u309e\u30a0\u30fb-\u30fe\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef';

/** Letters of a script without spaces between words, as a character class of an expression with the flag `u`. */
export const unspacedLetters = `${letters}${southeast}`;

/** Letters and punctuation of these scripts and of Korean. */
export const attachedSigns = `${unspacedLetters}\\p{Script=Hangul}${signs}\ufe00-\ufe0f`;

/** Could a text contain any of them? Much faster than the classes. */
export const mayBeAttached = /[\u0e00-\u10ff\u1780-\u17ff\u1100-\u11ff\u2e80-\uffef]/;

const unspaced = new RegExp(`[${unspacedLetters}]`, 'gu');

/** Number of letters of scripts without spaces. */
export function countUnspaced(text: string): number {
  return mayBeAttached.test(text) ? (text.match(unspaced)?.length ?? 0) : 0;
}

const wide = `[${letters}${signs}]`;
const inlineTags =
  '(?:</?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)(?:\\s[^<>]*)?>)*';
/** Quotation marks and dashes are as wide as what is next to them. */
const breaks = new RegExp(
  `(<(pre|script|style|svg|textarea)\\b[\\s\\S]*?</\\2>|<!--[\\s\\S]*?-->)|(?<=${wide}[’”…—]*${inlineTags})[ \\t]*\\r?\\n[ \\t>]*(?=${inlineTags}[‘“…—]*${wide})`,
  'giu',
);

/** Joins lines of HTML or text that end between wide East Asian letters, as in print; not in code. */
export function joinWideLines(html: string): string {
  return mayBeAttached.test(html) ? html.replace(breaks, (_, kept?: string) => kept ?? '') : html;
}
