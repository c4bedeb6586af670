import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Tables and statements of the SQLite contact store. All times are milliseconds since the epoch. */
const schema = `
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, attempt TEXT NOT NULL, fingerprint TEXT NOT NULL,
    lease INTEGER NOT NULL, expires INTEGER NOT NULL, uncertain INTEGER NOT NULL, result TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS keys_by_expiry ON keys (expires);
  CREATE TABLE IF NOT EXISTS tokens (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, attempt TEXT NOT NULL, delivery TEXT NOT NULL,
    lease INTEGER NOT NULL, expires INTEGER NOT NULL, uncertain INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS tokens_by_expiry ON tokens (expires);
  CREATE TABLE IF NOT EXISTS slots (
    bucket TEXT NOT NULL, delivery TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (bucket, delivery)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS slots_by_time ON slots (bucket, at);
  CREATE INDEX IF NOT EXISTS slots_by_age ON slots (at);
  PRAGMA user_version = 1;
`;

/** Milliseconds that a step waits for another process that writes to the file. */
const lockTimeout = 250;

export interface KeyRow {
  state: 'running' | 'delivered';
  attempt: string;
  fingerprint: string;
  lease: number;
  uncertain: number;
  result: string | null;
}

export interface TokenRow {
  state: 'held' | 'spent';
  attempt: string;
  delivery: string;
  lease: number;
  uncertain: number;
}

export function prepareStatements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    readKey: sql('SELECT * FROM keys WHERE id = ? AND expires > ?'),
    readToken: sql('SELECT * FROM tokens WHERE id = ? AND expires > ?'),
    holdKey: sql(
      `INSERT OR REPLACE INTO keys (id, state, attempt, fingerprint, lease, expires, uncertain)
       VALUES (?, 'running', ?, ?, ?, ?, ?)`,
    ),
    holdToken: sql(
      `INSERT OR REPLACE INTO tokens (id, state, attempt, delivery, lease, expires, uncertain)
       VALUES (?, 'held', ?, ?, ?, ?, ?)`,
    ),
    deliverKey: sql(
      `INSERT OR REPLACE INTO keys (id, state, attempt, fingerprint, lease, expires, uncertain, result)
       VALUES (?, 'delivered', ?, ?, ?, ?, 0, ?)`,
    ),
    spendToken: sql(
      `INSERT OR REPLACE INTO tokens (id, state, attempt, delivery, lease, expires, uncertain)
       VALUES (?, 'spent', ?, ?, ?, ?, 0)`,
    ),
    dropKey: sql('DELETE FROM keys WHERE id = ?'),
    dropToken: sql('DELETE FROM tokens WHERE id = ?'),
    setKeyLease: sql('UPDATE keys SET lease = ? WHERE id = ?'),
    setTokenLease: sql('UPDATE tokens SET lease = ? WHERE id = ?'),
    findSlot: sql('SELECT 1 FROM slots WHERE bucket = ? AND delivery = ? AND at > ?'),
    countSlots: sql('SELECT count(*) AS used, min(at) AS oldest FROM slots WHERE bucket = ? AND at > ?'),
    nthSlot: sql('SELECT at FROM slots WHERE bucket = ? AND at > ? ORDER BY at LIMIT 1 OFFSET ?'),
    placeSlot: sql('INSERT OR REPLACE INTO slots (bucket, delivery, at) VALUES (?, ?, ?)'),
    // A slot is at most a lease ahead; one further ahead is of a clock that was wrong, and would count for days.
    pullSlots: sql('UPDATE slots SET at = ? WHERE at > ?'),
    dropSlot: sql('DELETE FROM slots WHERE bucket = ? AND delivery = ?'),
    clearSlots: sql('DELETE FROM slots WHERE bucket = ? AND at <= ?'),
    // Only the buckets of callers have a colon in their names; they hold a keyed hash of an address.
    clearCallers: sql("DELETE FROM slots WHERE bucket LIKE '%:%' AND at <= ?"),
    clearOldSlots: sql('DELETE FROM slots WHERE rowid IN (SELECT rowid FROM slots WHERE at <= ? LIMIT ?)'),
    clearKeys: sql('DELETE FROM keys WHERE rowid IN (SELECT rowid FROM keys WHERE expires <= ? LIMIT ?)'),
    clearTokens: sql(
      'DELETE FROM tokens WHERE rowid IN (SELECT rowid FROM tokens WHERE expires <= ? LIMIT ?)',
    ),
  };
}

/** Opens the file, creating it for this user's eyes only. */
export function openDatabase(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: lockTimeout });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON;',
  );
  database.exec(schema);
}
