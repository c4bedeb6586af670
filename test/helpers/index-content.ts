import { DatabaseSync } from 'node:sqlite';

/**
 * All that a content index holds, by table: rows, and of the ranked index each word at each place. `meta` without how
 * often rows were replaced, which two indexes of the same content may differ in; {@link countPatched} gives that.
 */
export function readIndexContent(file: string): Record<string, readonly unknown[]> {
  const database = new DatabaseSync(file);
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'document_rank%'
        AND name NOT LIKE 'search_words%' AND name <> 'search_vocabulary' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
  const content: Record<string, readonly unknown[]> = Object.fromEntries(
    names.map((name) => {
      const only = name === 'meta' ? "WHERE key <> 'patched'" : '';
      return [name, database.prepare(`SELECT * FROM ${name} ${only} ORDER BY 1, 2`).all()];
    }),
  );
  database.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'document_rank', 'instance')");
  content.words = database.prepare('SELECT term, doc, col, offset FROM temp.words ORDER BY 1, 2, 3, 4').all();
  database.exec("CREATE VIRTUAL TABLE temp.searched USING fts5vocab('main', 'search_words', 'instance')");
  content.searched = database.prepare('SELECT term, doc FROM temp.searched ORDER BY 1, 2').all();
  const rank = database.prepare(
    'SELECT rowid, bm25(document_rank, 10, 1) AS score FROM document_rank WHERE document_rank MATCH ? ORDER BY 1',
  );
  const terms = new Set(content.words.map((row) => String((row as { term: string }).term)));
  content.ranks = [...terms].slice(0, 50).map((term) => rank.all(`"${term}"`));
  database.close();
  return content;
}

/** How many documents were replaced since the index was written whole. */
export function countPatched(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare("SELECT value FROM meta WHERE key = 'patched'").get();
  database.close();
  return Number(row?.value);
}
