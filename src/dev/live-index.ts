import { randomUUID } from 'node:crypto';
import type { Release } from '../../sidecar/front/resolve-path.ts';
import {
  createIndexHandlers,
  type IndexHandlers,
  type Renderer,
  type SharedParts,
} from '../../sidecar/open-release.ts';
import { openContentIndex } from '../../sidecar/release/content-index.ts';
import type { LibrarySource } from '../content/library/load-library.ts';
import { Thread } from '../threads/thread.ts';

/** What the handlers of an index need beside it. */
export interface IndexNeeds {
  readonly release: Release;
  readonly renderer: Renderer;
}

type OpenedIndex = IndexHandlers & { readonly close: () => void };

/** What the worker is told: where to write, and whose rows may be taken over from the file that is there. */
export interface IndexTask {
  readonly file: string;
  readonly code: string;
}

/** What the worker answers: the file is there, or why it is not. */
export type IndexReply = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * The content index of a preview: written anew behind each edit, on a thread of its own, since queries are rarer
 * than looks at the page that one writes. Whoever does query waits until the index holds the edit.
 */
export class LiveIndex {
  readonly #file: string;
  /** Rows are taken over only from an index of this run. */
  readonly #code = randomUUID();
  readonly #parts: SharedParts;
  readonly #source: LibrarySource;
  /** Made when it is needed, and again after it has died. */
  #thread: Thread<IndexTask, IndexReply> | null = null;
  readonly #begun = Promise.withResolvers<void>();
  /** The first page is not to share the processor with the first index. */
  #running: Promise<unknown> = this.#begun.promise;
  #queued: Promise<IndexHandlers> | null = null;
  #needs: IndexNeeds | null = null;
  /** The index in use, and the one before it, which may still answer. */
  #opened: OpenedIndex[] = [];

  /** @param file is replaced by each index; who has an old one open goes on reading that */
  constructor(source: LibrarySource, file: string, parts: SharedParts) {
    this.#file = file;
    this.#parts = parts;
    this.#source = source;
  }

  /** @returns handlers over an index that holds everything compiled by now; of an older one when it cannot be made. */
  refresh(needs: IndexNeeds): Promise<IndexHandlers> {
    this.#needs = needs;
    if (this.#queued) return this.#queued;
    const made = this.#running.then(() => {
      this.#queued = null;
      return this.#make();
    });
    this.#queued = made;
    this.#running = made.catch(() => undefined);
    return made;
  }

  /** The first index is made from now on: somebody has the first page, or asks what needs an index. */
  begin(): void {
    this.#begun.resolve();
  }

  async close(): Promise<void> {
    await this.#thread?.end();
    for (const { close } of this.#opened) close();
    this.#opened = [];
  }

  async #make(): Promise<IndexHandlers> {
    const needs = this.#needs;
    if (!needs) throw new Error('An index was asked for before there is an open release.');
    const latest = this.#opened.at(-1);
    const reply = await this.#ask({ file: this.#file, code: this.#code });
    if (!reply.ok) {
      if (latest) return latest;
      throw new Error(`The content index cannot be written: ${reply.reason}`);
    }
    const index = openContentIndex(this.#file);
    const handlers = await createIndexHandlers(index, needs.release, needs.renderer, this.#parts);
    const close = () => {
      handlers.close();
      index.close();
    };
    this.#opened.push({ ...handlers, close });
    if (this.#opened.length > 2) this.#opened.shift()?.close();
    return handlers;
  }

  async #ask(task: IndexTask): Promise<IndexReply> {
    this.#thread ??= new Thread(new URL('./index-worker.ts', import.meta.url), this.#source);
    try {
      return await this.#thread.ask(task);
    } catch (cause) {
      this.#thread = null;
      throw new Error('The content index was not written', { cause });
    }
  }
}
