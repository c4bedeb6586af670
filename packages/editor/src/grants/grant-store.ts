import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { openEditDatabase } from '../saves/edit-database.ts';
import type { Author } from '../saves/git.ts';
import type { GrantedClient, Scope } from './bearer.ts';

/** What an author allowed a client, as the consent page showed it. */
export interface GrantRecord {
  readonly id: string;
  readonly client: GrantedClient;
  readonly author: Author;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  /** Digest of what matters of the client's document. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly used: number;
}

/** Clients that registered themselves and have no grant, of which the newest are kept. */
const maxClients = 200;
const forgetClients = `DELETE FROM oauth WHERE model = 'Client' AND json_extract(payload, '$.client_id') NOT IN (
  SELECT json_extract(payload, '$.clientId') FROM oauth WHERE model = 'Grant') AND rowid NOT IN (
  SELECT rowid FROM oauth WHERE model = 'Client' ORDER BY rowid DESC LIMIT ?)`;

/**
 * Grants, and what the OAuth server remembers, in `edit.sqlite` next to the keys. Codes and tokens are stored as
 * digests. Commands and the running process share the file.
 */
export class GrantStore {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#database = openEditDatabase(folder);
    this.#now = now;
    this.#database.exec(`CREATE TABLE IF NOT EXISTS oauth (
        model TEXT, id TEXT, payload TEXT, grant_id TEXT, uid TEXT, consumed INTEGER, expires INTEGER,
        PRIMARY KEY (model, id)) STRICT;
      CREATE INDEX IF NOT EXISTS oauth_grants ON oauth (grant_id);
      CREATE TABLE IF NOT EXISTS grants (
        id TEXT PRIMARY KEY, email TEXT, record TEXT, created INTEGER, used INTEGER) STRICT`);
  }

  close(): void {
    this.#database.close();
  }

  add(record: Omit<GrantRecord, 'created' | 'used'>): void {
    const { id, author } = record;
    this.#run(
      'INSERT INTO grants VALUES (?, ?, ?, ?, 0)',
      id,
      author.email,
      JSON.stringify(record),
      this.#now(),
    );
  }

  find(id: string): GrantRecord | null {
    const row = this.#database.prepare('SELECT * FROM grants WHERE id = ?').get(id) as unknown as
      | Row
      | undefined;
    return row ? recordOf(row) : null;
  }

  /** Newest first; those whose tokens have all expired are removed. */
  list(): GrantRecord[] {
    const live = "SELECT grant_id FROM oauth WHERE model <> 'Grant' AND expires > ?";
    const gone = `DELETE FROM grants WHERE created < ? AND id NOT IN (${live})`;
    this.#run(gone, this.#now() - 600_000, this.#now());
    const rows = this.#database
      .prepare('SELECT * FROM grants ORDER BY created DESC, rowid DESC')
      .all() as unknown as Row[];
    return rows.map(recordOf);
  }

  /** Notes that a token of the grant was used, to the minute. */
  touch(id: string): void {
    this.#run('UPDATE grants SET used = ? WHERE id = ? AND used < ?', this.#now(), id, this.#now() - 60_000);
  }

  /** Ends a grant: its tokens aren't valid any more. @returns whether there was one */
  end(id: string): boolean {
    this.#run("DELETE FROM oauth WHERE grant_id = ? OR (model = 'Grant' AND id = ?)", id, digestOf(id));
    return this.#run('DELETE FROM grants WHERE id = ?', id) > 0;
  }

  /** Ends the grants of one author, or all. @returns how many */
  endAll(email: string | null): number {
    return this.list().filter(
      (grant) => (email === null || grant.author.email === email) && this.end(grant.id),
    ).length;
  }

  /** What `oidc-provider` stores of one kind. */
  adapter(model: string): Adapter {
    const find = (column: 'id' | 'uid', value: string) => {
      const sql = `SELECT * FROM oauth WHERE model = ? AND ${column} = ? AND expires > ?`;
      const row = this.#database.prepare(sql).get(model, value, this.#now()) as unknown as
        | StoredRow
        | undefined;
      if (!row) return undefined;
      const payload = JSON.parse(row.payload) as AdapterPayload;
      return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
    };
    // The value of a token is its ID, and is stored nowhere.
    const isSecret = !['Client', 'Grant'].includes(model);
    return {
      find: async (id) => {
        const payload = find('id', digestOf(id));
        return payload && (isSecret ? { ...payload, jti: id } : payload);
      },
      findByUid: async (uid) => find('uid', uid),
      findByUserCode: async () => undefined,
      upsert: async (id, { jti, ...payload }, seconds) => {
        const expires = seconds === undefined ? Number.MAX_SAFE_INTEGER : this.#now() + seconds * 1_000;
        const text = JSON.stringify(isSecret || jti === undefined ? payload : { ...payload, jti });
        const { grantId = null, uid = null } = payload;
        this.#run('DELETE FROM oauth WHERE expires <= ?', this.#now());
        this.#run(
          'INSERT OR REPLACE INTO oauth VALUES (?, ?, ?, ?, ?, NULL, ?)',
          ...([model, digestOf(id), text, grantId, uid, expires] as const),
        );
        if (model === 'Client') this.#run(forgetClients, maxClients);
      },
      consume: async (id) => {
        const sql = 'UPDATE oauth SET consumed = ? WHERE model = ? AND id = ? AND consumed IS NULL';
        if (this.#run(sql, Math.floor(this.#now() / 1_000), model, digestOf(id)) > 0) return;
        // Of two requests with one code or refresh token at the same moment, the second is a replay as well.
        const grant = find('id', digestOf(id))?.grantId;
        if (grant !== undefined) this.end(grant);
        throw new errors.InvalidGrant('already used');
      },
      destroy: async (id) => {
        if (model === 'Grant') this.end(id);
        else this.#run('DELETE FROM oauth WHERE model = ? AND id = ?', model, digestOf(id));
      },
      revokeByGrantId: async (id) => {
        this.#run("DELETE FROM oauth WHERE model = ? AND grant_id = ? AND model <> 'Grant'", model, id);
      },
    };
  }

  #run(sql: string, ...values: readonly (string | number | null)[]): number {
    return Number(this.#database.prepare(sql).run(...values).changes);
  }
}

interface Row {
  readonly record: string;
  readonly created: number;
  readonly used: number;
}

interface StoredRow {
  readonly payload: string;
  readonly consumed: number | null;
}

const recordOf = ({ record, created, used }: Row): GrantRecord => ({ ...JSON.parse(record), created, used });
const digestOf = (id: string) => hash('sha256', id);
