import { constants } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedLibrary } from '../content/load-library.ts';
import { signFile } from '../content/pictures.ts';
import type { Library } from '../core/model/document.ts';
import { listPages } from '../core/pages/pages.ts';
import { filesByDocument, wpArtifact } from './document-files.ts';
import { type Manifest, Output } from './output.ts';
import { planIndexPatch } from './patch-content-index.ts';
import { publishPictures } from './pictures.ts';
import type { IndexState, PublishResult, PublishTask, WpPublication } from './publish-task.ts';
import { publishSearchIndex } from './search-pages.ts';
import { digestLibrary } from './site-documents.ts';
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

/**
 * Publishes documents as data: JSON, what the sidecar reads, pictures, the search index of the browser. The texts pass
 * by once, and what is made of each is made then.
 */
export async function publishData(
  loaded: LoadedLibrary,
  task: PublishTask,
  { context, files }: WpPublication,
): Promise<PublishResult> {
  const { library } = loaded;
  const { source, client, server, previous, present, code } = task;
  const { key, isIntact, isDue } = task.index;
  const output = new Output(client, previous, present);
  const wpByDocument = filesByDocument(files);
  const path = join(server, 'content.sqlite');
  const options = { pages: listPages(library), context, code, takeOver: isIntact };
  const patch = isDue ? planIndexPatch(library, path, options) : null;
  // The largest file of a site: what else is published goes on while it is copied, and while the last one is given up.
  let renamed: Promise<void> | null = null;
  if (patch) {
    await copyFile(path, patch.copy, constants.COPYFILE_FICLONE);
    patch.apply();
    renamed = rename(patch.copy, path);
    // Its failure is reported where it is awaited.
    renamed.catch(() => undefined);
  }
  const index = isDue && !patch ? openContentIndexWriter(library, path, options) : null;
  for (const document of library.documents) {
    const file = wpByDocument.get(document);
    if (file) output.publish([wpArtifact(file)]);
    index?.add(document);
  }
  await publishPictures(loaded, source, output);
  await publishSearchIndex(library, previous, output);
  index?.finish();
  await renamed;
  const keyOfIndex = `${key} ${signFile(server, 'content.sqlite')}`;
  output.manifest[indexFile] = keyOfIndex;
  return { written: output.written, manifest: output.manifest };
}
