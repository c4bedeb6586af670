import type { RequestListener } from 'node:http';
import { ContentError, type Problem } from '../content/read/problems.ts';
import type { Library } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { locateModule } from '../plugins/locate-module.ts';
import { installLine, listActivePlugins } from './add-ons.ts';

/** One file below the path of a plugin: equal keys promise equal bytes. */
export interface MountedFile {
  /** With forward slashes: `index.html`. */
  readonly file: string;
  readonly key: string;
  readonly render: () => string | Uint8Array;
}

/** What the module of `mount` exports. */
export interface Mount {
  /** Files for a build. Throws `ContentError` for a document at their address. */
  readonly files?: (root: string, library: Library) => Promise<readonly MountedFile[]>;
  /**
   * Opens what answers in the dev server, whose requests have no path of the plugin in their address.
   * @param check shows the content as it is now, and returns its problems
   */
  readonly serve?: (
    root: string,
    site: Site,
    check: () => Promise<readonly Problem[]>,
  ) => Promise<RequestListener>;
}

/**
 * What plugins mount, and the editor where settings ask for it.
 * @throws ContentError with the command that installs the editor, if that is needed
 */
export async function openMounts(
  root: string,
  site: Site,
  isEditorNeeded: boolean,
): Promise<readonly (Mount & { readonly path: string })[]> {
  const { plugins, missing } = await listActivePlugins(root, site);
  const editor = isEditorNeeded ? missing.find(({ setting }) => setting === 'editor') : undefined;
  if (editor) {
    const message = `needs the package ${editor.name}. Run: ${installLine(root, editor.name)}`;
    throw new ContentError([{ file: 'package.json', line: 1, column: 1, field: 'editor', message }]);
  }
  const mounts = plugins.flatMap(({ mount, code }) => (mount ? { ...mount, code } : []));
  return Promise.all(
    mounts.map(async ({ path, module, code }) => {
      const loaded = (await import(locateModule(module, root, code))) as { readonly default: Mount };
      return { ...loaded.default, path };
    }),
  );
}
