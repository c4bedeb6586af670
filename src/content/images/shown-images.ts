import { dirname, join } from 'node:path';
import type { Site } from '../../core/model/site.ts';
import { type ImageFile, ImageMaker, isImageFile, signFile } from './images.ts';
import { imagesAtOnce } from './load-sharp.ts';

/** What was read of an image, and the signature of the file that it was read from. */
export interface CachedImage {
  readonly signature: string;
  readonly image: ImageFile;
}

/** What was read of images, for the next build. */
export interface ImageCache {
  /** All images, by file from the root. */
  images(): Map<string, CachedImage>;
  storeImages(images: ReadonlyMap<string, CachedImage>): void;
}

export type ImageSource = Readonly<{ root: string; site: Site; cacheFile: string }>;

export const formsFolder = ({ cacheFile }: ImageSource): string => join(dirname(cacheFile), 'shown-pictures');

/** The images of documents, read in earlier runs and now. */
export class ShownImages {
  /** Folder of the forms in which images are published. */
  readonly folder: string;
  readonly known: ReadonlyMap<string, ImageFile>;
  readonly #root: string;
  readonly #cache: ImageCache;
  readonly #maker: ImageMaker;
  readonly #known = new Map<string, ImageFile>();
  readonly #signatures = new Map<string, string>();
  readonly #isLater: boolean;
  #hasNew: boolean;

  /** @param converted images of which earlier runs left the published form for later; with it, this one does so too */
  constructor(source: ImageSource, cache: ImageCache, converted?: ReadonlyMap<string, CachedImage>) {
    this.#root = source.root;
    this.#cache = cache;
    this.folder = formsFolder(source);
    this.#maker = new ImageMaker(source.root, this.folder, source.site.images);
    this.known = this.#known;
    this.#isLater = converted !== undefined;
    this.#hasNew = (converted?.size ?? 0) > 0;
    for (const [file, { signature, image }] of [...cache.images(), ...(converted ?? [])]) {
      if (signature === signFile(source.root, file) && this.#maker.has(image))
        this.#set(file, signature, image);
    }
  }

  /** Reads those of these files that are images and not known. */
  async read(files: Iterable<string>, onProgress: (done: number, total: number) => void): Promise<void> {
    const due = [...new Set(files)].filter((file) => isImageFile(file) && !this.#known.has(file));
    if (due.length === 0) return;
    const next = due.values();
    let done = 0;
    const work = async () => {
      for (const file of next) {
        const signature = signFile(this.#root, file);
        if (signature !== '') this.#set(file, signature, await this.#maker.read(file, this.#isLater));
        onProgress(++done, due.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: imagesAtOnce }, work));
    } finally {
      await this.#maker.close();
    }
    this.#hasNew = true;
    this.#save();
  }

  keepOnly(files: ReadonlySet<string>): void {
    const others = [...this.#known.keys()].filter((file) => !files.has(file));
    for (const file of others) this.#known.delete(file);
    if (others.length === 0 && !this.#hasNew) return;
    this.#save();
    this.#maker.removeOthers(this.#known.values());
  }

  #set(file: string, signature: string, image: ImageFile): void {
    this.#known.set(file, image);
    this.#signatures.set(file, signature);
  }

  #save(): void {
    const rows = [...this.#known].map(([file, image]): [string, CachedImage] => [
      file,
      { signature: this.#signatures.get(file) ?? '', image },
    ]);
    this.#cache.storeImages(new Map(rows));
  }
}
