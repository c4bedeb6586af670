import type { Ask, Asked, Asker } from '../http/ask.ts';
import type { SearchQuestion, SearchResult } from '../ranked-search/ranked-search.ts';
import type { WpReply } from '../wp/reply.ts';
import type { WpRequest } from '../wp/request.ts';
import { FairQueue } from './fair-queue.ts';
import type { IndexToAsk, NearPages, NearQuestion, Query, QueryAnswer, QueryEngine } from './query-engine.ts';

type Answer = NonNullable<QueryAnswer>;

interface Job {
  readonly query: Query;
  readonly asker: Asker;
  readonly settle: PromiseWithResolvers<Asked<Answer>>;
}

/** Jobs that wait, of all callers and of one. Programs that copy a site ask for hundreds of pages at once. */
const mostWaiting = 1_024;
const mostWaitingEach = 256;
/** Jobs that the thread has at once: while it works on one, the next is there already. */
const mostSent = 2;

/**
 * Answers what has to look through one content index, on a thread of its own: a search may take as long as it takes,
 * and the event loop, which everybody shares, goes on.
 */
export class QueryThread {
  readonly #index: IndexToAsk;
  readonly #engine: QueryEngine;
  readonly #waiting = new FairQueue<Job>(mostWaiting, mostWaitingEach);
  #sent = 0;
  #closed = false;

  /**
   * @param file the content index
   * @param engine the thread, which several indexes share
   */
  constructor(file: string, engine: QueryEngine) {
    this.#engine = engine;
    this.#index = engine.index(file);
  }

  readonly askWp: Ask<WpRequest, WpReply> = (question, asker) =>
    this.#ask<WpReply>({ kind: 'wp', question }, asker);

  readonly askSearch: Ask<SearchQuestion, SearchResult> = (question, asker) =>
    this.#ask<SearchResult>({ kind: 'search', question }, asker);

  readonly askNear: Ask<NearQuestion, NearPages> = (question, asker) =>
    this.#ask<NearPages>({ kind: 'near', question }, asker);

  /** Opens the index before anybody asks. */
  async start(): Promise<void> {
    await this.#engine.ask({ index: this.#index, query: { kind: 'open' } });
  }

  /** For the end, when nobody asks any more. */
  close(): void {
    this.#closed = true;
    this.#engine.forget(this.#index);
  }

  /** The thread answers a query of a kind with the answer of that kind. */
  #ask<OwnAnswer extends Answer>(query: Query, asker: Asker): Promise<Asked<OwnAnswer>> {
    const settle = Promise.withResolvers<Asked<Answer>>();
    if (this.#closed || !this.#waiting.put(asker.caller, { query, asker, settle }))
      settle.resolve({ busy: true });
    else this.#send();
    return settle.promise as Promise<Asked<OwnAnswer>>;
  }

  #send(): void {
    while (this.#sent < mostSent) {
      const job = this.#waiting.take();
      if (!job) return;
      if (job.asker.hasGone()) job.settle.resolve({ busy: true });
      else void this.#run(job);
    }
  }

  async #run({ query, settle }: Job): Promise<void> {
    this.#sent += 1;
    try {
      const answer = await this.#engine.ask({ index: this.#index, query });
      settle.resolve(answer === null ? { busy: true } : { busy: false, answer });
    } catch (error) {
      settle.reject(error);
    }
    this.#sent -= 1;
    this.#send();
  }
}
