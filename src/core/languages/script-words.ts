import { type WordChoice, wordsOf } from './words.ts';

/** The words that scripts show, as JSON in each page: `{ "language": "de", "search": "Suche", … }`. */
export function scriptWords(site: WordChoice) {
  const { words, language } = wordsOf(site);
  const { script, search, locked, contact } = words;
  return {
    ...script,
    language,
    search: search.title,
    searchFor: search.field,
    found: search.found,
    searchedInstead: search.instead,
    previous: words.previous,
    next: words.next,
    open: locked.open,
    opening: locked.opening,
    wrongPassword: locked.wrong,
    charactersLeft: contact.charactersLeft,
    sending: contact.sending,
  };
}

export type ScriptWords = ReturnType<typeof scriptWords>;
