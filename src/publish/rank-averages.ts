import type { DatabaseSync } from 'node:sqlite';

/**
 * The numbers by which the ranked index knows how long its texts are on average. A table of FTS5 that keeps no texts
 * does not take those of a text away that it forgets, so whoever replaces texts writes them anew. They lie in the
 * record 1 of the table's data: the number of rows and the words of each column, as integers of variable length
 * (the "averages record" in fts5_index.c of SQLite); the words of each row lie in its docsize table.
 */
export function writeAverages(database: DatabaseSync): void {
  // SQLite guards the inner tables of FTS5.
  database.enableDefensive(false);
  database.prepare('UPDATE document_rank_data SET block = ? WHERE id = 1').run(sumSizes(database));
}

/** Is that record what its rows add up to? Otherwise another version of FTS5 made it, which has to be asked first. */
export function hasKnownAverages(database: DatabaseSync): boolean {
  const kept = database.prepare('SELECT block FROM document_rank_data WHERE id = 1').get()?.block;
  return kept instanceof Uint8Array && sumSizes(database).equals(kept);
}

function sumSizes(database: DatabaseSync): Buffer {
  const rows = database.prepare('SELECT sz FROM document_rank_docsize').all();
  const sums: number[] = [];
  for (const { sz } of rows) {
    for (const [column, size] of readIntegers(sz as Uint8Array).entries()) {
      sums[column] = (sums[column] ?? 0) + size;
    }
  }
  return Buffer.from([rows.length, ...sums].flatMap(integerBytes));
}

/** Seven bits a byte, the highest first; the eighth says that more follow. */
function readIntegers(bytes: Uint8Array): number[] {
  const integers: number[] = [];
  let integer = 0;
  for (const byte of bytes) {
    integer = integer * 128 + (byte & 127);
    if (byte > 127) continue;
    integers.push(integer);
    integer = 0;
  }
  return integers;
}

function integerBytes(integer: number): number[] {
  const bytes = [integer % 128];
  for (let rest = Math.floor(integer / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128);
  }
  return bytes;
}
