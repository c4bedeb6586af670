import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../content/read/list-files.ts';
import { ContentError } from '../../content/read/problems.ts';
import type { Library } from '../../core/model/document.ts';
import { bundleEditor } from '../../editor/bundle.ts';
import { renderEditorPage } from '../../editor/editor-page.ts';
import { type Artifact, keyOf } from '../plan/output.ts';

/**
 * `/edit/` of a site whose content is at a Git host.
 * @throws ContentError for a document at its address
 */
export async function editorFiles(root: string, { site, documents }: Library): Promise<Artifact[]> {
  const taken = documents.find(({ path }) => path.startsWith('/edit/'));
  if (taken) {
    const message = 'is the address of the editor; choose another one, or remove `editor` from site.ts.';
    throw new ContentError([{ file: taken.source, line: 1, column: 1, field: taken.path, message }]);
  }
  const program = await bundleEditor(root);
  const page = renderEditorPage(site);
  return [
    { file: 'edit/index.html', key: keyOf(page), render: () => page },
    ...[...listFiles(program)].map((file) => ({
      file: `edit/${file}`,
      key: keyOf(program, file),
      render: () => readFileSync(join(program, file)),
    })),
  ];
}
