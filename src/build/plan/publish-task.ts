import type { LibrarySource } from '../../content/library/load-library.ts';
import type { Library } from '../../core/model/document.ts';
import { isFilesOnly } from '../../core/model/targets.ts';
import { createWpContext, type WpContext } from '../../core/wp/context.ts';
import { type WpFile, wpFiles } from '../../core/wp/files.ts';
import { storedFiles } from '../../core/wp/stored-files.ts';
import type { Manifest } from './output.ts';

/** Where files go, and what is there. Plain data: it travels between threads. */
export interface PublishTask {
  readonly source: LibrarySource;
  readonly client: string;
  readonly server: string;
  /** The folder whose `server/` holds the compiled theme. */
  readonly renderer: string;
  /** Digest of the code and the settings: what others made is made anew. */
  readonly code: string;
  readonly previous: Manifest;
  readonly present: ReadonlySet<string>;
  readonly index: IndexState;
  /** Memory of the `SharedProgress` of smaller copies of images. */
  readonly copies: SharedArrayBuffer;
}

/** What is known of the content index before anything is written. */
export interface IndexState {
  /** Digest of what it has to hold. */
  readonly key: string;
  /** Is the file that is there as the last build left it? */
  readonly isIntact: boolean;
  /** Does something else have to be in it? */
  readonly isDue: boolean;
}

/** The same for another thread, which helps with the pages when its own work is done. */
export interface SharedTask extends PublishTask {
  /** Memory of the `SharedCounter` of the pages. */
  readonly pageCounter: SharedArrayBuffer;
}

export interface PublishResult {
  readonly written: number;
  readonly manifest: Manifest;
}

/** The files of the REST interface, and what they are rendered with. */
export interface WpPublication {
  readonly context: WpContext;
  readonly files: readonly WpFile[];
}

export function listWp(library: Library): WpPublication {
  const context = createWpContext(library);
  const files = isFilesOnly(library.site) ? storedFiles(library, context) : wpFiles(library, context);
  return { context, files: [...files] };
}
