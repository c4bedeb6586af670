import type { CompiledBatch } from '../../content/compile/compile-batch.ts';
import type { CompileThread } from '../../content/compile/compile-pool.ts';
import type { CompilerSettings } from '../../content/compile/compiler-settings.ts';
import type { LibrarySource } from '../../content/library/load-library.ts';
import { codeFile } from '../../content/read/code-digest.ts';
import type { Source, SourceFile } from '../../content/read/sources.ts';
import { Thread } from '../../threads/thread.ts';
import type { RenderedPages } from '../pages/render-pages.ts';
import type { Manifest } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';

/** A task with the memory in which both threads count pages. */
export interface SharedTask extends OutputTask {
  readonly pageCounter: SharedArrayBuffer;
}

/** Messages to the second thread: prepare a compiler, compile with it, open what was compiled, write the output. */
export type ThreadTask =
  | { readonly step: 'ready'; readonly settings: CompilerSettings }
  | { readonly step: 'compile'; readonly sources: readonly (Source | SourceFile)[] }
  | { readonly step: 'reopen'; readonly source: LibrarySource }
  | { readonly step: 'write'; readonly task: SharedTask };

export interface SharedResult {
  readonly pages: RenderedPages;
  readonly written: number;
  readonly manifest: Manifest;
}

/** Counts from 0 in memory that threads share: each number is returned once. */
export function sharedCounter(memory: SharedArrayBuffer): () => number {
  const next = new Int32Array(memory);
  return () => Atomics.add(next, 0, 1);
}

/** The second thread of a build: compiles, then writes data and pages, with code that is warm by then. */
export class BuildThread {
  #thread: Thread<ThreadTask, unknown> | null = null;

  /** The thread outlives the compiler. */
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
    // Its failure ends the thread, which the next task reports.
    if (this.#thread) this.#ask({ step: 'reopen', source }).catch(() => undefined);
  }

  write(task: SharedTask): Promise<SharedResult> {
    const result = this.#ask<SharedResult>({ step: 'write', task });
    // Its failure is reported where the result is awaited.
    result.catch(() => undefined);
    return result;
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  /** The worker answers each task with the reply that belongs to its step. */
  #ask<Reply>(task: ThreadTask): Promise<Reply> {
    this.#thread ??= new Thread(codeFile('src/build/fast/build-worker'));
    return this.#thread.ask(task) as Promise<Reply>;
  }
}
