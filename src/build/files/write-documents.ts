import { setImmediate } from 'node:timers/promises';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { describePages, describeUnlisted } from '../../core/pages/pages.ts';
import type { WpFile } from '../../core/wp/files.ts';
import type { Output } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { documentTwin } from './document-files.ts';
import { publications } from './publications.ts';

/** Documents between two turns of other work of this thread. */
const documentsPerTurn = 32;

/** Writes the files for software: twins, feeds, lists, documents about the site; and the files of the author. */
export async function writeDocuments(
  loaded: LoadedLibrary,
  { source }: OutputTask,
  wp: readonly WpFile[],
  output: Output,
): Promise<void> {
  const { library } = loaded;
  let count = 0;
  for (const page of [...describePages(library), ...describeUnlisted(library)]) {
    if (page.view !== 'document') continue;
    if (count++ % documentsPerTurn === 0) await setImmediate();
    output.publish(documentTwin(page, library));
  }
  output.publish(publications(loaded, wp, source));
}
