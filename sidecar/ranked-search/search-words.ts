import { isUnspaced, pairLetters, signedNames } from '../../src/core/search-index/search-text.ts';
import { fold } from '../../src/core/search-index/snippet.ts';

const maxWords = 12;

/** Min length of a word that also matches the words that begin with it. */
const minPrefix = 3;

export const anyWord = /[\p{L}\p{N}\p{M}_]+/gu;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

export interface QueryTerm {
  /** As FTS5 takes it: quoted, so that no input is syntax, and open at its end unless it is short or a phrase. */
  readonly match: string;
  /** The same folded (lower case, without diacritics), for `cutSnippet`. */
  readonly words: readonly string[];
}

/** The words of a query, each once. Quoted words stay together; single letters count only when there is no more. */
export function parseQuery(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  const names = signedNames(query);
  for (const [written, name] of names) terms.set(name, { match: `"${name}"`, words: [fold(written)] });
  // In a name, a single letter is a word: "C" for C#, where no document has that.
  const letters = names.map(([written]) => written.replace(/[+#]+$/, ''));
  for (const [, phrase, rest] of query.matchAll(/"([^"]*)"|([^"]+)/g)) {
    const found = (phrase ?? rest ?? '').match(anyWord) ?? [];
    const groups =
      phrase === undefined ? found.flatMap(split).map((each) => [each]) : [found.slice(0, maxWords)];
    for (const words of groups.filter((group) => group.length > 0)) {
      const text = pairLetters(words.join(' '), true).trim().replaceAll(/ +/g, ' ');
      const isWhole = phrase !== undefined || (text.length < minPrefix && !isUnspaced(text));
      const match = isWhole ? `"${text}"` : `"${text}"*`;
      terms.set(match, { match, words: words.map(fold) });
    }
  }
  const isLong = ({ words }: QueryTerm) =>
    words.join('').length > 1 || words.some((word) => letters.some((letter) => fold(letter) === word));
  const longer = [...terms.values()].filter(isLong);
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
