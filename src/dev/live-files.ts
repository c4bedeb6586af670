import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Encoding,
  type PublishedFile,
  type PublishedFiles,
  type Representation,
  typeOf,
} from '../../sidecar/front/published-files.ts';
import { documentTwin } from '../build/files/document-files.ts';
import { type DerivedImage, listImages } from '../build/files/images.ts';
import { publications } from '../build/files/publications.ts';
import { noChanges } from '../build/files/write-changes.ts';
import { allPages, bodyOf, fileOf } from '../build/pages/render-pages.ts';
import type { RenderPage } from '../build/pages/theme.ts';
import type { Artifact } from '../build/plan/output.ts';
import { imageSource, remember } from '../content/images/images.ts';
import type { LibrarySource, LoadedLibrary } from '../content/library/load-library.ts';
import { isFile } from '../content/read/sources.ts';
import { lockedTwinFile } from '../core/front/front-table.ts';
import { renderOwnPageTwin } from '../core/markdown/own-page-twin.ts';
import type { OwnFile, OwnPage } from '../core/model/document.ts';
import { siteAt } from '../core/model/languages.ts';
import { paths, twinPath } from '../core/model/urls.ts';
import type { DocumentPage, Page } from '../core/pages/page.ts';
import { describePages, describeUnlisted, notFoundFile } from '../core/pages/pages.ts';

export interface LiveSource {
  readonly library: LoadedLibrary;
  readonly source: LibrarySource;
  readonly images: string;
  /** Makes the published form of an image of `content/` that was left for later, by its file from the root. */
  readonly convert: (file: string) => Promise<void>;
  /** Renders one of the owner's own pages; null for one without a twin. */
  readonly ownPage: (file: OwnFile) => Promise<OwnPage | null>;
  /** As in `Last-Modified`. */
  readonly modified: string;
}

/** The files of `dist/client`, rendered on request by the code of a build; {@link prepare} renders pages and images. */
export class LiveFiles implements PublishedFiles {
  readonly #from: LiveSource;
  readonly #render: RenderPage;
  readonly #pages: ReadonlyMap<string, Page>;
  /** Documents, by the path of their twin, or of what replaces a locked one. */
  readonly #documents: ReadonlyMap<string, DocumentPage>;
  /** The owner's own pages, by the paths of page and twin. */
  readonly #ownFiles: ReadonlyMap<string, OwnFile>;
  readonly #made = new Map<string, Uint8Array>();
  #others: ReadonlyMap<string, Artifact> | null = null;
  #images: ReadonlyMap<string, DerivedImage> | null = null;

  constructor(from: LiveSource, render: RenderPage) {
    this.#from = from;
    this.#render = render;
    this.#pages = new Map(
      allPages(from.library.library).map((page) => [`/${fileOf(page, from.library.library.site)}`, page]),
    );
    this.#documents = new Map(
      [...describePages(from.library.library), ...describeUnlisted(from.library.library)].flatMap(
        (page): [string, DocumentPage][] => (page.view === 'document' ? [[twinFileOf(page), page]] : []),
      ),
    );
    const own = from.library.own.filter(({ path }) => path.endsWith('/'));
    this.#ownFiles = new Map(
      own.flatMap((file) => [file.path, twinPath(file.path)].map((path) => [path, file])),
    );
  }

  /** Renders what the response to a request for this path needs. */
  async prepare(path: string): Promise<void> {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const page = this.#pages.get(file);
    if (page) return this.#renderInto(file, page);
    const own = this.#ownFiles.get(path);
    if (own) return this.#renderOwn(own);
    if (this.#made.has(file)) return;
    const shown = imageSource(file.replace(/\.\d+\.(?:avif|webp)$/, ''));
    const known = this.#from.library.images.get(shown);
    if (known?.ok && known.later) await this.#from.convert(shown);
    const image = /\.(?:avif|webp|png)$/.test(file) ? this.#image(file) : undefined;
    if (image) {
      const { images, source } = this.#from;
      this.#made.set(file, await remember(source.root, join(images, image.key), image.make));
      return;
    }
    const { site } = this.#from.library.library;
    if (this.#other(file)) return;
    for (const status of [404, 410] as const) {
      const missing = `/${notFoundFile(siteAt(site, path), status)}`;
      const page = this.#pages.get(missing);
      if (page) await this.#renderInto(missing, page);
    }
  }

  async #renderOwn(file: OwnFile): Promise<void> {
    const page = await this.#from.ownPage(file);
    if (page)
      this.#made.set(
        twinPath(file.path),
        Buffer.from(renderOwnPageTwin(page, siteAt(this.#from.source.site, file.path))),
      );
  }

  /** Never cached, since the theme may have changed. */
  async #renderInto(file: string, page: Page): Promise<void> {
    const html = await this.#render(page, bodyOf(page, this.#from.library.library));
    this.#made.set(file, Buffer.from(html));
  }

  find(path: string): PublishedFile | undefined {
    const made = this.#made.get(path);
    if (made) return this.#describe(path, made);
    if (this.#pages.has(path)) return this.#describe(path, new Uint8Array());
    const content = this.#other(path)?.render();
    if (content === undefined) return undefined;
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#made.set(path, bytes);
    return this.#describe(path, bytes);
  }

  read(file: PublishedFile, encoding: Encoding): Representation {
    const bytes = this.#made.get(file.path);
    if (!bytes || encoding !== 'identity') throw new Error(`${file.path} was not prepared as ${encoding}`);
    return { bytes: Buffer.from(bytes), etag: `"${hash('sha1', bytes, 'base64url')}"` };
  }

  #describe(path: string, bytes: Uint8Array): PublishedFile {
    const type = typeOf(path);
    return { path, file: '', type, size: bytes.length, lastModified: this.#from.modified };
  }

  /** Finds files of `public/` and twins without listing all files. */
  #other(path: string): Artifact | undefined {
    const { library, source } = this.#from;
    const verbatim = verbatimFile(source.root, path);
    if (verbatim) return verbatim;
    const page = this.#documents.get(path);
    if (page) return documentTwin(page, library.library).find(({ file }) => `/${file}` === path);
    if (path === paths.changes) return noChanges(library.library.site);
    this.#others ??= new Map([...publications(library, [], source)].map((made) => [`/${made.file}`, made]));
    return this.#others.get(path);
  }

  #image(path: string): DerivedImage | undefined {
    const { library, source } = this.#from;
    this.#images ??= new Map([...listImages(library, source.root)].map((image) => [`/${image.file}`, image]));
    return this.#images.get(path);
  }
}

function twinFileOf({ path, document }: DocumentPage): string {
  const twin = twinPath(path);
  return document.locked ? `/${lockedTwinFile(twin)}` : twin;
}

function verbatimFile(root: string, path: string): Artifact | undefined {
  const file = join(root, 'public', path);
  if (!isFile(file)) return undefined;
  return { file: path.slice(1), key: '', render: () => readFileSync(file) };
}
