import { openCompileThread, worthThread } from '../../content/compile/compile-pool.ts';
import type { LibrarySource, LoadHelp, LoadReport } from '../../content/library/load-library.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { BuildThread, type SharedResult, sharedCounter } from './build-thread.ts';
import { openContentIndex } from './patch-content-index.ts';
import { renderShared } from './shared-pages.ts';

/** Pages and data that the second thread writes. */
export interface Share {
  /** Index of the next page that no thread renders yet. */
  readonly nextPage: () => number;
  readonly result: Promise<SharedResult>;
}

/** The accelerations of one build; `README.md` lists what each replaces. */
export function openAccelerations() {
  const thread = new BuildThread();
  let isHelping = false;
  return {
    openIndex: openContentIndex,
    renderPages: renderShared(console.warn),

    /** Compiles in the thread that goes on to write. */
    loadHelp: (source: LibrarySource): Pick<LoadHelp, 'openThread' | 'onStored'> => ({
      openThread(settings) {
        if (isHelping) return openCompileThread(settings);
        isHelping = true;
        return thread.openCompiler(settings);
      },
      onStored: () => thread.reopen(source),
    }),

    /** @returns null where so little changed that a second thread costs more than it saves */
    writeShare(task: OutputTask, { compiled, reused }: LoadReport): Share | null {
      const isFirst = Object.keys(task.previous).length === 0;
      if ((isFirst ? compiled + reused : compiled) < worthThread) return null;
      const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      return { nextPage: sharedCounter(memory), result: thread.write({ ...task, pageCounter: memory }) };
    },

    end: () => thread.end(),
  };
}
