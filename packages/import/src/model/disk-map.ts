import { DatabaseSync } from 'node:sqlite';

export interface Lookup<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
}

/** Maps in a temporary file, so that memory does not depend on the site's size. `get` returns a copy. */
export class DiskMaps {
  readonly #database = new DatabaseSync('');
  #maps = 0;

  constructor() {
    this.#database.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192; BEGIN',
    );
  }

  map<K extends string | number, V>(): DiskMap<K, V> {
    return new DiskMap<K, V>(this.#database, `map${++this.#maps}`);
  }

  close(): void {
    this.#database.close();
  }
}

/** Like `Map`, in insertion order. */
export class DiskMap<K extends string | number, V> implements Lookup<K, V> {
  size = 0;
  readonly #database: DatabaseSync;
  readonly #table: string;
  readonly #getOne;
  readonly #setOne;

  constructor(database: DatabaseSync, table: string) {
    database.exec(
      `CREATE TABLE ${table} (position INTEGER PRIMARY KEY, key UNIQUE NOT NULL, value TEXT NOT NULL)`,
    );
    this.#database = database;
    this.#table = table;
    this.#getOne = database.prepare(`SELECT value FROM ${table} WHERE key = ?`);
    this.#setOne = database.prepare(
      `INSERT INTO ${table} (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING position`,
    );
  }

  get(key: K): V | undefined {
    const row = this.#getOne.get(key);
    return row === undefined ? undefined : read<V>(row.value);
  }

  has(key: K): boolean {
    return this.#getOne.get(key) !== undefined;
  }

  set(key: K, value: V): this {
    // Only new keys get a position.
    this.size = Math.max(this.size, Number(this.#setOne.get(key, JSON.stringify(value))?.position));
    return this;
  }

  *values(): Generator<V> {
    for (const row of this.#rows('ORDER BY position')) yield read<V>(row.value);
  }

  /** Entries sorted by key, from the first key that is not before `from`. */
  *sorted(from: K | '' = '', max = -1): Generator<[K, V]> {
    for (const row of this.#rows('WHERE key >= ? ORDER BY key LIMIT ?', from, max))
      yield [row.key as K, read<V>(row.value)];
  }

  #rows(which: string, ...values: (string | number)[]) {
    return this.#database.prepare(`SELECT key, value FROM ${this.#table} ${which}`).iterate(...values);
  }
}

const read = <V>(value: unknown): V => JSON.parse(String(value)) as V;
