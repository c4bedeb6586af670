import type { Site } from '../../core/model/site.ts';
import type { PictureFile } from '../images/pictures.ts';

/** What a compiler has to know; plain data, since it travels between threads. */
export interface CompilerSettings {
  /** The project's folder. */
  readonly root: string;
  readonly site: Site;
  /** Are the texts of drafts and scheduled documents compiled as well? */
  readonly preview: boolean;
  /** The pictures that were read, by file from the root. */
  readonly pictures: ReadonlyMap<string, PictureFile>;
  /** Folder of the forms in which pictures are published. */
  readonly keptPictures: string;
}
