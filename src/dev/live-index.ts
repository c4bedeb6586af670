import { randomUUID } from 'node:crypto';
import type { Release } from '../../sidecar/front/resolve-path.ts';
import type { PageRenderer } from '../../sidecar/http/page-renderer.ts';
import {
  createIndexHandlers,
  type IndexHandlers,
  openPluginsOf,
  type SharedParts,
} from '../../sidecar/open-release.ts';
import { openContentIndex } from '../../sidecar/release/content-index.ts';
import { dataOfPlugin } from '../build/files/plugin-modules.ts';
import type { LibrarySource } from '../content/library/load-library.ts';
import { codeFile } from '../content/read/code-digest.ts';
import type { Library } from '../core/model/document.ts';
import { locateModule } from '../plugins/locate-module.ts';
import { Thread } from '../threads/thread.ts';
import type { LiveFiles } from './live-files.ts';

/** What the handlers of an index need in addition to it. */
export interface IndexNeeds {
  readonly release: Release & { readonly files: LiveFiles };
  readonly renderer: PageRenderer;
  readonly library: Library;
}

/** Handlers, and the files that they send: those of the latest release when the index was written. */
export type LiveHandlers = IndexHandlers & { readonly files: LiveFiles };
type OpenedIndex = LiveHandlers & { readonly close: () => void };

/** Where to write, and the code whose rows may be reused from an existing file. */
export interface IndexTask {
  readonly file: string;
  readonly code: string;
}

export type IndexReply = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** The content index, rewritten on its own thread after each edit. Queries wait until it includes the edit. */
export class LiveIndex {
  readonly #file: string;
  /** Rows are reused only from an index of this run. */
  readonly #code = randomUUID();
  readonly #parts: SharedParts;
  readonly #source: LibrarySource;
  #thread: Thread<IndexTask, IndexReply> | null = null;
  readonly #begun = Promise.withResolvers<void>();
  /** The first index waits for the first page. */
  #running: Promise<unknown> = this.#begun.promise;
  #queued: Promise<LiveHandlers> | null = null;
  #needs: IndexNeeds | null = null;
  /** The current index, and the previous one, which may still have requests. */
  #opened: OpenedIndex[] = [];

  /** @param file replaced by each index; open connections still read the old one */
  constructor(source: LibrarySource, file: string, parts: SharedParts) {
    this.#file = file;
    this.#parts = parts;
    this.#source = source;
  }

  /** @returns handlers of an index of everything compiled so far; of an older one if it can't be written */
  refresh(needs: IndexNeeds): Promise<LiveHandlers> {
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

  begin(): void {
    this.#begun.resolve();
  }

  async close(): Promise<void> {
    await this.#thread?.end();
    for (const { close } of this.#opened) close();
    this.#opened = [];
  }

  async #make(): Promise<LiveHandlers> {
    const needs = this.#needs;
    if (!needs) throw new Error('There is no release to index.');
    const latest = this.#opened.at(-1);
    const reply = await this.#ask({ file: this.#file, code: this.#code });
    if (!reply.ok) {
      if (latest) return latest;
      throw new Error(`Can't write the content index: ${reply.reason}`);
    }
    const index = openContentIndex(this.#file);
    const handlers = createIndexHandlers(
      index,
      needs.release,
      needs.renderer,
      this.#parts,
      await openPluginsOf(index.site, needs.release, this.#parts, {
        load: (row) => import(locateModule(row.sidecar ?? '', this.#source.root, row.code)),
        dataOf: ({ name }) => dataOfPlugin(needs.library, name),
      }),
    );
    const close = () => {
      handlers.close();
      index.close();
    };
    const opened = { ...handlers, files: needs.release.files, close };
    this.#opened.push(opened);
    if (this.#opened.length > 2) this.#opened.shift()?.close();
    return opened;
  }

  async #ask(task: IndexTask): Promise<IndexReply> {
    this.#thread ??= new Thread(codeFile('src/dev/index-worker'), this.#source);
    try {
      return await this.#thread.ask(task);
    } catch (cause) {
      this.#thread = null;
      throw new Error('The content index was not written', { cause });
    }
  }
}
