import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Thread } from '../../threads/thread.ts';
import { codeFile } from '../read/code-digest.ts';
import type { Source, SourceFile } from '../read/sources.ts';
import { type CompiledBatch, compileBatch } from './compile-batch.ts';
import { createCompiler } from './compile-document.ts';
import type { CompilerSettings } from './compiler-settings.ts';

/** With fewer documents another thread, whose code has to become warm as well, takes a quarter more CPU and saves no time. */
export const worthThread = 1200;
const batchSize = 64;
/** Threads that compile, this one included. */
const maxThreads = 4;

export interface CompileThread {
  compile(sources: readonly (Source | SourceFile)[]): Promise<CompiledBatch>;
  end(): Promise<void>;
}

/** Readies a thread; a build has one that goes on to publish. */
export type OpenCompileThread = (settings: CompilerSettings) => CompileThread;

/** What is to be compiled; the text of each is read when its turn comes. */
export interface DueSources<Found> {
  readonly due: readonly Found[];
  readonly read: (found: Found) => Source | SourceFile;
}

type TakeBatch<Found> = (sources: readonly Found[], batch: CompiledBatch) => void;

/** Compiles sources, with worker threads when there are many. `onBatch` gets finished batches in no defined order. */
export async function compileAll<Found>(
  settings: CompilerSettings,
  { due, read }: DueSources<Found>,
  onBatch: TakeBatch<Found>,
  openFirst: OpenCompileThread | null = openCompileThread,
): Promise<void> {
  const compiler = await createCompiler(settings);
  const batches = Array.from({ length: Math.ceil(due.length / batchSize) }, (_, index) =>
    due.slice(index * batchSize, (index + 1) * batchSize),
  );
  if (due.length < worthThread || openFirst === null) {
    for (const batch of batches) onBatch(batch, await compileBatch(compiler, batch.map(read)));
    return;
  }
  const others = Math.max(1, Math.min(availableParallelism(), maxThreads) - 1);
  const threads = Array.from({ length: others }, (_, index) =>
    index === 0 ? openFirst(settings) : openCompileThread(settings),
  );
  const work = async (compile: CompileThread['compile']) => {
    for (let batch = batches.pop(); batch; batch = batches.pop())
      onBatch(batch, await compile(batch.map(read)));
  };
  try {
    await Promise.all([
      // A thread finds its next batch waiting, also while this one compiles.
      ...threads.flatMap((thread) => [1, 2].map(() => work((batch) => thread.compile(batch)))),
      work((batch) => setImmediate().then(() => compileBatch(compiler, batch))),
    ]);
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

export function openCompileThread(settings: CompilerSettings): CompileThread {
  const file = codeFile('src/content/compile/compile-worker');
  const thread = new Thread<readonly (Source | SourceFile)[], CompiledBatch>(file, settings);
  return { compile: (sources) => thread.ask(sources), end: () => thread.end() };
}
