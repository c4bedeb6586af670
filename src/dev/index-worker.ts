import { workerData } from 'node:worker_threads';
import { updateContentIndex } from '../build/fast/patch-content-index.ts';
import { type LibrarySource, reopenLibrary } from '../content/library/load-library.ts';
import { listPages } from '../core/pages/pages.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import type { IndexReply, IndexTask } from './live-index.ts';

/** The other side of `live-index.ts`: writes the index of what is compiled by now into the file that it is told. */
const source = workerData as LibrarySource;

answerTasks(write);

/** An edit that came meanwhile may not fit together yet; the index of the next one will. */
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
