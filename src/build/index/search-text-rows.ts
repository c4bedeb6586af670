import type { DatabaseSync } from 'node:sqlite';
import type { Body, Document } from '../../core/model/document.ts';
import { type BodiesSchema, searchColumns } from '../../core/search-index/content-index.ts';
import { foldText } from '../../core/search-index/search-text.ts';
import { joinWideLines } from '../../core/text/scripts.ts';

/** Writes the folded text that substring search scans; protected documents have none. */
export function createSearchTextRows(database: DatabaseSync, bodies: BodiesSchema) {
  const insertTitle = database.prepare('INSERT INTO search_title VALUES (?, ?, ?)');
  const insertText = database.prepare(`INSERT INTO ${bodies}.search_text VALUES (?, ?)`);
  const foldBytes = (text: string) => Buffer.from(foldText(text));
  const titleOf = (document: Document) => foldBytes(document.written?.title ?? document.title);
  const excerptOf = (document: Document) =>
    foldBytes(document.written?.summary ?? document.description ?? '');

  return (position: number, document: Document, body: Body): void => {
    if (document.locked) return;
    insertTitle.run(position, titleOf(document), excerptOf(document));
    insertText.run(position, foldBytes(joinWideLines(body.stored ?? body.markdown)));
  };
}

/** Indexes the words of the documents at `positions`, or of all whose `search_text` is in the schema. */
export function indexWords(
  database: DatabaseSync,
  bodies: BodiesSchema,
  positions?: readonly number[],
): void {
  const where = positions === undefined ? '' : 'WHERE position = ?';
  for (const [place, column] of searchColumns.entries()) {
    const table = column === 'content' ? `${bodies}.search_text` : 'search_title';
    const insert = database.prepare(
      `INSERT INTO search_words (rowid, text)
        SELECT position * 4 + ${place}, CAST(${column} AS TEXT) FROM ${table} ${where}`,
    );
    if (positions === undefined) insert.run();
    else for (const position of positions) insert.run(position);
  }
}
