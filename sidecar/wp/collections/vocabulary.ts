import { tokenRuns } from '../../../src/core/search-index/search-text.ts';
import type { ContentIndex } from '../../release/content-index.ts';

/** Number of words around a run of letters from which reading all documents is faster than reading their rows. */
const maxWords = 150;
/** Number of parts of a term that the index is asked for; the documents found are compared with the whole term. */
const maxRuns = 8;
/** Characters that no word contains. */
const signs = /[^a-z0-9\x80-\uffff]/g;
/** Runs with the line feeds of {@link signs} around them, as words have in the vocabulary. */
const runsInWords = new RegExp(`\\n?${tokenRuns.source}\\n?`, 'g');

export type Vocabulary = ReturnType<typeof openVocabulary>;

/** The words of all documents, in memory: about a megabyte at 10,000 posts, which are read in a tenth of a second. */
export function openVocabulary(index: ContentIndex) {
  const select = index.prepare('SELECT term FROM search_vocabulary');
  let read: string | null = null;
  return { words, wordsAround };

  /** The words that have a character of {@link tokenRuns}, each between line feeds. */
  function words(): string {
    if (read !== null) return read;
    // Words of other scripts may be whole sentences, so there is no limit on their number.
    const found = Array.from(select.iterate(), ({ term }) => String(term));
    read = `\n${found.filter((word) => word.search(tokenRuns) >= 0).join('\n')}\n`;
    return read;
  }

  /** FTS5 expression for a word around each run of a term; null if the index doesn't help. */
  function wordsAround(term: string): string | null {
    const runs = term.replace(signs, '\n\n').match(runsInWords) ?? [];
    const lists = [...new Set(runs)]
      .slice(0, maxRuns)
      .map(wordsWith)
      .filter((words) => words.length <= maxWords);
    if (lists.length === 0) return null;
    if (lists.some((words) => words.length === 0)) return '""';
    return lists.map((words) => `(${words.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ');
  }

  /** The words that contain `run`; of more than {@link maxWords}, some. */
  function wordsWith(run: string): string[] {
    const all = words();
    const found: string[] = [];
    for (let at = all.indexOf(run); at >= 0 && found.length <= maxWords; ) {
      const end = all.indexOf('\n', at + 1);
      found.push(all.slice(all.lastIndexOf('\n', at) + 1, end));
      at = all.indexOf(run, end);
    }
    return found;
  }
}
