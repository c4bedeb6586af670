import { availableParallelism } from 'node:os';
import { Thread } from '../threads/thread.ts';
import { type CompileOutcome, createCompiler } from './compile-document.ts';
import type { CompilerSettings } from './compiler-settings.ts';
import type { Source } from './sources.ts';

/** Below this many sources a worker's start costs more than it saves. */
const worthWorkers = 200;
const batchSize = 64;

/**
 * Compiles sources, on all cores when there are many.
 * @param onBatch called with the outcomes of each finished batch; the order of batches is not defined
 */
export async function compileAll(
  settings: CompilerSettings,
  sources: readonly Source[],
  onBatch: (sources: readonly Source[], outcomes: readonly CompileOutcome[]) => void,
): Promise<void> {
  if (sources.length < worthWorkers) {
    const compiler = createCompiler(settings);
    onBatch(
      sources,
      sources.map((source) => compiler.compile(source)),
    );
    return;
  }
  const batches = Array.from({ length: Math.ceil(sources.length / batchSize) }, (_, index) =>
    sources.slice(index * batchSize, (index + 1) * batchSize),
  );
  const workers = Math.min(availableParallelism(), 4);
  await Promise.all(Array.from({ length: workers }, () => runWorker(settings, batches, onBatch)));
}

/** One worker that takes batches from the common list until it is empty. */
async function runWorker(
  settings: CompilerSettings,
  batches: Source[][],
  onBatch: (sources: readonly Source[], outcomes: readonly CompileOutcome[]) => void,
): Promise<void> {
  const file = new URL('./compile-worker.ts', import.meta.url);
  const thread = new Thread<readonly Source[], CompileOutcome[]>(file, settings);
  try {
    for (let batch = batches.pop(); batch; batch = batches.pop()) onBatch(batch, await thread.ask(batch));
  } finally {
    await thread.end();
  }
}
