import type { Site } from '../../core/model/site.ts';
import type { ImageFile } from '../images/images.ts';

/** What a compiler has to know; plain data, since it travels between threads. */
export interface CompilerSettings {
  readonly root: string;
  readonly site: Site;
  /** Are drafts and scheduled documents compiled as well? */
  readonly preview: boolean;
  /** The images that were read, by file from the root. */
  readonly images: ReadonlyMap<string, ImageFile>;
  /** Folder of the forms in which images are published. */
  readonly imageFolder: string;
}
