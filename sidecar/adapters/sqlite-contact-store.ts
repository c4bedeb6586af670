import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type AbortRequest,
  type Attempt,
  type BeginRequest,
  type BeginResult,
  type Clock,
  type CommitRequest,
  type ContactStore,
  callerWindow,
  type RenewRequest,
  StoreUnavailable,
  siteWindow,
  type Usage,
} from '../contact/ports.ts';
import { type FolderLock, lockState } from '../process/folder-lock.ts';
import { type KeyRow, openDatabase, prepareStatements, type TokenRow } from './sqlite-contact-schema.ts';
import { countSlots, type Window, waitForSlot, windowsOf } from './sqlite-contact-windows.ts';

/** Milliseconds; no attempt holds a slot for longer without renewing it. */
const maxLease = 600_000;
/** Expired rows removed by one `begin`. */
const maxExpired = 50;

/**
 * The contact store in `contact.sqlite`, for a site with one sidecar. Each step is one IMMEDIATE transaction in WAL mode
 * with synchronous=FULL: a recorded delivery survives a power failure. Calls block the process, so another writer is
 * waited for briefly and then reported as unavailable. `begin` deletes a few expired rows, `sweep` all of them; deleted
 * data is overwritten.
 * @throws Error with a sentence for the operator when another sidecar uses the same folder.
 */
export function openSqliteContactStore(folder: string, clock: Clock): ContactStore {
  const lock = lockState(folder);
  const path = join(folder, 'contact.sqlite');
  try {
    return new SqliteContactStore(openDatabase(path), lock, clock);
  } catch (cause) {
    lock.close();
    throw new StoreUnavailable(
      `${path} cannot be used. The contact endpoint answers 503 until it can; everything else is served. Restore the file from a backup, or move it and its -wal and -shm files away: a new one is made within seconds, which knows nothing of the messages of the last day.`,
      { cause },
    );
  }
}

class SqliteContactStore implements ContactStore {
  readonly #database: DatabaseSync;
  readonly #lock: FolderLock;
  readonly #clock: Clock;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, lock: FolderLock, clock: Clock) {
    this.#database = database;
    this.#lock = lock;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
  }

  begin = async (request: BeginRequest) => this.#transact((now) => this.#begin(request, now));
  renew = async (request: RenewRequest) => this.#transact((now) => this.#renew(request, now));
  commit = async (request: CommitRequest) => this.#transact((now) => this.#commit(request, now));
  abort = async (request: AbortRequest) => this.#transact((now) => this.#abort(request, now));

  async usage(channel: Attempt['channel'], caller: string): Promise<Usage> {
    const now = this.#clock.now();
    const [callerBucket, siteBucket] = windowsOf(channel, caller);
    return guard(() => ({
      now,
      perCaller: countSlots(this.#statements, callerBucket, now),
      site: countSlots(this.#statements, siteBucket, now),
    }));
  }

  async sweep(): Promise<void> {
    this.#transact((now) => {
      this.#statements.clearCallers.run(now - callerWindow);
      this.#statements.clearOldSlots.run(now - siteWindow, -1);
      this.#statements.clearKeys.run(now, -1);
      this.#statements.clearTokens.run(now, -1);
    });
    // Deleted data is in the write-ahead log until that is emptied.
    guard(() => this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  async close(): Promise<void> {
    this.#database.close();
    this.#lock.close();
  }

  #begin(request: BeginRequest, now: number): BeginResult {
    const { attempt, delivery, slot, key: keyed, token: given } = request;
    const key = keyed ? this.#keyOf(keyed.id, now) : undefined;
    const running = key?.state === 'running' && now < key.lease;
    if (key && key.fingerprint !== keyed?.fingerprint && !running) return { kind: 'reuse' };
    if (key?.state === 'delivered') return { kind: 'replay', result: key.result ?? '' };
    if (running) {
      if (key.attempt === attempt) return { kind: 'go', resumed: key.uncertain === 1 };
      return { kind: 'busy', wait: key.lease - now };
    }

    if (!given) return { kind: 'token-missing' };
    if (now >= given.expiresAt) return { kind: 'token-refused' };
    const token = this.#tokenOf(given.id, now);
    if (token?.state === 'spent') return { kind: 'token-refused' };
    if (token && now < token.lease && (token.delivery !== delivery || token.attempt !== attempt)) {
      return { kind: 'token-held', wait: token.lease - now };
    }
    if (token && token.delivery !== delivery) return { kind: 'token-refused' };
    if (token && now < token.lease) return { kind: 'go', resumed: token.uncertain === 1 };

    this.#statements.pullSlots.run(now, now + maxLease);
    const windows = windowsOf(request.channel, request.caller);
    const wait = Math.max(
      waitForSlot(this.#statements, windows[0], slot, request.limits.perCaller, now),
      waitForSlot(this.#statements, windows[1], slot, request.limits.site, now),
    );
    const uncertain = key || token ? 1 : 0;
    if (wait > 0) return { kind: 'limited', wait, resumed: uncertain === 1 };

    this.#clear(windows, now);
    const lease = now + request.lease;
    for (const { bucket } of windows) this.#statements.placeSlot.run(bucket, slot, lease);
    this.#statements.holdToken.run(given.id, attempt, delivery, lease, given.expiresAt, uncertain);
    if (keyed) {
      const expires = now + request.retention;
      this.#statements.holdKey.run(keyed.id, attempt, keyed.fingerprint, lease, expires, uncertain);
    }
    return { kind: 'go', resumed: uncertain === 1 };
  }

  #renew(request: RenewRequest, now: number): boolean {
    const { key, token, held } = this.#heldBy(request, now);
    if (!held || now >= held.lease) return false;
    const lease = now + request.lease;
    for (const { bucket } of windowsOf(request.channel, request.caller)) {
      this.#statements.placeSlot.run(bucket, request.slot, lease);
    }
    if (key && request.key) this.#statements.setKeyLease.run(lease, request.key.id);
    if (token && request.token) this.#statements.setTokenLease.run(lease, request.token.id);
    return true;
  }

  #commit(request: CommitRequest, now: number): 'committed' | 'already' {
    const { attempt, delivery, slot, key: keyed, token: given } = request;
    const key = keyed ? this.#keyOf(keyed.id, now) : undefined;
    const token = given ? this.#tokenOf(given.id, now) : undefined;
    const recorded = keyed ? key?.state === 'delivered' : token?.state === 'spent';
    const recorder = recorded ? (keyed ? key : token)?.attempt : undefined;

    if (given && token?.state !== 'spent') {
      this.#statements.spendToken.run(given.id, attempt, delivery, now, given.expiresAt);
    }
    // The attempt that recorded the delivery asks again when it did not hear the first reply.
    if (recorder !== undefined) return recorder === attempt ? 'committed' : 'already';
    if (keyed && (!key || key.fingerprint === keyed.fingerprint)) {
      const expires = now + request.retention;
      this.#statements.deliverKey.run(keyed.id, attempt, keyed.fingerprint, now, expires, request.result);
    }
    const windows = windowsOf(request.channel, request.caller);
    this.#clear(windows, now);
    for (const { bucket } of windows) this.#statements.placeSlot.run(bucket, slot, now);
    return 'committed';
  }

  #abort(request: AbortRequest, now: number): void {
    const { attempt, slot } = request;
    const { key, token, held } = this.#heldBy(request, now);
    const forget = request.outcome === 'nothing-sent';

    if (key && request.key) {
      if (forget && !key.uncertain) this.#statements.dropKey.run(request.key.id);
      else this.#statements.setKeyLease.run(now, request.key.id);
    }
    if (token && request.token) {
      if (forget && !token.uncertain) this.#statements.dropToken.run(request.token.id);
      else this.#statements.setTokenLease.run(now, request.token.id);
    }
    if (!held) return;
    // A slot of the attempt's own counts nothing else; a shared one is freed with the last doubt.
    const free = forget && (slot === attempt || !held.uncertain);
    for (const { bucket } of windowsOf(request.channel, request.caller)) {
      if (free) this.#statements.dropSlot.run(bucket, slot);
      else this.#statements.placeSlot.run(bucket, slot, now);
    }
  }

  /** Records of this attempt; `held` is the one that decides, the key's where there is a key. */
  #heldBy({ attempt, key: keyed, token: given }: Attempt, now: number) {
    const key = keyed ? this.#keyOf(keyed.id, now) : undefined;
    const token = given ? this.#tokenOf(given.id, now) : undefined;
    const mine = {
      key: key?.state === 'running' && key.attempt === attempt ? key : undefined,
      token: token?.state === 'held' && token.attempt === attempt ? token : undefined,
    };
    return { ...mine, held: keyed ? mine.key : mine.token };
  }

  #keyOf(id: string, now: number): KeyRow | undefined {
    return this.#statements.readKey.get(id, now) as unknown as KeyRow | undefined;
  }

  #tokenOf(id: string, now: number): TokenRow | undefined {
    return this.#statements.readToken.get(id, now) as unknown as TokenRow | undefined;
  }

  #clear(windows: readonly Window[], now: number): void {
    for (const { bucket, span } of windows) this.#statements.clearSlots.run(bucket, now - span);
    this.#statements.clearOldSlots.run(now - siteWindow, maxExpired);
    this.#statements.clearKeys.run(now, maxExpired);
    this.#statements.clearTokens.run(now, maxExpired);
  }

  #transact<T>(step: (now: number) => T): T {
    return guard(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = step(this.#clock.now());
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

/** Whatever SQLite throws (locked, full, read-only, gone) means that the store is unavailable. */
function guard<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new StoreUnavailable('The contact file could not be read or written', { cause });
  }
}
