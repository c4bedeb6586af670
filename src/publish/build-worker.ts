import { type CompileOutcome, type Compiler, createCompiler } from '../content/compile-document.ts';
import type { Source } from '../content/sources.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import type { BuildTask, SharedResult } from './build-thread.ts';

/** The other side of `build-thread.ts`. */
let compiler: Compiler | null = null;

answerTasks(async (given: BuildTask): Promise<CompileOutcome[] | SharedResult | null> => {
  switch (given.step) {
    case 'ready':
      compiler = createCompiler(given.settings);
      return null;
    case 'compile':
      return given.sources.map((source) => compile(source));
    case 'publish': {
      compiler = null;
      // Loaded while others compile, it would keep them waiting.
      const { publishShared } = await import('./publish-shared.ts');
      return publishShared(given.task);
    }
  }
});

function compile(source: Source): CompileOutcome {
  if (!compiler) throw new Error('Texts came before the settings of their compiler.');
  return compiler.compile(source);
}
