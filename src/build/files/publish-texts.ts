import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { renderLlmsEntry, renderLlmsHead } from '../../core/markdown/llms-full.ts';
import { listInOrder } from '../../core/markdown/llms-sections.ts';
import { isPublished } from '../../core/model/targets.ts';
import { paths } from '../../core/model/urls.ts';
import { describePages } from '../../core/pages/pages.ts';
import type { WpFile } from '../../core/wp/files.ts';
import { keyOf, type Output } from '../plan/output.ts';
import { pageKey } from '../plan/page-key.ts';
import type { PublishTask } from '../plan/publish-task.ts';
import { documentTwin } from './document-files.ts';
import { openLlmsFile } from './llms-file.ts';
import { publications } from './publications.ts';

const llmsFull = paths.llmsFull.slice(1);

/** After so many texts other work of this thread has its turn: pictures are drawn beside it, and wait to be asked for. */
const textsAtOnce = 32;

/** Publishes texts for programs: twins, feeds, lists, documents about the site; and the files of the author. */
export async function publishTexts(
  loaded: LoadedLibrary,
  { source, client, code, index }: PublishTask,
  wp: readonly WpFile[],
  output: Output,
): Promise<void> {
  const { library } = loaded;
  const key = keyOf(index.key, paths.llmsFull);
  const table = join(dirname(source.cacheFile), 'llms-full.json');
  const isDue = isPublished(library.site, paths.llmsFull) && !output.keeps(llmsFull, key);
  const llms = isDue ? openLlmsFile(join(client, llmsFull), table, code, renderLlmsHead(library)) : null;
  const listed = new Set(listInOrder(library));
  let count = 0;
  for (const page of listed) {
    if (count++ % textsAtOnce === 0) await setImmediate();
    output.publish(documentTwin(page, library));
    llms?.add(pageKey(page), () => renderLlmsEntry(library, page));
  }
  for (const page of describePages(library)) {
    if (page.view === 'document' && !listed.has(page)) output.publish(documentTwin(page, library));
  }
  await llms?.finish();
  if (isDue) output.noteWritten(llmsFull, key);
  for (const artifact of publications(loaded, wp, source)) {
    if (artifact.file !== llmsFull) output.publish([artifact]);
  }
}
