import { readOwnPage } from '../content/compile/own-pages.ts';
import type { OwnFile, OwnPage } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { encodePath } from '../core/model/urls.ts';

/** The owner's own pages, cached until a module changes: lists need their titles. */
export class LiveOwnPages {
  readonly #url: string;
  readonly #site: Site;
  #known = new Map<string, OwnPage | null>();

  /** @param url of the development server, which renders them */
  constructor(url: string, site: Site) {
    this.#url = url;
    this.#site = site;
  }

  /** The current page; null for one with noindex. */
  async read(file: OwnFile): Promise<OwnPage | null> {
    const response = await fetch(this.#url + encodePath(file.path), { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(`${file.source} was rendered with status ${response.status}`);
    const page = readOwnPage(await response.text(), file, this.#site);
    this.#known.set(file.path, page);
    return page;
  }

  /** The files that are pages. One that can't be rendered is omitted; opening it shows the error. */
  async list(files: readonly OwnFile[]): Promise<readonly OwnPage[]> {
    const pages: OwnPage[] = [];
    for (const file of files.filter(({ path }) => path.endsWith('/'))) {
      const known = this.#known.get(file.path);
      const page = known === undefined ? await this.read(file).catch(() => null) : known;
      if (page) pages.push(page);
    }
    return pages;
  }

  forget(): void {
    this.#known = new Map();
  }
}
