import { dirname, join } from 'node:path';
import type { Site } from '../../core/model/site.ts';
import type { CachedPicture, CompileCache } from '../read/compile-cache.ts';
import { picturesAtOnce } from './load-sharp.ts';
import { isPictureFile, type PictureFile, PictureMaker, signFile } from './pictures.ts';

/** The pictures that texts show: what was read of them in earlier runs, and now. */
export class ShownPictures {
  /** Folder of the forms in which pictures are published. */
  readonly folder: string;
  /** Those that are known, by file from the root. */
  readonly known: ReadonlyMap<string, PictureFile>;
  readonly #root: string;
  readonly #cache: CompileCache;
  readonly #maker: PictureMaker;
  readonly #known = new Map<string, PictureFile>();
  readonly #signatures = new Map<string, string>();
  #hasNew = false;

  constructor(source: { root: string; site: Site; cacheFile: string }, cache: CompileCache) {
    this.#root = source.root;
    this.#cache = cache;
    this.folder = join(dirname(source.cacheFile), 'shown-pictures');
    this.#maker = new PictureMaker(source.root, this.folder, source.site.pictures);
    this.known = this.#known;
    for (const [file, { signature, picture }] of cache.pictures()) {
      if (signature === signFile(source.root, file) && this.#maker.has(picture))
        this.#set(file, signature, picture);
    }
  }

  /** Reads those of these files that are pictures and not known. */
  async read(files: Iterable<string>, onProgress: (done: number, total: number) => void): Promise<void> {
    const due = [...new Set(files)].filter((file) => isPictureFile(file) && !this.#known.has(file));
    if (due.length === 0) return;
    const next = due.values();
    let done = 0;
    const work = async () => {
      for (const file of next) {
        const signature = signFile(this.#root, file);
        if (signature !== '') this.#set(file, signature, await this.#maker.read(file));
        onProgress(++done, due.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: picturesAtOnce }, work));
    } finally {
      await this.#maker.close();
    }
    this.#hasNew = true;
    this.#save();
  }

  /** Forgets all but these files. */
  keepOnly(files: ReadonlySet<string>): void {
    const others = [...this.#known.keys()].filter((file) => !files.has(file));
    for (const file of others) this.#known.delete(file);
    if (others.length === 0 && !this.#hasNew) return;
    this.#save();
    this.#maker.removeOthers(this.#known.values());
  }

  #set(file: string, signature: string, picture: PictureFile): void {
    this.#known.set(file, picture);
    this.#signatures.set(file, signature);
  }

  #save(): void {
    const rows = [...this.#known].map(([file, picture]): [string, CachedPicture] => [
      file,
      { signature: this.#signatures.get(file) ?? '', picture },
    ]);
    this.#cache.keepPictures(new Map(rows));
  }
}
