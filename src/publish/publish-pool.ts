import { Worker } from 'node:worker_threads';
import type { LibrarySource } from '../content/load-library.ts';
import type { Manifest } from './output.ts';

/** What the publishing worker needs to know. Plain data: it travels between threads. */
export interface PublishTask {
  readonly source: LibrarySource;
  readonly client: string;
  readonly server: string;
  readonly previous: Manifest;
  readonly present: ReadonlySet<string>;
}

export interface PublishResult {
  readonly written: number;
  readonly manifest: Manifest;
}

/** Writes everything but the HTML pages, on another thread, out of the compile cache. */
export function startPublishing(task: PublishTask): Promise<PublishResult> {
  const worker = new Worker(new URL('./publish-worker.ts', import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<PublishResult>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The publishing worker ended with code ${code}`)));
  // Its failure is reported where the result is awaited.
  promise.catch(() => undefined);
  return promise;
}
