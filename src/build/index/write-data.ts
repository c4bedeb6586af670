import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signFile } from '../../content/images/images.ts';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import type { Library } from '../../core/model/document.ts';
import { listPages } from '../../core/pages/pages.ts';
import { wpArtifact } from '../files/document-files.ts';
import { digestLibrary } from '../files/site-documents.ts';
import type { Manifest, Output } from '../plan/output.ts';
import type { IndexState, OutputTask, WpFiles } from '../plan/output-task.ts';
import type { OpenIndex } from './index-meta.ts';
import { writeSearchIndex } from './search-index.ts';
import { createContentIndex } from './write-content-index.ts';

/** Name of the content index among the keys; it is outside of the output folder. */
export const indexFile = '../server/content.sqlite';

/** Whether the content index has to be written. A file that is not as the last build left it may be damaged. */
export function checkIndex(library: Library, server: string, previous: Manifest): IndexState {
  const key = digestLibrary(library);
  const signature = signIndex(server, []);
  const isIntact = signature !== '' && previous[indexFile]?.endsWith(` ${signature}`) === true;
  return { key, isIntact, isDue: !isIntact || previous[indexFile] !== `${key} ${signature}` };
}

function listIndex(server: string): string[] {
  const all = existsSync(server) ? readdirSync(server) : [];
  return all.filter((name) => name.startsWith('content.sqlite')).sort();
}

/** @param removed files that go when the build replaces the last one */
function signIndex(server: string, removed: readonly string[], next = server): string {
  const files = new Set([...listIndex(server), ...listIndex(next)]);
  for (const name of removed) files.delete(name);
  return [...files]
    .sort()
    .map((name) => `${name}:${signFile(next, name) || signFile(server, name)}`)
    .join(',');
}

/** Files of bodies of the last build that a new index does not read. Processes that have opened them still read them. */
export function listStaleBodies({ server, next }: Pick<OutputTask, 'server' | 'next'>): string[] {
  const isBodies = (name: string) => name.includes('.bodies-');
  const written = listIndex(next.server).filter(isBodies);
  return written.length === 0
    ? []
    : listIndex(server).filter((name) => isBodies(name) && !written.includes(name));
}

/** Writes documents as data: JSON and both search indexes. @param openIndex an accelerated {@link createContentIndex} */
export async function writeData(
  { library }: LoadedLibrary,
  { server, next, previous, code, index }: OutputTask,
  { context, files }: WpFiles,
  output: Output,
  openIndex: OpenIndex = createContentIndex,
): Promise<void> {
  await writeSearchIndex(library, previous, output);
  const last = join(server, 'content.sqlite');
  const options = { context, code, isIntact: index.isIntact, last };
  const writer = index.isDue
    ? openIndex(library, join(next.server, 'content.sqlite'), { ...options, pages: listPages(library) })
    : null;
  const posts = new Map(files.map((file) => [file.document, file]));
  for (const [at, document] of library.documents.entries()) {
    const pieces = writer?.add(at + 1, document);
    const file = posts.get(document);
    if (file) output.publish([{ ...wpArtifact(file), render: () => file.render(pieces ?? undefined) }]);
  }
  writer?.finish();
  const signature = signIndex(server, listStaleBodies({ server, next }), next.server);
  output.manifest[indexFile] = `${index.key} ${signature}`;
}
