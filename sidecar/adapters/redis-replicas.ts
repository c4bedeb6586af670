import { StoreUnavailable } from '../contact/ports.ts';
import { adviceOnReplicas } from './redis-advice.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Milliseconds that replicas may take to have a record; less than a command may. */
const replicaTimeout = 300;

/** A command, as its words, the first one in small letters. */
type Command = readonly (string | number)[];

/** Writes that a failover doesn't take back, because every replica that may take over has what they rest on. */
export class LastingWrites {
  readonly #connection: RedisConnection;
  /** A key of the slot, by which a Cluster says where that is now. */
  readonly #key: string;
  /** Number of replicas that the next write waits for: what the last one needed. */
  #awaited = 1;

  constructor(connection: RedisConnection, key: string) {
    this.#connection = connection;
    this.#key = key;
  }

  /**
   * @param commands on one slot. WAIT waits for what its own connection wrote, so where the first one may write nothing, the
   *   second one must. A script by its hash could be missing, and would be sent again after the WAIT.
   * @param mayRepeat whether the commands have the same effect twice
   * @returns the reply to the first one
   * @throws {StoreUnavailable} when fewer replicas have it than may take over: then it may be lost
   */
  async write(commands: readonly Command[], mayRepeat: boolean): Promise<unknown> {
    const { client } = this.#connection;
    // A pipeline would wait until a Cluster is there.
    if (client.status !== 'ready') throw new Error('There is no connection');
    const waited = this.#awaited;
    const all = [...commands, ['wait', waited, replicaTimeout], ['info', 'replication']];
    const replies = (await client.pipeline(all.map((words) => [...words])).exec()) ?? [];
    const error = replies.find(([failure]) => failure)?.[0];
    if (error) {
      // A command by itself is redirected, and learns where the slot of the site is now.
      if (/^(?:MOVED|ASK) /.test(error.message)) await client.pttl(this.#key);
      throw error;
    }
    const [copies, report] = replies.slice(-2).map(([, reply]) => reply);
    const connected = Number(/^connected_slaves:(\d+)/m.exec(String(report))?.[1]);
    const needed = Math.max(this.#connection.replicas(), connected);
    if (needed <= connected) this.#awaited = needed;
    if (Number(copies) >= needed) return replies[0]?.[1];
    if (mayRepeat && waited < needed && needed <= connected) return this.write(commands, mayRepeat);
    this.#connection.doubt();
    throw new StoreUnavailable(adviceOnReplicas, { code: 'NOREPLICAS' });
  }
}
