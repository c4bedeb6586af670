/** Max length of a text; longer ones count as empty, which bounds the work. */
const maxText = 8_192;

/** WordPress's `sanitize_text_field`: empties invalid UTF-8, removes tags and encoded bytes, collapses and trims white space. */
export function sanitizeText(text: string): string {
  if (text.length > maxText || !text.isWellFormed()) return '';
  let clean = text.includes('<') ? stripTags(escapeLoneBrackets(text)) : text;
  clean = trimPhp(clean.replace(/[\r\n\t ]+/g, ' '));
  const decoded = dropEncodedBytes(clean);
  return decoded === clean ? clean : trimPhp(decoded.replace(/ +/g, ' '));
}

/** Removes percent-encoded bytes until none is left, also those that form when others go, in one pass from the left. */
function dropEncodedBytes(text: string): string {
  if (!text.includes('%')) return text;
  const kept: string[] = [];
  for (const unit of text.split('')) {
    kept.push(unit);
    if (kept.at(-3) === '%' && isHexDigit(kept.at(-2)) && isHexDigit(unit)) kept.length -= 3;
  }
  return kept.join('');
}

function isHexDigit(character: string | undefined): boolean {
  return character !== undefined && /^[a-f0-9]$/i.test(character);
}

/** A `<` that no `>` follows before the next `<` is text, not a tag. */
function escapeLoneBrackets(text: string): string {
  return text.replace(/<[^<>]*(?:>|(?=<)|$)/g, (part) => (part.endsWith('>') ? part : escapeText(part)));
}

/** WordPress's `esc_html`: an entity that is there already stays one. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

function stripTags(text: string): string {
  return text
    .replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(?=[a-z/!?])[^>]*>/gi, '')
    .replaceAll('\0', '');
}

/** PHP's `trim`: spaces, tabs, line ends and NUL, but no other white space. */
function trimPhp(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && trimmed.has(text.charAt(start))) start++;
  while (end > start && trimmed.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const trimmed: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '\0', '\v']);

/** PHP's `stripslashes`: a backslash goes, what it is before stays. */
export function stripSlashes(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\([\s\S]?)/g, (_, next: string) => (next === '0' ? '\0' : next))
    : text;
}

/** Max length of a slug, encoded or not, which bounds the work. */
const maxSlug = 1000;

/** A piece of a `slug` parameter in the form that slugs are stored in: case folded, slashes gone, encoded. */
export function normalizeSlug(text: string): string {
  if (text.length > maxSlug) return '';
  return stripTags(text)
    .replace(/%([\da-f]{2})/gi, '---$1---')
    .replaceAll('%', '')
    .replace(/---([\da-f]{2})---/gi, '%$1')
    .toLowerCase()
    .replace(/&.+?;/g, '')
    .replaceAll('.', '-')
    .replace(/\P{ASCII}+/gu, (run) => encodeURIComponent(run.toWellFormed()).toLowerCase())
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Latin letters that Unicode does not decompose, each with WordPress's spelling. */
const spelledOut: ReadonlyMap<string, string> = new Map(
  'ªa ºo ÆAE æae ÐD ðd ØO øo ÞTH þth ßs ĐD đd ĦH ħh ıi ĸk ŁL łl ŊN ŋn ŒOE œoe ſs ŦT ŧt ƏE ǝe €E £'
    .split(' ')
    .map(([letter = '', ...spelling]) => [letter, spelling.join('')]),
);
const spelledLetters = new RegExp(`[${[...spelledOut.keys()].join('')}]`, 'g');

/** WordPress's `remove_accents`: `Kyōto` gives `Kyoto`; other scripts stay as they are. */
export function removeAccents(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/([A-Za-z])\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(spelledLetters, (letter) => spelledOut.get(letter) ?? letter);
}
