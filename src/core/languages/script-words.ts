import type { Catalog } from './catalog.ts';
import { type WordChoice, wordsOf } from './words.ts';

/** The words that scripts show, as they stand in each page: `{ "language": "de", "search": "Suche", … }`. */
export function scriptWords(site: WordChoice) {
  const { words, language } = wordsOf(site);
  return describeScriptWords(words, language);
}

export type ScriptWords = ReturnType<typeof scriptWords>;

function describeScriptWords({ script, search, locked, contact }: Catalog, language: string) {
  return {
    ...script,
    language,
    search: search.title,
    searchFor: search.field,
    found: search.found,
    open: locked.open,
    opening: locked.opening,
    wrongPassword: locked.wrong,
    charactersLeft: contact.charactersLeft,
    sending: contact.sending,
  };
}
