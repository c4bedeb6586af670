import type { LibrarySource } from '../../content/library/load-library.ts';
import type { Library } from '../../core/model/document.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { createWpContext, type WpContext } from '../../core/wp/context.ts';
import { type WpFile, wpFiles } from '../../core/wp/files.ts';
import { storedFiles } from '../../core/wp/stored-files.ts';
import type { Manifest } from './output.ts';

/** Where files go, and what is there. Plain data, which can be sent to threads. */
export interface OutputTask {
  readonly source: LibrarySource;
  /** The last build. */
  readonly client: string;
  readonly server: string;
  /** What this build writes. */
  readonly next: { readonly client: string; readonly server: string };
  /** The folder whose `server/` contains the compiled theme. */
  readonly renderer: string;
  /** Digest of the code and the settings: output of others is rebuilt. */
  readonly code: string;
  readonly previous: Manifest;
  readonly present: ReadonlySet<string>;
  readonly index: IndexState;
}

/** What is known of the content index before anything is written. */
export interface IndexState {
  /** Digest of what it must contain. */
  readonly key: string;
  /** Is the existing file as the last build left it? */
  readonly isIntact: boolean;
  readonly isDue: boolean;
}

/** The files of the REST interface, and the context that they are rendered with. */
export interface WpFiles {
  readonly context: WpContext;
  readonly files: readonly WpFile[];
}

export function listWp(library: Library): WpFiles {
  const context = createWpContext(library);
  const files = isFilesOnly(library.site) ? storedFiles(library, context) : wpFiles(library, context);
  return { context, files: [...files] };
}
