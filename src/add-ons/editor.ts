import type { RequestListener } from 'node:http';
import { ContentError, type Problem } from '../content/read/problems.ts';
import type { Library } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { installLine, loadAddOn } from './add-ons.ts';

/** One file of `/edit/`: equal keys promise equal bytes. */
export interface EditorFile {
  /** Path below the output folder, with forward slashes. */
  readonly file: string;
  readonly key: string;
  readonly render: () => string | Uint8Array;
}

/** What the engine asks of `agentsite-editor/engine`, for sites with the setting `editor`. */
export interface EditorAddOn {
  /** `/edit/` of a site whose content is at a Git host. Throws `ContentError` for a document at its address. */
  readonly editorFiles: (root: string, library: Library) => Promise<readonly EditorFile[]>;
  /** `/edit/` of the dev server. `check` shows the content as it is now, and returns its problems. */
  readonly createDevEditor: (
    root: string,
    site: Site,
    check: () => Promise<readonly Problem[]>,
  ) => Promise<RequestListener>;
}

/**
 * The editor that the site has installed.
 * @throws ContentError with the command that installs it
 */
export async function loadEditor(root: string): Promise<EditorAddOn> {
  const editor = await loadAddOn<EditorAddOn>(root, 'agentsite-editor', 'engine');
  if (editor) return editor;
  const message = `needs the package agentsite-editor. Run: ${installLine(root, 'agentsite-editor')}`;
  throw new ContentError([{ file: 'package.json', line: 1, column: 1, field: 'editor', message }]);
}
