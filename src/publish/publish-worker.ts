import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type LoadedLibrary, reopenLibrary } from '../content/load-library.ts';
import { describeFront } from '../core/front-table.ts';
import { listPages } from '../core/pages.ts';
import { writeNginxFiles } from './nginx-files.ts';
import { keyOf, Output } from './output.ts';
import { publishPictures } from './pictures.ts';
import { publications } from './publications.ts';
import type { PublishTask } from './publish-pool.ts';
import { publishSearchIndex } from './search-pages.ts';
import { writeContentIndex } from './write-content-index.ts';

/** The other side of `publish-pool.ts`: files for programs first, then what the sidecar reads. */
const task = workerData as PublishTask;
const loaded = reopenLibrary(task.source);
const output = new Output(task.client, task.previous, task.present);
output.publish(publications(loaded, task.source));
await publishPictures(loaded.library, task.source, output);
await publishSearchIndex(loaded.library, task.previous, output);
const indexKey = publishForSidecar(loaded);
writeNginxFiles(loaded.library, task.server, task.client, Object.keys(output.manifest));
loaded.close();
parentPort?.postMessage({
  written: output.written,
  manifest: { ...output.manifest, [indexFile()]: indexKey },
});

/** Name of the content index among the keys; it lies outside of the output folder. */
function indexFile(): string {
  return '../server/content.sqlite';
}

/** Writes `front.json`, and the content index unless nothing in it changed. Returns the index's key. */
function publishForSidecar({ library }: LoadedLibrary): string {
  writeFileSync(join(task.server, 'front.json'), JSON.stringify(describeFront(library.documents)));
  const file = join(task.server, 'content.sqlite');
  const { documents, categories, tags, authors, media } = library;
  const key = keyOf(documents, categories, tags, authors, media);
  if (task.previous[indexFile()] === key && existsSync(file)) return key;
  writeContentIndex(library, file, listPages(library));
  return key;
}
