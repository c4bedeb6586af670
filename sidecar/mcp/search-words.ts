/**
 * From what a caller types to what FTS5 understands, and back to the passage that matched.
 */

/** More words than this only cost time. */
const mostWords = 12;

/** A word of this length or longer also stands for the words that begin with it. */
const shortestPrefix = 3;

const word = /[\p{L}\p{N}\p{M}_]+/gu;

/**
 * The words of a query as terms of FTS5: each quoted, so that no input is syntax, and open at its end unless it
 * is short; quoted words of the query stay together as a phrase. `words` are the same folded (lower case, without
 * diacritics), for {@link cutSnippet}.
 */
export function parseQuery(query: string): { readonly terms: string[]; readonly words: string[] } {
  const parts: { words: string[]; phrase: boolean }[] = [];
  for (const [, phrase, rest] of query.matchAll(/"([^"]*)"|([^"]+)/g)) {
    if (phrase !== undefined) parts.push({ words: phrase.match(word) ?? [], phrase: true });
    else for (const each of rest?.match(word) ?? []) parts.push({ words: [each], phrase: false });
  }
  const kept = parts.filter((part) => part.words.length > 0).slice(0, mostWords);
  const terms = kept.map(({ words, phrase }) => {
    const text = words.slice(0, mostWords).join(' ');
    return phrase || text.length < shortestPrefix ? `"${text}"` : `"${text}"*`;
  });
  return { terms: [...new Set(terms)], words: kept.flatMap((part) => part.words).map(fold) };
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
