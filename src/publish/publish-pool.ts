import { Worker } from 'node:worker_threads';
import type { PublishResult, PublishTask } from './publish-files.ts';

/** Publishes everything but the HTML pages on another thread, out of the compile cache. */
export function publishInWorker(task: PublishTask): Promise<PublishResult> {
  const worker = new Worker(new URL('./publish-worker.ts', import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<PublishResult>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The publishing worker ended with code ${code}`)));
  // Its failure is reported where the result is awaited.
  promise.catch(() => undefined);
  return promise;
}
