import { Worker } from 'node:worker_threads';
import type { PublishResult, SharedTask } from './publish-files.ts';
import type { RenderedPages } from './render-pages.ts';

/** With the pages that the other thread wrote. */
export interface SharedResult extends PublishResult {
  readonly pages: RenderedPages;
}

/** Publishes everything but the HTML pages on another thread, out of the compile cache, and then pages as well. */
export function publishInWorker(task: SharedTask): Promise<SharedResult> {
  const worker = new Worker(new URL('./publish-worker.ts', import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<SharedResult>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The publishing worker ended with code ${code}`)));
  // Its failure is reported where the result is awaited.
  promise.catch(() => undefined);
  return promise;
}
