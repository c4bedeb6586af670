import { type CompiledBatch, compileBatch } from '../../content/compile/compile-batch.ts';
import { type Compiler, createCompiler } from '../../content/compile/compile-document.ts';
import { type LoadedLibrary, reopenLibrary } from '../../content/library/load-library.ts';
import { writeData } from '../index/write-data.ts';
import { renderPages } from '../pages/render-pages.ts';
import { openTheme } from '../pages/theme.ts';
import { Output } from '../plan/output.ts';
import { listWp } from '../plan/output-task.ts';
import { withOwnPages } from '../plan/own-pages.ts';
import { type SharedResult, type SharedTask, sharedCounter, type ThreadTask } from './build-thread.ts';
import { openContentIndex } from './patch-content-index.ts';
import { renderShared } from './shared-pages.ts';

export type HelperReply = CompiledBatch | SharedResult | null;

/** Memory of a reply that moves to the other thread. */
export function listMemory(reply: HelperReply): ArrayBuffer[] {
  return reply && 'bytes' in reply ? [reply.bytes.buffer] : [];
}

export function createBuildHelper() {
  let compiler: Compiler | null = null;
  let opened: LoadedLibrary | null = null;
  return async (given: ThreadTask): Promise<HelperReply> => {
    switch (given.step) {
      case 'ready':
        compiler = await createCompiler(given.settings);
        return null;
      case 'compile':
        if (!compiler) throw new Error('Documents came before the settings of their compiler.');
        return compileBatch(compiler, given.sources);
      case 'reopen':
        opened = reopenLibrary(given.source);
        return null;
      case 'write':
        compiler = null;
        return writeShare(given.task, opened ?? reopenLibrary(given.task.source));
    }
  };
}

/** Writes data, then pages as long as there are any. */
async function writeShare(task: SharedTask, opened: LoadedLibrary): Promise<SharedResult> {
  const loaded = withOwnPages(opened, task.renderer);
  const { library } = loaded;
  const output = new Output(task.next.client, task.previous, task.present);
  await writeData(loaded, task, listWp(library), output, openContentIndex);
  const { written } = output;
  const pages = await renderPages(library, {
    output,
    open: () => openTheme(task.renderer, library.site, renderShared(console.warn)),
    next: sharedCounter(task.pageCounter),
  });
  loaded.close();
  return { pages, written, manifest: output.manifest };
}
