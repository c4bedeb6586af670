import { constants } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { signFile } from '../../content/images/images.ts';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import type { Library } from '../../core/model/document.ts';
import { listPages } from '../../core/pages/pages.ts';
import type { WpContext } from '../../core/wp/context.ts';
import { SharedProgress } from '../fast/shared-progress.ts';
import { filesByDocument, wpArtifact } from '../files/document-files.ts';
import { publishPictures } from '../files/pictures.ts';
import { digestLibrary } from '../files/site-documents.ts';
import { publishSearchIndex } from '../pages/search-pages.ts';
import { type Manifest, Output } from '../plan/output.ts';
import type { IndexState, PublishResult, PublishTask, WpPublication } from '../plan/publish-task.ts';
import type { ContentIndexOptions } from './index-meta.ts';
import { type IndexPatch, planIndexPatch } from './patch-content-index.ts';
import { openContentIndexWriter } from './write-content-index.ts';

/** Name of the content index among the keys; it lies outside of the output folder. */
const indexFile = '../server/content.sqlite';

/** Whether the content index has to be written. A file that is not as the last build left it may be damaged. */
export function checkIndex(library: Library, server: string, previous: Manifest): IndexState {
  const key = digestLibrary(library);
  const signature = signFile(server, 'content.sqlite');
  const isIntact = signature !== '' && previous[indexFile]?.endsWith(` ${signature}`) === true;
  return { key, isIntact, isDue: !isIntact || previous[indexFile] !== `${key} ${signature}` };
}

/** A copy of the last index, which takes a while, and what is replaced in it. */
export interface StartedPatch {
  readonly copied: Promise<void>;
  readonly patch: IndexPatch;
}

/** Begins to copy the last index, the largest file of a site, where the new one is the same but for some rows. */
export function startPatch(
  library: Library,
  { server, index, code }: Pick<PublishTask, 'server' | 'index' | 'code'>,
  context: WpContext,
): StartedPatch | null {
  const file = join(server, 'content.sqlite');
  const patch = index.isDue ? planIndexPatch(library, file, optionsFor(library, index, code, context)) : null;
  if (!patch) return null;
  const copied = copyFile(file, patch.copy, constants.COPYFILE_FICLONE);
  // Its failure is reported where it is awaited.
  copied.catch(() => undefined);
  return { copied, patch };
}

function optionsFor(
  library: Library,
  { isIntact }: IndexState,
  code: string,
  context: WpContext,
): ContentIndexOptions {
  return { pages: listPages(library), context, code, takeOver: isIntact };
}

/**
 * Publishes documents as data: JSON, what the sidecar reads, pictures, the search index of the browser. The texts pass
 * by once, and what is made of each is made then.
 * @param started by a caller who has other work to do meanwhile
 */
export async function publishData(
  loaded: LoadedLibrary,
  task: PublishTask,
  { context, files }: WpPublication,
  started: StartedPatch | null = startPatch(loaded.library, task, context),
): Promise<PublishResult> {
  const { library } = loaded;
  const { source, client, server, previous, present, code } = task;
  const { key, isDue } = task.index;
  const output = new Output(client, previous, present);
  const wpByDocument = filesByDocument(files);
  const path = join(server, 'content.sqlite');
  let renamed: Promise<void> | null = null;
  if (started) {
    await started.copied;
    started.patch.apply();
    // The system takes a while to give up the last one.
    renamed = rename(started.patch.copy, path);
    renamed.catch(() => undefined);
  }
  const options = optionsFor(library, task.index, code, context);
  const index = isDue && !started ? openContentIndexWriter(library, path, options) : null;
  for (const document of library.documents) {
    const file = wpByDocument.get(document);
    if (file) output.publish([wpArtifact(file)]);
    index?.add(document);
  }
  const progress = new SharedProgress(task.copies);
  await publishPictures(loaded, source, output, (done, total) => progress.set(done, total));
  await publishSearchIndex(library, previous, output);
  index?.finish();
  await renamed;
  const keyOfIndex = `${key} ${signFile(server, 'content.sqlite')}`;
  output.manifest[indexFile] = keyOfIndex;
  return { written: output.written, manifest: output.manifest };
}
