import { hash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openEditDatabase } from './edit-database.ts';
import type { Author } from './git.ts';

/** `enrolment`: a link that adds a passkey or password; `session`: a browser; `token`: a Micropub client. */
export type SecretKind = 'enrolment' | 'session' | 'token';

export interface Passkey {
  /** Of the credential, Base64url. */
  readonly id: string;
  /** COSE, Base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Milliseconds for which secrets are valid; tokens are until they are revoked. */
const lifetimes: Readonly<Record<SecretKind, number>> = {
  enrolment: 10 * 60_000,
  session: 12 * 60 * 60_000,
  token: 1_000 * 365 * 24 * 60 * 60_000,
};

/**
 * Who may write: passkeys, passwords, sessions and tokens in `edit.sqlite`. Secrets are stored as digests. Commands and
 * the running process share the file.
 */
export class Keys {
  /** Of `edit.sqlite`. */
  readonly folder: string;
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.folder = folder;
    this.#database = openEditDatabase(folder);
    this.#now = now;
    this.#database.exec(`CREATE TABLE IF NOT EXISTS keys (
        kind TEXT, id TEXT, value TEXT, name TEXT, email TEXT, expires INTEGER, PRIMARY KEY (kind, id)) STRICT`);
  }

  close(): void {
    this.#database.close();
  }

  /** @returns the secret, which is not stored */
  issue(kind: SecretKind, author: Author): string {
    const secret = randomBytes(32).toString('base64url');
    this.#put(kind, digest(secret), '', author, this.#now() + lifetimes[kind]);
    return secret;
  }

  /** The author that a secret was issued to; null once it is used, revoked or expired. */
  authorOf(kind: SecretKind, secret: string): Author | null {
    const row = this.#get(kind, digest(secret));
    return row && row.expires > this.#now() ? { name: row.name, email: row.email } : null;
  }

  /** Uses up a secret that is valid once. */
  spend(kind: SecretKind, secret: string): Author | null {
    const author = this.authorOf(kind, secret);
    const { changes } = this.#run('DELETE FROM keys WHERE kind = ? AND id = ?', kind, digest(secret));
    return changes > 0 ? author : null;
  }

  addPasskey(passkey: Passkey, author: Author): void {
    this.#put('passkey', passkey.id, JSON.stringify(passkey), author, Number.MAX_SAFE_INTEGER);
  }

  passkey(id: string): { readonly passkey: Passkey; readonly author: Author } | null {
    const row = this.#get('passkey', id);
    if (!row) return null;
    return { passkey: JSON.parse(row.value) as Passkey, author: { name: row.name, email: row.email } };
  }

  /** Does the author sign in that way? */
  has(kind: 'passkey' | 'password', email: string): boolean {
    const statement = this.#database.prepare('SELECT 1 FROM keys WHERE kind = ? AND email = ?');
    return statement.get(kind, email) !== undefined;
  }

  /** An author has one password. */
  setPassword(password: string, author: Author): void {
    const salt = randomBytes(16);
    const value = `${salt.toString('base64url')} ${stretch(password, salt).toString('base64url')}`;
    this.#put('password', author.email, value, author, Number.MAX_SAFE_INTEGER);
  }

  /** The author whose password it is. */
  authorOfPassword(password: string): Author | null {
    const rows = this.#database
      .prepare("SELECT * FROM keys WHERE kind = 'password'")
      .all() as unknown as Row[];
    const found = rows.find(({ value }) => {
      const [salt = '', stored = ''] = value.split(' ').map((part) => Buffer.from(part, 'base64url'));
      return timingSafeEqual(stretch(password, Buffer.from(salt)), Buffer.from(stored));
    });
    return found ? { name: found.name, email: found.email } : null;
  }

  /** The tokens of `issue`, by the beginning of their digests. */
  tokens(): { readonly id: string; readonly author: Author }[] {
    const rows = this.#database.prepare("SELECT * FROM keys WHERE kind = 'token'").all() as unknown as Row[];
    return rows.map(({ id, name, email }) => ({ id: id.slice(0, 16), author: { name, email } }));
  }

  /** Ends one of these tokens. @returns how many */
  endToken(id: string): number {
    return Number(this.#run("DELETE FROM keys WHERE kind = 'token' AND substr(id, 1, 16) = ?", id).changes);
  }

  /** Ends sessions and tokens, and removes passkeys and passwords: of one author, or all. @returns how many */
  revoke(email: string | null): number {
    return Number(this.#run('DELETE FROM keys WHERE ifnull(?, email) = email', email).changes);
  }

  #put(kind: string, id: string, value: string, { name, email }: Author, expires: number): void {
    this.#run('DELETE FROM keys WHERE expires <= ?', this.#now());
    this.#run('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)', kind, id, value, name, email, expires);
  }

  #get(kind: string, id: string): Row | undefined {
    const statement = this.#database.prepare('SELECT * FROM keys WHERE kind = ? AND id = ?');
    return statement.get(kind, id) as unknown as Row | undefined;
  }

  #run(sql: string, ...values: readonly (string | number | null)[]) {
    return this.#database.prepare(sql).run(...values);
  }
}

interface Row {
  readonly id: string;
  readonly value: string;
  readonly name: string;
  readonly email: string;
  readonly expires: number;
}

const digest = (secret: string) => hash('sha256', secret);
const stretch = (password: string, salt: Buffer) =>
  scryptSync(password.normalize('NFKC'), salt, 32, { N: 2 ** 15, maxmem: 2 ** 26 });
