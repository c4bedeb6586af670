import type { DatabaseSync } from 'node:sqlite';
import { postingsPieceSize } from '../core/content-index.ts';
import type { Body, Document } from '../core/document.ts';
import { writePostings } from '../core/search-postings.ts';
import { foldText } from '../core/search-text.ts';
import { doubled, TokenTable } from './token-table.ts';

/** Collects the folded texts of a library and writes the tables of substring search. */
export interface SearchIndexWriter {
  add(position: number, document: Document, body: Body): void;
  finish(): void;
}

/** Notes that an author left in HTML comments are not published text; the marks that WordPress reads stay. */
const privateComment = /<!--(?!\s*\/?wp:|more|nextpage)[\s\S]*?-->/g;

export function createSearchIndex(database: DatabaseSync, documents: number): SearchIndexWriter {
  const table = new TokenTable();
  // Token numbers of all documents one after another; ends[i] is where those of position i + 1 stop.
  let tokens = new Uint32Array(1 << 16);
  let used = 0;
  const ends = new Uint32Array(documents);
  let lastSeen = new Uint32Array(1 << 14);
  const titles: string[] = new Array(documents).fill('');
  const excerpts: string[] = new Array(documents).fill('');
  const insertText = database.prepare('INSERT INTO search_text VALUES (?, ?)');

  return {
    add(position, document, body) {
      if (!document.locked) {
        titles[position - 1] = foldLine(document.title);
        excerpts[position - 1] = foldLine(document.description ?? '');
        const stored = body.stored === undefined ? body.markdown : body.stored.replace(privateComment, '');
        const folded = foldText(stored);
        const bytes = Buffer.from(folded);
        insertText.run(position, bytes);
        table.visit(folded, bytes, (number) => {
          if (number >= lastSeen.length) lastSeen = doubled(lastSeen);
          if (lastSeen[number] === position) return;
          lastSeen[number] = position;
          if (used === tokens.length) tokens = doubled(tokens);
          tokens[used++] = number;
        });
      }
      ends[position - 1] = used;
    },
    finish() {
      const insert = database.prepare('INSERT INTO search_column VALUES (?, ?)');
      insert.run('excerpts', Buffer.from(excerpts.join('\n')));
      const { offsets, bytes } = invert(tokens.subarray(0, used), ends, table.size);
      insert.run('offsets', new Uint8Array(offsets.buffer));
      insert.run('titles', Buffer.from(titles.join('\n')));
      insert.run('words', table.list);
      const insertPiece = database.prepare('INSERT INTO search_postings VALUES (?, ?)');
      for (let at = 0, piece = 0; at < bytes.length; at += postingsPieceSize, piece++) {
        insertPiece.run(piece, bytes.subarray(at, at + postingsPieceSize));
      }
    },
  };
}

/** A title or an excerpt stands on one line of its column. */
function foldLine(text: string): string {
  return foldText(text).replace(/[\r\n]/g, ' ');
}

/** Turns tokens by document into documents by token: a counting sort, then one encoded list after another. */
function invert(
  tokens: Uint32Array,
  ends: Uint32Array,
  words: number,
): { offsets: Uint32Array<ArrayBuffer>; bytes: Uint8Array } {
  const starts = new Uint32Array(words + 1);
  for (const token of tokens) starts[token + 1] = (starts[token + 1] ?? 0) + 1;
  for (let word = 0; word < words; word++) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const positions = new Uint32Array(tokens.length);
  const next = starts.slice();
  let at = 0;
  for (const [index, end] of ends.entries()) {
    for (; at < end; at++) {
      const token = tokens[at] ?? 0;
      const place = next[token] ?? 0;
      positions[place] = index + 1;
      next[token] = place + 1;
    }
  }
  const bytes = new Uint8Array(positions.length * 5);
  const offsets = new Uint32Array(words + 1);
  let length = 0;
  for (let word = 0; word < words; word++) {
    offsets[word] = length;
    length = writePostings(bytes, length, positions.subarray(starts[word] ?? 0, starts[word + 1] ?? 0));
  }
  offsets[words] = length;
  return { offsets, bytes: bytes.subarray(0, length) };
}
