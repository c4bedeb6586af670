import { parentPort, workerData } from 'node:worker_threads';
import type { Site } from '../core/site.ts';
import { createCompiler } from './compile-document.ts';
import type { Source } from './sources.ts';

/** The other side of `compile-pool.ts`: answers each batch of sources with their outcomes, in order. */
const { root, site } = workerData as { root: string; site: Site };
const compiler = createCompiler(root, site);

parentPort?.on('message', (sources: readonly Source[]) => {
  parentPort?.postMessage(sources.map((source) => compiler.compile(source)));
});
