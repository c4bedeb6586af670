import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { openContentIndex } from '../../sidecar/release/content-index.ts';

interface IndexContent {
  /** Rows of each table, and of the ranked index each word at each place. */
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
  /** Scores of the documents that contain a word, for some words. */
  readonly scores: readonly (readonly { readonly rowid: number; readonly score: number }[])[];
}

/**
 * Content of a content index. `meta` without how often rows were replaced and the file of those that were not, in which
 * two indexes of the same content may differ; {@link countPatched} returns the first.
 */
export function readIndexContent(file: string): IndexContent {
  const database = openContentIndex(file);
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'document_rank%'
        AND name NOT LIKE 'search_words%' AND name <> 'search_vocabulary' ORDER BY name`,
    )
    .all()
    .map(({ name }) => String(name));
  const tables: Record<string, readonly unknown[]> = Object.fromEntries(
    names.map((name) => {
      const only = name === 'meta' ? "WHERE key NOT IN ('patched', 'bodies')" : '';
      return [name, database.prepare(`SELECT * FROM ${name} ${only} ORDER BY 1, 2`).all()];
    }),
  );
  const vocabulary = (name: string, table: string) =>
    database
      .prepare(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab('main', '${table}', 'instance')`)
      .run();
  vocabulary('words', 'document_rank');
  tables.words = database.prepare('SELECT term, doc, col, offset FROM temp.words ORDER BY 1, 2, 3, 4').all();
  vocabulary('searched', 'search_words');
  tables.searched = database.prepare('SELECT term, doc FROM temp.searched ORDER BY 1, 2').all();
  const rank = database.prepare(
    'SELECT rowid, bm25(document_rank, 10, 1) AS score FROM document_rank WHERE document_rank MATCH ? ORDER BY 1',
  );
  const terms = new Set(tables.words.map((row) => String((row as { term: string }).term)));
  const scores = [...terms]
    .slice(0, 50)
    .map((term) =>
      rank.all(`"${term}"`).map(({ rowid, score }) => ({ rowid: Number(rowid), score: Number(score) })),
    );
  database.close();
  return { tables, scores };
}

/** Difference of scores between an edited and a clean index, as a share of the highest score. */
const rankTolerance = 0.1;

/** Expects two indexes of the same content: equal rows and words, the same documents for each word, scores alike. */
export function expectSameIndex(edited: string, clean: string, message?: string): void {
  const [one, other] = [readIndexContent(edited), readIndexContent(clean)];
  // Of equal tables Vitest would compare hundreds of thousands of rows in ten times the time.
  if (!isDeepStrictEqual(one.tables, other.tables)) expect(one.tables, message).toEqual(other.tables);
  const idsOf = ({ scores }: IndexContent) => scores.map((rows) => rows.map(({ rowid }) => rowid));
  expect(idsOf(one), message).toEqual(idsOf(other));
  const [found, expected] = [one, other].map(({ scores }) => scores.flat().map(({ score }) => score));
  const highest = Math.max(...(expected ?? []).map(Math.abs));
  const drift = (expected ?? []).map((score, at) => Math.abs(score - (found?.[at] ?? 0)) / highest);
  expect(Math.max(...drift), message).toBeLessThan(rankTolerance);
}

/** How many documents were replaced since the index was written whole. */
export function countPatched(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare("SELECT value FROM meta WHERE key = 'patched'").get();
  database.close();
  return Number(row?.value);
}
