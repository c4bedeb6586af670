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

/** Names of the modules that have the words of a language. */
const modules: ReadonlyMap<string, string> = new Map([
  ['ar', 'arabic'],
  ['da', 'danish'],
  ['de', 'german'],
  ['en', 'english'],
  ['es', 'spanish'],
  ['fi', 'finnish'],
  ['fr', 'french'],
  ['it', 'italian'],
  ['nb', 'norwegian'],
  ['nl', 'dutch'],
  ['nn', 'norwegian'],
  ['no', 'norwegian'],
  ['pt', 'portuguese'],
  ['ru', 'russian'],
  ['sv', 'swedish'],
  ['tr', 'turkish'],
  ['uk', 'ukrainian'],
]);

const require = createRequire(import.meta.url);

/** The words of one language; null without a stemmer: there, a word only stands for those that begin with it. */
export function languageWords(language: string): LanguageWords | null {
  const [primary = ''] = language.toLowerCase().split('-');
  const name = modules.get(primary);
  if (name === undefined) return null;
  const { stemmer } = require(`@orama/stemmers/${name}`) as typeof import('@orama/stemmers/english');
  const { stopwords } = require(`@orama/stopwords/${name}`) as typeof import('@orama/stopwords/english');
  const inFront = prefixes[primary];
  const stem = primary === 'en' ? (word: string) => stemmer(americanSpelling(word)) : stemmer;
  return { stem, stopWords: stopwords, ...(inFront ? { prefixes: inFront } : {}) };
}

/** `licence`, `colour` and `organise` have the stems of `license`, `color` and `organize`. */
function americanSpelling(word: string): string {
  return word
    .replace(/(?<=^(?:lic|def|off|pret))ence/, 'ense')
    .replace(/(?<=[a-z]{2}[^aeiou])our(?=$|s$|ed|ing|ful|ite|able|less)/, 'or')
    .replace(/(?<=[a-z]{3})is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz');
}
