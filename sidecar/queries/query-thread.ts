import { Thread } from '../../src/threads/thread.ts';
import type { Ask, Asked, Asker } from '../http/ask.ts';
import type { SearchQuestion, SearchResult } from '../ranked-search/ranked-search.ts';
import type { WpReply } from '../wp/reply.ts';
import type { WpRequest } from '../wp/request.ts';
import { FairQueue } from './fair-queue.ts';

/** What the thread is asked. */
export type Query =
  | { readonly kind: 'wp'; readonly question: WpRequest }
  | { readonly kind: 'search'; readonly question: SearchQuestion };
export type QueryAnswer = WpReply | SearchResult;

interface Job {
  readonly query: Query;
  readonly asker: Asker;
  readonly settle: PromiseWithResolvers<Asked<QueryAnswer>>;
}

/** Jobs that wait, of all callers and of one. Programs that copy a site ask for hundreds of pages at once. */
const mostWaiting = 1_024;
const mostWaitingEach = 256;
/** Jobs that the thread has at once: while it works on one, the next is there already. */
const mostSent = 2;

/**
 * Answers what has to look through the content, on a thread of its own: a search may take as long as it takes, and
 * the event loop, which everybody shares, goes on. The thread starts with the first query, and again after it died.
 */
export class QueryThread {
  readonly #file: string;
  readonly #waiting = new FairQueue<Job>(mostWaiting, mostWaitingEach);
  #sent = 0;
  #thread: Thread<Query, QueryAnswer> | null = null;
  #closed = false;

  /** @param file the content index */
  constructor(file: string) {
    this.#file = file;
  }

  readonly askWp: Ask<WpRequest, WpReply> = (question, asker) =>
    this.#ask<WpReply>({ kind: 'wp', question }, asker);

  readonly askSearch: Ask<SearchQuestion, SearchResult> = (question, asker) =>
    this.#ask<SearchResult>({ kind: 'search', question }, asker);

  /** Starts the thread before anybody asks. */
  start(): void {
    this.#thread ??= new Thread(new URL('./query-worker.ts', import.meta.url), this.#file);
  }

  /** For the end, when nobody asks any more. */
  close(): void {
    this.#closed = true;
    void this.#thread?.end();
  }

  /** The thread answers a query of a kind with the answer of that kind. */
  #ask<Answer extends QueryAnswer>(query: Query, asker: Asker): Promise<Asked<Answer>> {
    const settle = Promise.withResolvers<Asked<QueryAnswer>>();
    if (this.#closed || !this.#waiting.put(asker.caller, { query, asker, settle }))
      settle.resolve({ busy: true });
    else this.#send();
    return settle.promise as Promise<Asked<Answer>>;
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
    this.start();
    const thread = this.#thread;
    try {
      const answer = await thread?.ask(query);
      settle.resolve(answer === undefined ? { busy: true } : { busy: false, answer });
    } catch (error) {
      if (this.#thread === thread) this.#thread = null;
      settle.reject(error);
    }
    this.#sent -= 1;
    this.#send();
  }
}
