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
import { type DerivedImage, listImages, remember } from '../build/files/images.ts';
import { publications } from '../build/files/publications.ts';
import { allPages, bodyOf, fileOf } from '../build/pages/render-pages.ts';
import type { RenderPage } from '../build/pages/theme.ts';
import type { Artifact } from '../build/plan/output.ts';
import type { LibrarySource, LoadedLibrary } from '../content/library/load-library.ts';
import { isFile } from '../content/read/sources.ts';
import { lockedTwinFile } from '../core/front/front-table.ts';
import { renderOwnPageTwin } from '../core/markdown/own-page-twin.ts';
import type { OwnFile, OwnPage } from '../core/model/document.ts';
import { twinPath } from '../core/model/urls.ts';
import type { DocumentPage, Page } from '../core/pages/page.ts';
import { describePages } from '../core/pages/pages.ts';

/** Where the files of a preview come from. */
export interface LiveSource {
  readonly library: LoadedLibrary;
  readonly source: LibrarySource;
  /** Folder of pictures that were made before. */
  readonly pictures: string;
  /** Makes the page of the owner's own of a path; null for one without a twin. */
  readonly ownPage: (file: OwnFile) => Promise<OwnPage | null>;
  /** As in `Last-Modified`. */
  readonly modified: string;
}

/** The error page: what is missing is answered with it. */
const notFoundFile = '/_errors/404.html';

/**
 * The files of `dist/client`, none of which exists: each is rendered when it is asked for, by what renders it in
 * a build, so an edit costs only what is looked at. Pages and pictures take a moment: {@link prepare} makes them,
 * `find` and `read` give what is there.
 */
export class LiveFiles implements PublishedFiles {
  readonly #from: LiveSource;
  readonly #render: RenderPage;
  readonly #pages: ReadonlyMap<string, Page>;
  /** Documents, by the path of their twin, or of what is sent in the place of a locked one. */
  readonly #documents: ReadonlyMap<string, DocumentPage>;
  /** Pages of the owner's own, by the paths of either form. */
  readonly #ownFiles: ReadonlyMap<string, OwnFile>;
  readonly #made = new Map<string, Uint8Array>();
  #others: ReadonlyMap<string, Artifact> | null = null;
  #pictures: ReadonlyMap<string, DerivedImage> | null = null;

  constructor(from: LiveSource, render: RenderPage) {
    this.#from = from;
    this.#render = render;
    this.#pages = new Map(
      allPages(from.library.library).map((page) => [`/${fileOf(page, from.library.library.site)}`, page]),
    );
    this.#documents = new Map(
      describePages(from.library.library).flatMap((page): [string, DocumentPage][] =>
        page.view === 'document' ? [[twinFileOf(page), page]] : [],
      ),
    );
    const own = from.library.own.filter(({ path }) => path.endsWith('/'));
    this.#ownFiles = new Map(
      own.flatMap((file) => [file.path, twinPath(file.path)].map((path) => [path, file])),
    );
  }

  /** Makes what the answer to a request for this path may need. */
  async prepare(path: string): Promise<void> {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const page = this.#pages.get(file);
    if (page) return this.#renderInto(file, page);
    const own = this.#ownFiles.get(path);
    if (own) return this.#renderOwn(own);
    if (this.#made.has(file)) return;
    const picture = isPicture(file) ? this.#picture(file) : undefined;
    if (picture) {
      this.#made.set(file, await remember(join(this.#from.pictures, picture.key), picture.make));
      return;
    }
    const missing = this.#other(file) ? undefined : this.#pages.get(notFoundFile);
    if (missing) await this.#renderInto(notFoundFile, missing);
  }

  async #renderOwn(file: OwnFile): Promise<void> {
    const page = await this.#from.ownPage(file);
    if (page)
      this.#made.set(twinPath(file.path), Buffer.from(renderOwnPageTwin(page, this.#from.source.site)));
  }

  /** Each time anew, since the theme may be another. */
  async #renderInto(file: string, page: Page): Promise<void> {
    this.#made.set(file, await this.#render(page, bodyOf(page, this.#from.library.library)));
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

  /** What browsers ask for with each page, a twin and the files of `public/`, is found without listing the rest. */
  #other(path: string): Artifact | undefined {
    const { library, source } = this.#from;
    const verbatim = verbatimFile(source.root, path);
    if (verbatim) return verbatim;
    const page = this.#documents.get(path);
    if (page) return documentTwin(page, library.library).find(({ file }) => `/${file}` === path);
    this.#others ??= new Map([...publications(library, [], source)].map((made) => [`/${made.file}`, made]));
    return this.#others.get(path);
  }

  #picture(path: string): DerivedImage | undefined {
    const { library, source } = this.#from;
    this.#pictures ??= new Map(
      [...listImages(library, source.root)].map((picture) => [`/${picture.file}`, picture]),
    );
    return this.#pictures.get(path);
  }
}

function isPicture(path: string): boolean {
  return /\.(?:avif|webp|png)$/.test(path);
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
