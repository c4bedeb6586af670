import { lockedTwinFile } from '../../core/front/front-table.ts';
import { renderDocumentTwin, renderLockedTwin } from '../../core/markdown/markdown-twin.ts';
import type { Library } from '../../core/model/document.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { twinPath } from '../../core/model/urls.ts';
import type { DocumentPage } from '../../core/pages/page.ts';
import { siteOfPage } from '../../core/pages/pages.ts';
import type { WpFile } from '../../core/wp/files.ts';
import { type Artifact, keyOf } from '../plan/output.ts';
import { pageKey } from '../plan/page-key.ts';

/** The Markdown twin of a document; for a locked one the body of the 403, where a server can send that. */
export function documentTwin(page: DocumentPage, library: Library): Artifact[] {
  const { document, path } = page;
  const site = siteOfPage(library.site, page);
  const file = twinPath(path);
  const key = pageKey(page);
  if (document.locked) {
    if (isFilesOnly(library.site)) return [];
    return [{ file: lockedTwinFile(file), key, render: () => renderLockedTwin(page, site) }];
  }
  const render = () => renderDocumentTwin(page, library.body(document), site);
  return [{ file: file.slice(1), key, render }];
}

export function wpArtifact({ file, key, render }: WpFile): Artifact {
  return { file, key: keyOf(key), render };
}
