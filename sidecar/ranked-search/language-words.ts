import { createRequire } from 'node:module';

export interface LanguageWords {
  /** Reduces a word to its stem: `comments` and `commented` to `comment`. */
  readonly stem: (word: string) => string;
  /** Words that say nothing about a page, such as "the" and "how". */
  readonly stopWords: readonly string[];
  /** What is written in front of a stem, without a space; absent where only endings change. */
  readonly prefixes?: readonly string[];
}

/** The Arabic article, conjunctions and prepositions; the last one is none of them. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  ar: ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و', 'ف', 'ب', 'ك', 'ل', ''],
};

/** Languages that have words; the modules with them are named in English. */
const spoken: ReadonlySet<string> = new Set('ar da de en es fi fr it nb nl nn no pt ru sv tr uk'.split(' '));
const names = new Intl.DisplayNames('en', { type: 'language' });

const require = createRequire(import.meta.url);

/** The words of one language; null without a stemmer: there, a word only stands for those that begin with it. */
export function languageWords(language: string): LanguageWords | null {
  const [primary = ''] = language.toLowerCase().split('-');
  if (!spoken.has(primary)) return null;
  // Both forms of Norwegian have one module.
  const [name] = names.of(primary)?.toLowerCase().split(' ') ?? [];
  const { stemmer } = require(`@orama/stemmers/${name}`) as typeof import('@orama/stemmers/english');
  const { stopwords } = require(`@orama/stopwords/${name}`) as typeof import('@orama/stopwords/english');
  const inFront = prefixes[primary];
  return { stem: stemmer, stopWords: stopwords, ...(inFront ? { prefixes: inFront } : {}) };
}
