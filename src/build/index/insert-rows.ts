import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A row of a table, by the names of its columns. */
export type Row<Column extends string> = Readonly<Record<Column, SQLInputValue>>;

/** @returns a function that inserts a row. @param values of columns that are more than a parameter: `CAST(:markdown AS TEXT)` */
export function prepareInsert<Column extends string>(
  database: DatabaseSync,
  table: string,
  columns: readonly Column[],
  values: Partial<Record<Column, string>> = {},
): (row: Row<Column>) => void {
  const list = columns.map((column) => values[column] ?? `:${column}`);
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${list.join(', ')})`);
  return (row) => void insert.run(row);
}
