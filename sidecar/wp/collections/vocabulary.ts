import { type BitSet, bitSetOf, hasBit } from '../../../src/core/search-index/bit-set.ts';
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

/** Some words, each between line feeds, and hashes of the triples of characters in them. */
interface Block {
  readonly words: string;
  readonly triples: BitSet;
}

const wordsInBlock = 64;
const maxTriple = 4095;

/**
 * The words of all documents, in memory: about a megabyte at 10,000 posts, read in a tenth of a second. Blocks without
 * the triples of a run cannot contain it: with all of them scanned, a new word takes a quarter more processor time.
 */
export function openVocabulary(index: ContentIndex) {
  const select = index.prepare('SELECT term FROM search_vocabulary');
  let read: readonly Block[] | null = null;
  return { warmUp, wordsAround };

  /** Reads the words, which the first search would wait for. */
  function warmUp(): void {
    blocks();
  }

  /** The words that have a character of {@link tokenRuns}. */
  function blocks(): readonly Block[] {
    if (read) return read;
    // Words of other scripts may be whole sentences, so there is no limit on their number.
    const found = Array.from(select.iterate(), ({ term }) => String(term));
    const words = found.filter((word) => word.search(tokenRuns) >= 0);
    read = Array.from({ length: Math.ceil(words.length / wordsInBlock) }, (_, at) => {
      const block = `\n${words.slice(at * wordsInBlock, (at + 1) * wordsInBlock).join('\n')}\n`;
      return { words: block, triples: bitSetOf(maxTriple, triplesOf(block)) };
    });
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
    const triples = triplesOf(run);
    const found: string[] = [];
    for (const { words, triples: ofBlock } of blocks()) {
      if (!triples.every((triple) => hasBit(ofBlock, triple))) continue;
      for (let at = words.indexOf(run); at >= 0; ) {
        const end = words.indexOf('\n', at + 1);
        found.push(words.slice(words.lastIndexOf('\n', at) + 1, end));
        at = words.indexOf(run, end);
      }
      if (found.length > maxWords) break;
    }
    return found;
  }
}

function triplesOf(text: string): number[] {
  return Array.from({ length: Math.max(text.length - 2, 0) }, (_, at) => {
    const hash = (text.charCodeAt(at) << 8) ^ (text.charCodeAt(at + 1) << 4) ^ text.charCodeAt(at + 2);
    return hash & maxTriple;
  });
}
