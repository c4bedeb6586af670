import { type CompiledBatch, compileBatch } from '../../content/compile/compile-batch.ts';
import { type Compiler, createCompiler } from '../../content/compile/compile-document.ts';
import { type LoadedLibrary, reopenLibrary } from '../../content/library/load-library.ts';
import type { Source, SourceFile } from '../../content/read/sources.ts';
import type { BuildTask, SharedResult } from './build-thread.ts';
import { publishShared } from './publish-shared.ts';

export type HelperReply = CompiledBatch | SharedResult | null;

/** What of a reply moves to the other thread. */
export function listMemory(reply: HelperReply): ArrayBuffer[] {
  return reply && 'bytes' in reply ? [reply.bytes.buffer] : [];
}

/** What the other thread of a build makes of its tasks; the side that asks is `build-thread.ts`. */
export function createBuildHelper() {
  let compiler: Compiler | null = null;
  let opened: LoadedLibrary | null = null;

  const compile = (sources: readonly (Source | SourceFile)[]): CompiledBatch => {
    if (!compiler) throw new Error('Texts came before the settings of their compiler.');
    return compileBatch(compiler, sources);
  };
  return async (given: BuildTask): Promise<HelperReply> => {
    switch (given.step) {
      case 'ready':
        compiler = createCompiler(given.settings);
        return null;
      case 'compile':
        return compile(given.sources);
      case 'reopen':
        opened = reopenLibrary(given.source);
        return null;
      case 'publish':
        compiler = null;
        return publishShared(given.task, opened ?? reopenLibrary(given.task.source));
    }
  };
}
