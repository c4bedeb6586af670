import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { renderTwinEntry, tablesFile } from '../../core/front/servers/nginx-maps.ts';
import { renderLlmsEntry } from '../../core/markdown/llms-full.ts';
import type { Document } from '../../core/model/document.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { pageFile } from '../../core/model/urls.ts';
import type { DocumentPage } from '../../core/pages/page.ts';
import { describePage, siteOfPage } from '../../core/pages/pages.ts';
import { frontFile, signFront } from '../files/write-front.ts';
import { indexFile } from '../index/write-data.ts';
import type { BuildRecord, Manifest, Output, Part } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { pageKey } from '../plan/page-key.ts';
import { describeInputs, recallPageKeys } from './known-keys.ts';

/** More are written as in any other build. */
const maxEdited = 100;

/** A build after which only bodies differ: all files stay but those of these documents and those made of all bodies. */
export interface Edit {
  readonly documents: readonly Document[];
  readonly pages: readonly DocumentPage[];
  /** Entries of `llms-full.txt`, by the keys that they had. */
  readonly entries: ReadonlyMap<string, Part>;
  /** Is there no other file? */
  readonly isAll: boolean;
  /** All files, of those that this build made. */
  complete(made: Manifest): Record<string, string>;
}

/** What this build has to do; where more than bodies changed, page keys that still hold are noted. */
export function planEdit(loaded: LoadedLibrary, task: OutputTask, record: BuildRecord) {
  const inputs = describeInputs(loaded, task.source.root, record.inputs);
  const edit = findEdit(loaded, task, record, inputs);
  if (!edit) recallPageKeys(loaded.library, record.files, record.inputs, inputs);
  return { inputs, edit };
}

function findEdit(
  { library }: LoadedLibrary,
  { server, present, index }: OutputTask,
  { files, inputs: before, front }: BuildRecord,
  { shared, rest }: BuildRecord['inputs'],
): Edit | null {
  if (before.shared !== shared || before.rest !== rest || isFilesOnly(library.site)) return null;
  if (!index.isIntact || front !== signFront(server)) return null;
  const known = Object.keys(files).filter((file) => file !== indexFile);
  if (!known.every((file) => present.has(file))) return null;
  // The names of the search index for browsers change with what is in it.
  const renamed = known.filter((file) => file.startsWith('pagefind/'));
  const documents = library.documents.filter(({ path, digest }) => before.documents[path]?.[0] !== digest);
  if (documents.length > maxEdited) return null;
  const pages = documents.flatMap((document) => describePage(library, document) ?? []);
  // The home page shows the body of its document, and is no document's page.
  if (pages.length < documents.length) return null;
  const entries = pages.map((page): [string, Part] => {
    const view = { ...library, site: siteOfPage(library.site, page) };
    return [
      files[pageFile(page.path)] ?? '',
      { key: pageKey(page), render: () => renderLlmsEntry(view, page) },
    ];
  });
  return {
    documents,
    pages,
    entries: new Map(entries),
    isAll: renamed.length === 0 && present.size === known.length,
    complete(made) {
      for (const file of renamed) delete files[file];
      return Object.assign(files, made);
    },
  };
}

/** Puts the sizes of the twins that were written into the table of nginx. The other one is as it was, and of this build. */
export function updateFront({ server, next }: OutputTask, { sizes }: Output, before: BuildRecord['sizes']) {
  const twins = Object.entries(sizes).filter(([twin]) => Object.hasOwn(before, twin));
  let text = readFileSync(join(server, 'nginx', tablesFile), 'utf8');
  for (const [twin, size] of twins) {
    const line = renderTwinEntry(`/${twin}`, before[twin] ?? 0);
    text = text.replace(line, () => renderTwinEntry(`/${twin}`, size));
  }
  mkdirSync(join(next.server, 'nginx'), { recursive: true });
  writeFileSync(join(next.server, 'nginx', tablesFile), text);
  // By its time `agentsite start` knows what the build has read. A time of ours could be later than that of the next file.
  writeFileSync(join(next.server, frontFile), readFileSync(join(server, frontFile)));
  return { ...before, ...Object.fromEntries(twins) };
}
