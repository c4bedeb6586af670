import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedLibrary } from '../content/load-library.ts';
import { renderLlmsEntry } from '../core/markdown/llms-full.ts';
import type { Document } from '../core/model/document.ts';
import { describePages } from '../core/pages/pages.ts';
import type { WpFile } from '../core/wp/files.ts';
import { documentTwin } from './document-files.ts';
import { takeLlmsEntries, writeLlmsTable } from './llms-entries.ts';
import type { Output } from './output.ts';
import { pageKey } from './page-key.ts';
import { publications } from './publications.ts';
import type { PublishTask } from './publish-task.ts';

/** Publishes texts for programs: twins, feeds, lists, documents about the site; and the files of the author. */
export function publishTexts(
  loaded: LoadedLibrary,
  { source, client, code, index }: PublishTask,
  wp: readonly WpFile[],
  output: Output,
): void {
  const { library } = loaded;
  const llmsFile = join(client, 'llms-full.txt');
  const llmsTable = join(dirname(source.cacheFile), 'llms-full.json');
  const lastEntry = index.isDue ? takeLlmsEntries(llmsFile, llmsTable, code) : () => undefined;
  const entries = new Map<Document, string>();
  for (const page of describePages(library)) {
    if (page.view !== 'document') continue;
    output.publish(documentTwin(page, library));
    if (index.isDue) entries.set(page.document, lastEntry(pageKey(page)) ?? renderLlmsEntry(library, page));
  }
  output.publish(publications(loaded, wp, source, entries));
  if (index.isDue) writeLlmsTable(llmsTable, { code, size: statSync(llmsFile).size, library, entries });
}
