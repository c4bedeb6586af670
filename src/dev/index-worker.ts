import { workerData } from 'node:worker_threads';
import { updateContentIndex } from '../build/fast/patch-content-index.ts';
import { type LibrarySource, reopenLibrary } from '../content/library/load-library.ts';
import { listPages } from '../core/pages/pages.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import type { IndexReply, IndexTask } from './live-index.ts';

/** The thread of `live-index.ts`: writes the index of the compiled content. */
const source = workerData as LibrarySource;

answerTasks(write);

/** Fails if an edit came in between; the next index then includes it. */
function write({ file, code }: IndexTask): IndexReply {
  try {
    const { library, close } = reopenLibrary(source);
    updateContentIndex(library, file, { pages: listPages(library), code });
    close();
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
