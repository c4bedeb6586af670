import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { publishData } from '../index/publish-data.ts';
import { renderPages } from '../pages/render-pages.ts';
import { addManifest, Output } from '../plan/output.ts';
import { withOwnPages } from '../plan/own-pages.ts';
import { listWp, type SharedTask } from '../plan/publish-task.ts';
import type { SharedResult } from './build-thread.ts';
import { openTheme } from './quick-pages.ts';
import { SharedCounter } from './shared-counter.ts';

/** What the other thread of a build publishes, out of the compile cache: data, and pages as long as there are any. */
export async function publishShared(task: SharedTask, opened: LoadedLibrary): Promise<SharedResult> {
  const loaded = withOwnPages(opened, task.renderer);
  const { library } = loaded;
  const output = new Output(task.client, task.previous, task.present);
  const render = () => openTheme(task.renderer, library.site);
  // Where nothing can be kept, the thread that needs keys for the twins notes them for these pages as well.
  const keyOf = Object.keys(task.previous).length === 0 ? () => '' : undefined;
  const counter = new SharedCounter(task.pageCounter);
  // Pages are rendered while the data wait for pictures.
  const [data, pages] = await Promise.all([
    publishData(loaded, task, listWp(library)),
    renderPages(library, render, output, counter, undefined, keyOf),
  ]);
  loaded.close();
  addManifest(output.manifest, data.manifest);
  return { pages, written: data.written, manifest: output.manifest };
}
