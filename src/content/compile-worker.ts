import { parentPort, workerData } from 'node:worker_threads';
import { createCompiler } from './compile-document.ts';
import type { CompilerSettings } from './compile-pool.ts';
import type { Source } from './sources.ts';

/** The other side of `compile-pool.ts`: answers each batch of sources with their outcomes, in order. */
const { root, site, preview } = workerData as CompilerSettings;
const compiler = createCompiler(root, site, preview === true);

parentPort?.on('message', (sources: readonly Source[]) => {
  parentPort?.postMessage(sources.map((source) => compiler.compile(source)));
});
