import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../threads/answer-tasks.ts';
import type { Source, SourceFile } from '../read/sources.ts';
import { compileBatch } from './compile-batch.ts';
import { createCompiler } from './compile-document.ts';
import type { CompilerSettings } from './compiler-settings.ts';

/** The other side of `compile-pool.ts`: answers each batch of sources with their outcomes, in order. */
const compiler = await createCompiler(workerData as CompilerSettings);

answerTasks(
  (sources: readonly (Source | SourceFile)[]) => compileBatch(compiler, sources),
  ({ bytes }) => [bytes.buffer],
);
