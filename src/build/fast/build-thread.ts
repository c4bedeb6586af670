import type { CompiledBatch } from '../../content/compile/compile-batch.ts';
import type { CompileThread } from '../../content/compile/compile-pool.ts';
import type { CompilerSettings } from '../../content/compile/compiler-settings.ts';
import type { LibrarySource } from '../../content/library/load-library.ts';
import type { Source, SourceFile } from '../../content/read/sources.ts';
import { Thread } from '../../threads/thread.ts';
import type { RenderedPages } from '../pages/render-pages.ts';
import type { PublishResult, SharedTask } from '../plan/publish-task.ts';

/** What the other thread of a build is asked: to ready a compiler, to compile texts with it, to open what was compiled, to publish it. */
export type BuildTask =
  | { readonly step: 'ready'; readonly settings: CompilerSettings }
  | { readonly step: 'compile'; readonly sources: readonly (Source | SourceFile)[] }
  | { readonly step: 'reopen'; readonly source: LibrarySource }
  | { readonly step: 'publish'; readonly task: SharedTask };

/** With the pages that the other thread wrote. */
export interface SharedResult extends PublishResult {
  readonly pages: RenderedPages;
}

/**
 * The other thread of a build: it helps to compile, then publishes data and pages. Its code is warm by then, which a
 * thread for each of the two would have to become anew. It starts with the first task.
 */
export class BuildThread {
  #thread: Thread<BuildTask, unknown> | null = null;

  /** It stays for what comes after the texts. */
  openCompiler(settings: CompilerSettings): CompileThread {
    const ready = this.#ask({ step: 'ready', settings });
    // Its failure is reported where the outcomes are awaited.
    ready.catch(() => undefined);
    return {
      compile: (sources) => this.#ask<CompiledBatch>({ step: 'compile', sources }),
      end: async () => undefined,
    };
  }

  /** Opens what was compiled while the caller checks it, where the thread runs anyway. */
  reopen(source: LibrarySource): void {
    // Its failure is that of the thread, which whoever asks for more hears of.
    if (this.#thread) this.#ask({ step: 'reopen', source }).catch(() => undefined);
  }

  publish(task: SharedTask): Promise<SharedResult> {
    const result = this.#ask<SharedResult>({ step: 'publish', task });
    // Its failure is reported where the result is awaited.
    result.catch(() => undefined);
    return result;
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  /** The worker answers each task with the reply that belongs to its step. */
  #ask<Reply>(task: BuildTask): Promise<Reply> {
    this.#thread ??= new Thread(new URL('./build-worker.ts', import.meta.url));
    return this.#thread.ask(task) as Promise<Reply>;
  }
}
