import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PluginStore } from '../../src/plugins/sidecar-plugin.ts';
import { type Clock, StoreUnavailable } from '../contact/ports.ts';

/** The stores of all plugins in `plugins.sqlite`, for a site with one sidecar. What has expired is deleted hourly. */
export function openSqlitePluginStores(folder: string, clock: Clock) {
  const database = new DatabaseSync(join(folder, 'plugins.sqlite'), { timeout: 250 });
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
     CREATE TABLE IF NOT EXISTS entry (plugin TEXT, key TEXT, value TEXT, expires INTEGER, PRIMARY KEY (plugin, key)) WITHOUT ROWID;`,
  );
  const read = database.prepare(
    'SELECT value FROM entry WHERE plugin = ? AND key = ? AND (expires IS NULL OR expires > ?)',
  );
  const write = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM entry WHERE plugin = ? AND key = ?');
  const extend = database.prepare('UPDATE entry SET value = value || ? WHERE plugin = ? AND key = ?');
  const select = database.prepare(
    `SELECT key, value FROM entry
     WHERE plugin = ? AND key >= ?2 AND key < ?2 || char(1114111) AND (expires IS NULL OR expires > ?) ORDER BY key`,
  );
  const sweep = database.prepare('DELETE FROM entry WHERE expires <= ?');
  const sweeping = setInterval(() => guard(() => sweep.run(clock.now())), 3_600_000).unref();
  const open = (plugin: string): PluginStore => {
    const readValue = (key: string) => {
      const value = read.get(plugin, key, clock.now())?.value;
      return value === undefined ? null : String(value);
    };
    const put = (key: string, value: string | null, lifetime?: number) =>
      value === null
        ? remove.run(plugin, key)
        : write.run(plugin, key, value, lifetime === undefined ? null : clock.now() + lifetime);
    return {
      get: async (key) => guard(() => readValue(key)),
      set: async (key, value, lifetime) => void guard(() => put(key, value, lifetime)),
      delete: async (key) => void guard(() => put(key, null)),
      replace: async (key, expected, value, lifetime) =>
        transact(database, () => {
          if (readValue(key) !== expected) return false;
          put(key, value, lifetime);
          return true;
        }),
      list: async (prefix) =>
        guard(() =>
          select
            .all(plugin, prefix, clock.now())
            .map(({ key, value }) => [String(key), String(value)] as const),
        ),
      append: async (key, text) =>
        transact(database, () => {
          if (readValue(key) === null) put(key, text);
          else extend.run(text, plugin, key);
        }),
    };
  };
  const close = async () => {
    clearInterval(sweeping);
    database.close();
  };
  return { open, close };
}

/** Other processes wait; calls of this one can't come in between. */
function transact<Result>(database: DatabaseSync, step: () => Result): Result {
  return guard(() => {
    database.exec('BEGIN IMMEDIATE');
    try {
      return step();
    } finally {
      database.exec('COMMIT');
    }
  });
}

function guard<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw new StoreUnavailable('The file of the plugins could not be read or written', { cause });
  }
}
