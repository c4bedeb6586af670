import { Thread } from '../threads/thread.ts';
import type { PublishResult, SharedTask } from './publish-task.ts';
import type { RenderedPages } from './render-pages.ts';

/** With the pages that the other thread wrote. */
export interface SharedResult extends PublishResult {
  readonly pages: RenderedPages;
}

/** Publishes data on another thread, out of the compile cache, and then pages as well. */
export function publishInWorker(task: SharedTask): Promise<SharedResult> {
  const thread = new Thread<SharedTask, SharedResult>(new URL('./publish-worker.ts', import.meta.url));
  const result = thread.ask(task).finally(() => thread.end());
  // Its failure is reported where the result is awaited.
  result.catch(() => undefined);
  return result;
}
