import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentError, listFiles } from 'agentsite/content';
import type { Library } from 'agentsite/model';
import type { MountedFile } from 'agentsite/plugin';
import { bundleEditor } from './form/bundle.ts';
import { renderEditorPage } from './form/editor-page.ts';

/**
 * `/edit/` of a site whose content is at a Git host.
 * @throws ContentError for a document at its address
 */
export async function editorFiles(root: string, { site, documents }: Library): Promise<MountedFile[]> {
  const taken = documents.find(({ path }) => path.startsWith('/edit/'));
  if (taken) {
    const message = 'is the address of the editor; choose another one, or remove `editor` from site.ts.';
    throw new ContentError([{ file: taken.source, line: 1, column: 1, field: taken.path, message }]);
  }
  const program = await bundleEditor(root);
  const page = renderEditorPage(site);
  return [
    { file: 'index.html', key: keyOf(page), render: () => page },
    ...[...listFiles(program)].map((file) => ({
      file,
      key: keyOf(program, file),
      render: () => readFileSync(join(program, file)),
    })),
  ];
}

const keyOf = (...values: readonly unknown[]) => hash('sha256', JSON.stringify(values), 'base64url');
