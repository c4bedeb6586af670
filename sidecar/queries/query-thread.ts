import type { Ask, Asked, Asker } from '../http/ask.ts';
import type { PassageQuestion, PassageResult } from '../ranked-search/passages.ts';
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

/** Max waiting jobs of all callers, and of one: programs that copy a site send hundreds of requests at once. */
const maxWaiting = 1_024;
const maxWaitingPerCaller = 256;
/** Max jobs in the thread: the one that it works on, and the next. */
const maxSent = 2;

/** Queue of one content index for the query thread, so that searches don't block the event loop. */
export class QueryThread {
  readonly #index: IndexToAsk;
  readonly #engine: QueryEngine;
  readonly #waiting = new FairQueue<Job>(maxWaiting, maxWaitingPerCaller);
  #sent = 0;
  #closed = false;

  /** @param engine the thread, which several indexes share */
  constructor(file: string, engine: QueryEngine) {
    this.#engine = engine;
    this.#index = engine.index(file);
  }

  readonly askWp: Ask<WpRequest, WpReply> = (question, asker) =>
    this.#ask<WpReply>({ kind: 'wp', question }, asker);

  readonly askSearch: Ask<SearchQuestion, SearchResult> = (question, asker) =>
    this.#ask<SearchResult>({ kind: 'search', question }, asker);

  readonly askPassages: Ask<PassageQuestion, PassageResult> = (question, asker) =>
    this.#ask<PassageResult>({ kind: 'passages', question }, asker);

  readonly askNear: Ask<NearQuestion, NearPages> = (question, asker) =>
    this.#ask<NearPages>({ kind: 'near', question }, asker);

  /** Opens the index before the first query. */
  async start(): Promise<void> {
    await this.#engine.ask({ index: this.#index, query: { kind: 'open' } });
  }

  /** Closes the index. No query may follow. */
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
    while (this.#sent < maxSent) {
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
