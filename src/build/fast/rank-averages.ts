import type { DatabaseSync } from 'node:sqlite';

/**
 * The numbers by which the ranked index knows how long its texts are on average. A table of FTS5 that keeps no texts
 * does not take those of a text away that it forgets, so whoever replaces texts writes them anew. They lie in the
 * record 1 of the table's data: the number of rows and the words of each column, as integers of variable length
 * (the "averages record" in fts5_index.c of SQLite); the words of each row lie in its docsize table.
 */
export class AverageCounter {
  readonly #database: DatabaseSync;
  readonly #sums: number[];

  constructor(database: DatabaseSync, averages: RankAverages) {
    this.#database = database;
    this.#sums = [...averages];
  }

  /** Takes a row away, which is still there. */
  remove(position: number): void {
    this.#add(position, -1);
  }

  /** Adds a row that is there. */
  add(position: number): void {
    this.#add(position, 1);
  }

  write(): void {
    // SQLite guards the inner tables of FTS5.
    this.#database.enableDefensive(false);
    const block = Buffer.from(this.#sums.flatMap(integerBytes));
    this.#database.prepare('UPDATE document_rank_data SET block = ? WHERE id = 1').run(block);
  }

  #add(position: number, sign: 1 | -1): void {
    const row = this.#database.prepare('SELECT sz FROM document_rank_docsize WHERE id = ?').get(position);
    for (const [column, size] of readIntegers(row?.sz as Uint8Array).entries()) {
      this.#sums[column + 1] = (this.#sums[column + 1] ?? 0) + sign * size;
    }
    this.#sums[0] = (this.#sums[0] ?? 0) + sign;
  }
}

/** The number of rows, then the words of each column. */
export type RankAverages = readonly number[];

/** @returns null where the record is not what its rows add up to: another version of FTS5 made it, which has to be asked first */
export function readAverages(database: DatabaseSync): RankAverages | null {
  const block = database.prepare('SELECT block FROM document_rank_data WHERE id = 1').get()?.block;
  const rows = database.prepare('SELECT sz FROM document_rank_docsize').all();
  const sums: number[] = [rows.length];
  for (const { sz } of rows) {
    for (const [column, size] of readIntegers(sz as Uint8Array).entries()) {
      sums[column + 1] = (sums[column + 1] ?? 0) + size;
    }
  }
  const isKnown = block instanceof Uint8Array && Buffer.from(sums.flatMap(integerBytes)).equals(block);
  return isKnown ? sums : null;
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
