import { reopenLibrary } from '../content/load-library.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { Output } from './output.ts';
import { publishFiles, type SharedTask } from './publish-files.ts';
import type { SharedResult } from './publish-pool.ts';
import { openTheme } from './quick-pages.ts';
import { renderPages } from './render-pages.ts';
import { SharedCounter } from './shared-counter.ts';

/** The other side of `publish-pool.ts`. */
answerTasks(async (task: SharedTask): Promise<SharedResult> => {
  const loaded = reopenLibrary(task.source);
  const files = await publishFiles(loaded, task);
  const output = new Output(task.client, task.previous, task.present);
  const render = await openTheme(task.renderer, task.source.site);
  const pages = await renderPages(loaded.library, render, output, new SharedCounter(task.pageCounter));
  loaded.close();
  return { pages, written: files.written, manifest: { ...files.manifest, ...output.manifest } };
});
