import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySource, LoadedLibrary } from '../content/load-library.ts';
import { renderArchiveTwin, renderHomeTwin } from '../core/archive-twin.ts';
import type { Library } from '../core/document.ts';
import { lockedTwinFile } from '../core/front-table.ts';
import { renderDocumentTwin, renderLockedTwin } from '../core/markdown-twin.ts';
import { describePages, type ListedPage } from '../core/pages.ts';
import { mediaPath, twinPath } from '../core/urls.ts';
import { type Artifact, keyOf } from './output.ts';

/** Everything that is published beside the HTML pages, one artifact a file. */
export function* publications(loaded: LoadedLibrary, source: LibrarySource): Generator<Artifact> {
  const { library } = loaded;
  for (const page of describePages(library)) yield twin(page, library);
  for (const asset of loaded.assets) {
    const content = () => readFileSync(join(source.root, 'content', asset));
    yield { file: mediaPath(asset).slice(1), key: keyOf(content().toString('base64')), render: content };
  }
}

/** The Markdown twin of a page; the 403 text in the place of a locked one. */
function twin(page: ListedPage, library: Library): Artifact {
  const path = twinPath(page.path);
  const key = keyOf(page);
  if (page.view === 'archive') {
    return { file: path.slice(1), key, render: () => renderArchiveTwin(page, library.site) };
  }
  const { document } = page;
  if (page.view === 'home') {
    const render = () => renderHomeTwin(page, document ? library.body(document) : null, library.site);
    return { file: path.slice(1), key, render };
  }
  if (page.document.locked)
    return { file: lockedTwinFile(path), key, render: () => renderLockedTwin(page, library.site) };
  const render = () => renderDocumentTwin(page, library.body(page.document), library.site);
  return { file: path.slice(1), key, render };
}
