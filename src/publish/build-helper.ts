import { type CompileOutcome, type Compiler, createCompiler } from '../content/compile-document.ts';
import { type LoadedLibrary, reopenLibrary } from '../content/load-library.ts';
import type { Source } from '../content/sources.ts';
import type { BuildTask, SharedResult } from './build-thread.ts';
import { publishShared } from './publish-shared.ts';

/** What the other thread of a build makes of its tasks; the side that asks is `build-thread.ts`. */
export function createBuildHelper() {
  let compiler: Compiler | null = null;
  let opened: LoadedLibrary | null = null;

  const compile = (source: Source): CompileOutcome => {
    if (!compiler) throw new Error('Texts came before the settings of their compiler.');
    return compiler.compile(source);
  };
  return async (given: BuildTask): Promise<CompileOutcome[] | SharedResult | null> => {
    switch (given.step) {
      case 'ready':
        compiler = createCompiler(given.settings);
        return null;
      case 'compile':
        return given.sources.map(compile);
      case 'reopen':
        opened = reopenLibrary(given.source);
        return null;
      case 'publish':
        compiler = null;
        return publishShared(given.task, opened ?? reopenLibrary(given.task.source));
    }
  };
}
