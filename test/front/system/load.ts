import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, exchange } from './raw-exchange.ts';

export interface LoadResult {
  readonly requests: number;
  readonly failures: readonly string[];
}

export interface Load {
  /** Waits until more requests than these were sent, however slow the machine is. */
  readonly reach: (count: number) => Promise<void>;
  /** Ends the load and reports how it went. */
  readonly stop: () => Promise<LoadResult>;
}

export interface Loaded {
  readonly base: string;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Clients that keep their connection, and clients that open one for each request. */
  readonly keeping: number;
  readonly opening: number;
  /** Milliseconds between two requests of a client. */
  readonly pause?: number;
  /** Says what is wrong with an answer; null when nothing is. */
  readonly judge: (answer: Exchange, path: string) => string | null;
}

/** Clients that ask until they are stopped. They never repeat a request: each failure counts. */
export function startLoad({ base, paths, headers = {}, keeping, opening, pause = 0, judge }: Loaded): Load {
  const failures: string[] = [];
  let requests = 0;
  let running = true;
  const client = async (index: number, kept: boolean) => {
    const agent = kept ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    for (let turn = index; running; turn++) {
      if (pause > 0) await delay(pause);
      const path = paths[turn % paths.length] ?? '/';
      requests++;
      try {
        const problem = judge(await exchange(base, { path, headers, agent }), path);
        if (problem !== null) failures.push(`${path}: ${problem}`);
      } catch (error) {
        failures.push(`${path}: ${String(error)} (${kept ? 'kept' : 'new'} connection)`);
      }
    }
    if (agent) agent.destroy();
  };
  const clients = [
    ...Array.from({ length: keeping }, (_, index) => client(index, true)),
    ...Array.from({ length: opening }, (_, index) => client(index, false)),
  ];
  return {
    reach: async (count) => {
      while (requests <= count) await delay(50);
    },
    stop: async () => {
      running = false;
      await Promise.all(clients);
      return { requests, failures };
    },
  };
}
