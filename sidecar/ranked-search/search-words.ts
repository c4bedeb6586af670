import { isUnspaced, pairLetters } from '../../src/core/search-index/search-text.ts';

const maxWords = 12;

/** Min length of a word that also matches the words that begin with it. */
const minPrefix = 3;

const word = /[\p{L}\p{N}\p{M}_]+/gu;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

export interface QueryTerm {
  /** As FTS5 takes it: quoted, so that no input is syntax, and open at its end unless it is short or a phrase. */
  readonly match: string;
  /** The same folded (lower case, without diacritics), for {@link cutSnippet}. */
  readonly words: readonly string[];
}

/** The words of a query, each once. Quoted words stay together; single letters count only when there is no more. */
export function parseQuery(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const [, phrase, rest] of query.matchAll(/"([^"]*)"|([^"]+)/g)) {
    const found = (phrase ?? rest ?? '').match(word) ?? [];
    const groups =
      phrase === undefined ? found.flatMap(split).map((each) => [each]) : [found.slice(0, maxWords)];
    for (const words of groups.filter((group) => group.length > 0)) {
      const text = pairLetters(words.join(' '), true).trim().replaceAll(/ +/g, ' ');
      const isWhole = phrase !== undefined || (text.length < minPrefix && !isUnspaced(text));
      const match = isWhole ? `"${text}"` : `"${text}"*`;
      terms.set(match, { match, words: words.map(fold) });
    }
  }
  const longer = [...terms.values()].filter(({ words }) => words.join('').length > 1);
  return (longer.length > 0 ? longer : [...terms.values()]).slice(0, maxWords);
}

/** Words of a script without spaces: `東京の天気` has `東京`, `の` and `天気`. */
function split(text: string): readonly string[] {
  return isUnspaced(text) ? [...segmenter.segment(text)].map(({ segment }) => segment) : [text];
}

/** The same term, which also stands for other forms of its word; a phrase and a short word stay as they are. */
export function withForms(term: QueryTerm, formsOf: (word: string) => readonly string[]): QueryTerm {
  const [word] = term.words;
  if (word === undefined || !term.match.endsWith('*')) return term;
  const forms = formsOf(word);
  if (forms.length === 0) return term;
  return {
    match: `(${[term.match, ...forms.map((form) => `"${form}"`)].join(' OR ')})`,
    words: [word, ...forms],
  };
}

/** Lower case without diacritics, as the index folds it: `Über` becomes `uber`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** About `length` characters of plain text around the first of the words, or of the beginning. */
export function cutSnippet(markdown: string, words: readonly string[], length = 160): string {
  const body = markdown.replace(/^---\n.*?\n---\n/s, '').replace(/^\s*# .*\n/, '');
  const at = positionOf(body, words);
  const from = at <= length / 3 ? 0 : wordStart(body, at - Math.floor(length / 3));
  // Twice the length, since it gets shorter without its Markdown.
  const plain = toPlain(body.slice(from, from + length * 2));
  const start = from > 0 ? '… ' : '';
  if (plain.length <= length)
    return start + plain + (from + length * 2 < body.length && plain !== '' ? ' …' : '');
  const end = plain.lastIndexOf(' ', length);
  return `${start}${plain.slice(0, end > length / 2 ? end : length).trimEnd()} …`;
}

/** Place of the first word that occurs; 0 when none does. */
function positionOf(text: string, words: readonly string[]): number {
  let folded: string | undefined;
  for (const each of words) {
    const pattern =
      (isUnspaced(each) ? '' : '(?<![\\p{L}\\p{N}])') + each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const direct = new RegExp(pattern, 'iu').exec(text);
    if (direct) return direct.index;
    // The words came folded. Folding moves positions by the diacritics before them, which a snippet can bear.
    folded ??= fold(text);
    const found = new RegExp(pattern, 'u').exec(folded);
    if (found) return found.index;
  }
  return 0;
}

function wordStart(text: string, near: number): number {
  const space = text.slice(near, near + 200).search(/\s/);
  return space < 0 ? near : near + space + 1;
}

/** A stretch of Markdown as plain text: good enough to read, not a parser. */
function toPlain(markdown: string): string {
  return (
    markdown
      .replace(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
      // What a cut left of a link, at the beginning and at the end.
      .replace(/^[^\s[\]]*\]\([^)\s]*\)|^[^\s()[\]]*\)(?=[\s.,:;]|$)/, '')
      .replace(/!?\[(?=[^\]]*(?:\]\([^)]*)?$)|\]\([^)\s]*$/g, '')
      .replace(/^\s*(?:#{1,6}\s+|>\s?(?:\[![A-Z]+\])?|[-*+]\s+|\|)/gm, '')
      .replace(/^\s*(?:```.*|[-=:| ]{3,})$/gm, '')
      .replace(/[*`|]+|\\(?=[!-/:-@[-`{-~])/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
