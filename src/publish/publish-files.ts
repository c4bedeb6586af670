import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LibrarySource, LoadedLibrary } from '../content/load-library.ts';
import { signFile } from '../content/pictures.ts';
import { describeFront } from '../core/front/front-table.ts';
import { renderLlmsEntry } from '../core/markdown/llms-full.ts';
import type { Document } from '../core/model/document.ts';
import { isFilesOnly } from '../core/model/targets.ts';
import type { DocumentPage } from '../core/pages/page.ts';
import { describePages, listPages } from '../core/pages/pages.ts';
import { createWpContext } from '../core/wp/context.ts';
import { wpFiles } from '../core/wp/files.ts';
import { storedFiles } from '../core/wp/stored-files.ts';
import { documentTwin, filesByDocument, wpArtifact } from './document-files.ts';
import { hostFiles } from './host-files.ts';
import { takeLlmsEntries, writeLlmsTable } from './llms-entries.ts';
import { writeNginxFiles } from './nginx-files.ts';
import { type Manifest, Output } from './output.ts';
import { pageKey } from './page-key.ts';
import { patchContentIndex } from './patch-content-index.ts';
import { publishPictures } from './pictures.ts';
import { publications } from './publications.ts';
import { publishSearchIndex } from './search-pages.ts';
import { digestLibrary } from './site-documents.ts';
import { openContentIndexWriter } from './write-content-index.ts';

/** Where files go, and what is there. Plain data: it travels between threads. */
export interface PublishTask {
  readonly source: LibrarySource;
  readonly client: string;
  readonly server: string;
  /** The folder whose `server/` holds the compiled theme. */
  readonly renderer: string;
  /** Digest of the code and the settings: what others made is made anew. */
  readonly code: string;
  readonly previous: Manifest;
  readonly present: ReadonlySet<string>;
}

/** The same for another thread, which helps with the pages when its own work is done. */
export interface SharedTask extends PublishTask {
  /** Memory of the `SharedCounter` of the pages. */
  readonly pageCounter: SharedArrayBuffer;
}

export interface PublishResult {
  readonly written: number;
  readonly manifest: Manifest;
}

/** Name of the content index among the keys; it lies outside of the output folder. */
const indexFile = '../server/content.sqlite';

/**
 * Publishes everything but the HTML pages: files for programs, pictures, the search index of the browser, and
 * what the sidecar reads. The texts pass by once, document by document, and everything that is made of one is
 * made then, because reading 10,000 texts for each of their forms is what a large build would spend its time on.
 */
export async function publishFiles(loaded: LoadedLibrary, task: PublishTask): Promise<PublishResult> {
  const { library } = loaded;
  const { source, client, server, previous } = task;
  const output = new Output(client, previous, task.present);
  const context = createWpContext(library);
  const filesOnly = isFilesOnly(library.site);
  const wp = [...(filesOnly ? storedFiles(library, context) : wpFiles(library, context))];
  const wpByDocument = filesByDocument(wp);
  const pages = new Map(
    describePages(library).flatMap((page): [Document, DocumentPage][] =>
      page.view === 'document' ? [[page.document, page]] : [],
    ),
  );
  const indexKey = digestLibrary(library);
  const indexPath = join(server, 'content.sqlite');
  // A file that is not as the last build left it may be damaged: nothing of it is kept.
  const stamp = signFile(server, 'content.sqlite');
  const isIntact = stamp !== '' && previous[indexFile]?.endsWith(` ${stamp}`) === true;
  const isDue = !isIntact || previous[indexFile] !== `${indexKey} ${stamp}`;
  const options = { pages: listPages(library), context, code: task.code, takeOver: isIntact };
  const isPatched = isDue && patchContentIndex(library, indexPath, options) !== null;
  const index = isDue && !isPatched ? openContentIndexWriter(library, indexPath, options) : null;
  const llmsFile = join(client, 'llms-full.txt');
  const llmsTable = join(dirname(source.cacheFile), 'llms-full.json');
  const lastEntry = isDue ? takeLlmsEntries(llmsFile, llmsTable, task.code) : () => undefined;
  const entries = new Map<Document, string>();

  for (const document of library.documents) {
    const page = pages.get(document);
    if (page) output.publish(documentTwin(page, library));
    const file = wpByDocument.get(document);
    if (file) output.publish([wpArtifact(file)]);
    index?.add(document);
    if (isDue && page) entries.set(document, lastEntry(pageKey(page)) ?? renderLlmsEntry(library, page));
  }
  output.publish(publications(loaded, wp, source, entries));
  if (isDue) writeLlmsTable(llmsTable, { code: task.code, size: statSync(llmsFile).size, library, entries });
  await publishPictures(loaded, source, output);
  await publishSearchIndex(library, previous, output);
  index?.finish();
  if (filesOnly) output.publish(hostFiles(library, new Set(Object.keys(output.manifest))));
  else {
    const front = describeFront(library);
    writeFileSync(join(server, 'front.json'), JSON.stringify(front));
    writeNginxFiles({ site: library.site, front, wp, made: Object.keys(output.manifest) }, server, client);
  }
  const keyOfIndex = `${indexKey} ${signFile(server, 'content.sqlite')}`;
  return { written: output.written, manifest: { ...output.manifest, [indexFile]: keyOfIndex } };
}
