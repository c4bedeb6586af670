import { type CompileOutcome, type Compiler, createCompiler } from '../content/compile-document.ts';
import type { LoadedLibrary } from '../content/load-library.ts';
import type { Source } from '../content/sources.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import type { BuildTask, SharedResult } from './build-thread.ts';

/** The other side of `build-thread.ts`. */
let compiler: Compiler | null = null;
let opened: LoadedLibrary | null = null;

answerTasks(async (given: BuildTask): Promise<CompileOutcome[] | SharedResult | null> => {
  switch (given.step) {
    case 'ready':
      compiler = createCompiler(given.settings);
      return null;
    case 'compile':
      return given.sources.map((source) => compile(source));
    case 'reopen':
      opened = (await loadPublisher()).reopenLibrary(given.source);
      return null;
    case 'publish': {
      compiler = null;
      const { publishShared, reopenLibrary } = await loadPublisher();
      return publishShared(given.task, opened ?? reopenLibrary(given.task.source));
    }
  }
});

/** Loaded while others compile, it would keep them waiting. */
async function loadPublisher() {
  const [{ publishShared }, { reopenLibrary }] = await Promise.all([
    import('./publish-shared.ts'),
    import('../content/load-library.ts'),
  ]);
  return { publishShared, reopenLibrary };
}

function compile(source: Source): CompileOutcome {
  if (!compiler) throw new Error('Texts came before the settings of their compiler.');
  return compiler.compile(source);
}
