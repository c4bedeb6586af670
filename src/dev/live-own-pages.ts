import { readOwnPage } from '../content/compile/own-pages.ts';
import type { OwnFile, OwnPage } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { encodePath } from '../core/model/urls.ts';

/**
 * The owner's own pages as they are now. Their twins are made when they are asked for; their titles, which lists need
 * with each edit of a text, are kept until a module changes.
 */
export class LiveOwnPages {
  readonly #url: string;
  readonly #site: Site;
  #known = new Map<string, OwnPage | null>();

  /** @param url of the development server, where Astro renders them */
  constructor(url: string, site: Site) {
    this.#url = url;
    this.#site = site;
  }

  /** The page as its file is now; null for one that asks not to be found. */
  async read(file: OwnFile): Promise<OwnPage | null> {
    const response = await fetch(this.#url + encodePath(file.path), { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(`${file.source} was rendered with status ${response.status}`);
    const page = readOwnPage(await response.text(), file, this.#site);
    this.#known.set(file.path, page);
    return page;
  }

  /** Those of the files that are pages. One that cannot be rendered is left out: whoever opens it sees why. */
  async list(files: readonly OwnFile[]): Promise<readonly OwnPage[]> {
    const pages: OwnPage[] = [];
    for (const file of files.filter(({ path }) => path.endsWith('/'))) {
      const known = this.#known.get(file.path);
      const page = known === undefined ? await this.read(file).catch(() => null) : known;
      if (page) pages.push(page);
    }
    return pages;
  }

  /** A module changed, and any page may be another. */
  forget(): void {
    this.#known = new Map();
  }
}
