import type { DatabaseSync } from 'node:sqlite';
import type { Body, Document } from '../../core/model/document.ts';
import { searchColumns } from '../../core/search-index/content-index.ts';
import { foldText } from '../../core/search-index/search-text.ts';

/** Notes of an author in HTML comments, which are not published; the markers of WordPress stay. */
const privateComment = /<!--(?!\s*\/?wp:|more|nextpage)[\s\S]*?-->/g;

/** Writes the folded text that substring search scans; protected documents have none. */
export function createSearchTextRows(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO search_text VALUES (?, ?, ?, ?)');
  const foldBytes = (text: string) => Buffer.from(foldText(text));
  const titleOf = (document: Document) => foldBytes(document.written?.title ?? document.title);
  const excerptOf = (document: Document) =>
    foldBytes(document.written?.summary ?? document.description ?? '');

  return (position: number, document: Document, body: Body): void => {
    if (document.locked) return;
    const content = foldBytes(body.stored?.replace(privateComment, '') ?? body.markdown);
    insert.run(position, titleOf(document), excerptOf(document), content);
  };
}

/** Indexes the words of the documents at `positions`, or of all documents. They are in `search_text`. */
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
