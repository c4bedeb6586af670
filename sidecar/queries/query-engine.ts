import { extname, join } from 'node:path';
import type { PageLink } from '../../src/core/pages/page.ts';
import { Thread } from '../../src/threads/thread.ts';
import type { PassageQuestion, PassageResult } from '../ranked-search/passages.ts';
import type { SearchQuestion, SearchResult } from '../ranked-search/ranked-search.ts';
import type { WpReply } from '../wp/reply.ts';
import type { WpRequest } from '../wp/request.ts';

/** A query to an index. `open` opens it ahead of other queries, `close` closes it. */
export type Query =
  | { readonly kind: 'wp'; readonly question: WpRequest }
  | { readonly kind: 'search'; readonly question: SearchQuestion }
  | { readonly kind: 'passages'; readonly question: PassageQuestion }
  | { readonly kind: 'near'; readonly question: NearQuestion }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' };
/** Decoded path of a page that is missing. */
export type NearQuestion = string;
/** Pages with similar addresses. */
export interface NearPages {
  readonly pages: readonly Pick<PageLink, 'path' | 'title'>[];
}
export type QueryAnswer = WpReply | SearchResult | PassageResult | NearPages | null;

const queryWorker = join(import.meta.dirname, `query-worker${extname(import.meta.filename)}`);

/** An index, with a number that distinguishes it from others at the same path. */
export interface IndexToAsk {
  readonly id: number;
  readonly file: string;
}

export interface QueryTask {
  readonly index: IndexToAsk;
  readonly query: Query;
}

/**
 * The thread that queries content indexes, one for the process and all of its open releases: its code is loaded once,
 * at the start, since the release that the process was started from may be gone when a later one is opened. A thread
 * that died is replaced, and indexes are reopened when they are queried.
 */
export class QueryEngine {
  #thread: Thread<QueryTask, QueryAnswer> | null = null;
  #indexes = 0;

  /** A place for an index of this engine. */
  index(file: string): IndexToAsk {
    return { id: ++this.#indexes, file };
  }

  /** @throws when the thread dies before it has answered. */
  async ask(task: QueryTask): Promise<QueryAnswer> {
    this.#thread ??= new Thread(queryWorker);
    const thread = this.#thread;
    try {
      return await thread.ask(task);
    } catch (error) {
      if (this.#thread === thread) this.#thread = null;
      throw error;
    }
  }

  forget(index: IndexToAsk): void {
    // A thread that died or never started has no index open.
    this.#thread?.ask({ index, query: { kind: 'close' } }).catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }
}
