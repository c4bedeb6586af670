import type { DatabaseSync } from 'node:sqlite';
import type { Body, Document } from '../../core/model/document.ts';
import { searchColumns } from '../../core/search-index/content-index.ts';
import { foldText } from '../../core/search-index/search-text.ts';
import { encodeText } from '../plan/output.ts';

/** Writes the folded texts of documents, which substring search looks through. */
export interface SearchTextRows {
  add(position: number, document: Document, body: Body): void;
  /** Takes the content over from the previous index. */
  take(position: number, document: Document, previousPosition: number): void;
}

/** Notes that an author left in HTML comments are not published text; the marks that WordPress reads stay. */
const privateComment = /<!--(?!\s*\/?wp:|more|nextpage)[\s\S]*?-->/g;

/**
 * Protected documents have no row, so no search finds them.
 * @param hasPrevious is there an index that rows can be taken over from?
 */
export function createSearchTextRows(database: DatabaseSync, hasPrevious: boolean): SearchTextRows {
  const insert = database.prepare('INSERT INTO search_text VALUES (?, ?, ?, ?)');
  const takeContent = hasPrevious
    ? database.prepare(
        'INSERT INTO search_text SELECT ?, ?, ?, content FROM previous.search_text WHERE position = ?',
      )
    : null;
  const foldBytes = (text: string) => encodeText(foldText(text));
  const titleOf = (document: Document) => foldBytes(document.written?.title ?? document.title);
  const excerptOf = (document: Document) =>
    foldBytes(document.written?.summary ?? document.description ?? '');

  return {
    add(position, document, body) {
      if (document.locked) return;
      const content = foldBytes(body.stored?.replace(privateComment, '') ?? body.markdown);
      insert.run(position, titleOf(document), excerptOf(document), content);
    },
    take(position, document, previousPosition) {
      if (document.locked) return;
      takeContent?.run(position, titleOf(document), excerptOf(document), previousPosition);
    },
  };
}

/** Indexes the words of the documents at `positions`, or of all documents. Their texts are in `search_text`. */
export function indexWords(database: DatabaseSync, positions?: readonly number[]): void {
  const where = positions === undefined ? '' : 'WHERE position = ?';
  for (const [place, column] of searchColumns.entries()) {
    const insert = database.prepare(
      `INSERT INTO search_words (rowid, text)
        SELECT position * 4 + ${place}, CAST(${column} AS TEXT) FROM search_text ${where}`,
    );
    if (positions === undefined) insert.run();
    else for (const position of positions) insert.run(position);
  }
}
