import { join } from 'node:path';
import type { LastingParts } from '../../sidecar/open-edition.ts';
import { Editions } from '../../sidecar/release/editions.ts';
import type { Advice } from '../content/advice.ts';
import { adviseOnLinks } from '../content/advise-on-links.ts';
import { type LibrarySource, type LoadReport, loadLibrary } from '../content/load-library.ts';
import { ContentError, type Problem } from '../content/problems.ts';
import type { Browsers } from './browsers.ts';
import { openLiveEdition } from './live-edition.ts';
import { LiveIndex } from './live-index.ts';
import { makeTheme, removeOldThemes } from './theme-maker.ts';

export interface PreviewParts {
  readonly source: LibrarySource;
  /** Folder for everything that is kept between two runs. */
  readonly folder: string;
  readonly lasting: LastingParts;
  readonly browsers: Browsers;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  readonly nowGmt: () => string;
  readonly onFault: (error: unknown) => void;
}

/** How an attempt to show the state of the files ended; problems leave the edition as it was. */
export type Shown =
  | {
      readonly ok: true;
      readonly report: LoadReport;
      readonly documents: number;
      /** What a build would refuse, or would publish with a link that leads nowhere. */
      readonly advice: readonly Advice[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What is served of the state of the files: the newest edition without problems. */
export class Preview {
  editions: Editions | null = null;
  readonly #parts: PreviewParts;
  readonly #index: LiveIndex;
  readonly #themes: string;
  #theme: string | null = null;
  #themeProblems: readonly Problem[] = [];
  #count = 0;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
    this.#index = new LiveIndex(parts.source, join(parts.folder, 'content.sqlite'), parts.lasting);
    this.#themes = join(parts.folder, 'theme');
  }

  /** Compiles the theme if its code changed. One that does not compile leaves the last one in its place. */
  async refreshTheme(): Promise<void> {
    try {
      this.#theme = await makeTheme(this.#parts.source.root, this.#themes, this.#parts.source.site);
      this.#themeProblems = [];
      if (this.#count === 0) removeOldThemes(this.#themes, this.#theme);
    } catch (error) {
      this.#themeProblems = [{ ...nowhere, file: 'The theme', message: messageOf(error) }];
    }
  }

  /** Reads what changed and serves it; tells the browsers either way. */
  async refresh(): Promise<Shown> {
    const shown = await this.#attempt();
    this.#parts.browsers.showProblems(shown.ok ? [] : shown.problems);
    return shown;
  }

  async close(): Promise<void> {
    this.editions?.close();
    await this.#index.close();
  }

  async #attempt(): Promise<Shown> {
    const theme = this.#theme;
    if (theme === null || this.#themeProblems.length > 0) return { ok: false, problems: this.#themeProblems };
    const { lasting, browsers, folder, onFault } = this.#parts;
    const now = this.#parts.nowGmt();
    const source = { ...this.#parts.source, nowGmt: now };
    try {
      const library = await loadLibrary(source);
      this.#count += 1;
      const name = `${process.pid}-${this.#count}`;
      const live = { library, source, theme, pictures: join(folder, 'pictures'), modified: toHttpDate(now) };
      const edition = await openLiveEdition(name, live, this.#index, lasting, onFault);
      if (this.editions) this.editions.replace(edition);
      else this.editions = new Editions(edition);
      browsers.showEdition(name);
      const advice = adviseOnLinks(library.library, library.references);
      return { ok: true, report: library.report, documents: library.library.documents.length, advice };
    } catch (error) {
      if (error instanceof ContentError) return { ok: false, problems: error.problems };
      onFault(error);
      return { ok: false, problems: [{ ...nowhere, file: 'The preview', message: messageOf(error) }] };
    }
  }
}

const nowhere = { line: 0, column: 0, field: '' };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toHttpDate(gmt: string): string {
  return new Date(`${gmt}Z`).toUTCString();
}
