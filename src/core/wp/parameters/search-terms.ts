import { foldText } from '../../search-index/search-text.ts';
import { stripSlashes } from './sanitize.ts';

/**
 * The words of a `search` parameter as WordPress reads them (`WP_Query::parse_search`): all must occur, `"a phrase"` is one
 * term, `-word` excludes. Common words are dropped; if nothing is left, or too much, the whole text is one term.
 */
export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  /** The whole text as one term, for the order by relevance; null when it contains an excluded word. */
  readonly sentence: string | null;
  /** Whether several words were typed, dropped ones included: then the order compares the whole text too. */
  readonly several: boolean;
}

export interface SearchTerm {
  /** Folded; may be empty, which is in every text. */
  readonly text: string;
  readonly excluded: boolean;
}

/** Words that say nothing about a text, in English as in WordPress. */
const stopWords: ReadonlySet<string> = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

const maxTerms = 9;
/** WordPress ignores a longer search altogether, counted in bytes. */
const maxBytes = 1600;

/** Reads a sanitized search; null for none, or far too much. `whole`: one term (`search_semantics=exact`). */
export function parseSearch(sanitized: string, whole = false): SearchQuery | null {
  if (sanitized === '' || new TextEncoder().encode(sanitized).length > maxBytes) return null;
  const text = stripSlashes(sanitized).replace(/[\r\n]/g, '');
  const found = whole ? null : text.match(/".*?(?:"|$)|(?:(?<=[\t ",+])|^)[^\t ",+]+/g);
  let terms = found?.map(trimTerm).filter(isSpecific) ?? [];
  if (terms.length === 0 || terms.length > maxTerms) terms = [text];
  return {
    terms: terms.map((term) => {
      const excluded = term.startsWith('-');
      return { text: foldText(excluded ? term.slice(1) : term), excluded };
    }),
    sentence: /(?:\s|^)-/.test(text) ? null : foldText(text),
    several: (found?.length ?? 1) > 1,
  };
}

/** Quotes go; the spaces inside a quoted phrase stay. */
function trimTerm(term: string): string {
  return /^".+"$/.test(term) ? term.replace(/^["']+|["']+$/g, '') : term.replace(/^["' ]+|["' ]+$/g, '');
}

function isSpecific(term: string): boolean {
  if (term === '' || term === '0' || /^[a-z-]$/i.test(term)) return false;
  return !stopWords.has(term.toLowerCase());
}
