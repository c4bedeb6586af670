import { type ImageFile, ImageMaker, signFile } from '../content/images/images.ts';
import { imagesAtOnce } from '../content/images/load-sharp.ts';
import { type CachedImage, formsFolder, type ImageSource } from '../content/images/shown-images.ts';

/** Converts photographs after their pages are shown: all in the background, and at once what a page requests. */
export class LaterImages {
  /** Results, by file from the root. */
  readonly converted = new Map<string, CachedImage>();
  readonly #root: string;
  readonly #maker: ImageMaker;
  readonly #running = new Map<string, Promise<void>>();
  #due: string[] = [];
  #work: Promise<unknown> = Promise.resolve();

  constructor(source: ImageSource) {
    this.#root = source.root;
    this.#maker = new ImageMaker(source.root, formsFolder(source), source.site.images);
  }

  /** Converts deferred images, and replaces the queue of an earlier call. @param onAll called if there were any */
  convertAll(
    images: ReadonlyMap<string, ImageFile>,
    onProgress: (done: number, total: number) => void,
    onAll: () => void,
  ): void {
    this.#drop();
    const due = [...images].flatMap(([file, image]) => (image.ok && image.later ? [file] : []));
    const total = due.length;
    let done = 0;
    const work = async () => {
      for (let file = due.shift(); file !== undefined; file = due.shift()) {
        await this.convert(file);
        onProgress(++done, total);
      }
    };
    this.#due = due;
    if (total > 0)
      this.#work = Promise.all(Array.from({ length: imagesAtOnce }, work)).then(async () => {
        if (this.#due !== due) return;
        await this.#maker.close();
        onAll();
      });
  }

  async convert(file: string): Promise<void> {
    const signature = signFile(this.#root, file);
    if (this.converted.get(file)?.signature === signature) return;
    const key = `${file} ${signature}`;
    const make = async () => {
      this.converted.set(file, { signature, image: await this.#maker.read(file) });
      this.#running.delete(key);
    };
    const running = this.#running.get(key) ?? make();
    this.#running.set(key, running);
    await running;
  }

  async close(): Promise<void> {
    this.#drop();
    await this.#work;
    await this.#maker.close();
  }

  #drop(): void {
    this.#due.length = 0;
    this.#due = [];
  }
}
