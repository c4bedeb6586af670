/**
 * From what a caller types to what FTS5 understands, and back to the passage that matched.
 */

/** More words than this only cost time: the first ones decide. */
const mostWords = 24;

/** A word of this length or longer also stands for the words that begin with it. */
const shortestPrefix = 3;

const word = /[\p{L}\p{N}\p{M}_]+/gu;

/**
 * FTS5 expressions to try in turn until one finds something: all of the words, then any of them. Each word is
 * quoted, so that no input is FTS5 syntax; quoted words of the query stay together as a phrase.
 * Words come back folded (lower case, without diacritics).
 */
export function matchExpressions(query: string): {
  readonly words: string[];
  readonly expressions: string[];
} {
  const parts: { words: string[]; phrase: boolean }[] = [];
  for (const [, phrase, rest] of query.matchAll(/"([^"]*)"|([^"]+)/g)) {
    if (phrase !== undefined) parts.push({ words: phrase.match(word) ?? [], phrase: true });
    else for (const each of rest?.match(word) ?? []) parts.push({ words: [each], phrase: false });
  }
  const kept = parts.filter((part) => part.words.length > 0).slice(0, mostWords);
  if (kept.length === 0) return { words: [], expressions: [] };
  const terms = kept.map(({ words, phrase }) => {
    const text = words.slice(0, mostWords).join(' ');
    return phrase || text.length < shortestPrefix ? `"${text}"` : `"${text}"*`;
  });
  const words = kept.flatMap((part) => part.words).map(fold);
  return { words, expressions: [...new Set([terms.join(' AND '), terms.join(' OR ')])] };
}

/** Whether a text holds a script that is written without spaces between its words. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(
    text,
  );
}

/** Lower case without diacritics, as the index folds it: `Über` becomes `uber`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/**
 * About `length` characters of plain text around the first of the words in a Markdown text, or its beginning.
 * Front matter and the heading that repeats the title are left out.
 * Empty for an empty text.
 */
export function cutSnippet(markdown: string, words: readonly string[], length = 240): string {
  const body = markdown.replace(/^---\n.*?\n---\n/s, '').replace(/^\s*# .*\n/, '');
  const at = positionOf(body, words);
  const from = at <= length / 3 ? 0 : wordStart(body, at - Math.floor(length / 3));
  // Twice the length, since taking the Markdown away makes it shorter.
  const plain = toPlain(body.slice(from, from + length * 2));
  const start = from > 0 ? '… ' : '';
  if (plain.length <= length)
    return start + plain + (from + length * 2 < body.length && plain !== '' ? ' …' : '');
  const end = plain.lastIndexOf(' ', length);
  return `${start}${plain.slice(0, end > length / 2 ? end : length).trimEnd()} …`;
}

function positionOf(text: string, words: readonly string[]): number {
  const pattern = words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  if (pattern === '') return 0;
  const boundary = words.some(isUnspaced) ? '' : '(?<![\\p{L}\\p{N}])';
  const direct = new RegExp(`${boundary}(?:${pattern})`, 'iu').exec(text);
  if (direct) return direct.index;
  // The words came folded. Folding moves positions by the diacritics before them, which a snippet can bear.
  return new RegExp(`${boundary}(?:${pattern})`, 'u').exec(fold(text))?.index ?? 0;
}

function wordStart(text: string, near: number): number {
  const space = text.slice(near, near + 40).search(/\s/);
  return space < 0 ? near : near + space + 1;
}

/** A stretch of Markdown as plain text: good enough to read, not a parser. */
function toPlain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s?(?:\[![A-Z]+\])?|[-*+]\s+|\|)/gm, '')
    .replace(/^\s*(?:```.*|[-=:| ]{3,})$/gm, '')
    .replace(/[*`|]+|\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
