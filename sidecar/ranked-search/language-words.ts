import { createRequire } from 'node:module';

export interface LanguageWords {
  /** Reduces a word to its stem: `comments` and `commented` to `comment`. */
  readonly stem: (word: string) => string;
  /** Words that say nothing about a page, such as "the" and "how". */
  readonly stopWords: readonly string[];
}

/** Names of the modules that have the words of a language. */
const modules: ReadonlyMap<string, string> = new Map([
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
  const name = modules.get(language.split('-')[0]?.toLowerCase() ?? '');
  if (name === undefined) return null;
  const { stemmer } = require(`@orama/stemmers/${name}`) as typeof import('@orama/stemmers/english');
  const { stopwords } = require(`@orama/stopwords/${name}`) as typeof import('@orama/stopwords/english');
  return { stem: stemmer, stopWords: stopwords };
}
