import { join } from 'node:path';
import type { SharedParts } from '../../sidecar/open-release.ts';
import { OpenReleases } from '../../sidecar/release/open-releases.ts';
import { type Advice, toAdvice } from '../content/check/advice.ts';
import { adviseOnLinks } from '../content/check/advise-on-links.ts';
import {
  type LibrarySource,
  type LoadedLibrary,
  type LoadMemory,
  type LoadReport,
  loadLibrary,
} from '../content/library/load-library.ts';
import { ContentError, type Problem } from '../content/read/problems.ts';
import type { OwnFile } from '../core/model/document.ts';
import { LaterImages } from './later-images.ts';
import { LiveIndex } from './live-index.ts';
import type { LiveOwnPages } from './live-own-pages.ts';
import { type LiveRequests, openLiveRelease } from './live-release.ts';
import type { Overlay } from './overlay.ts';
import type { ThemeRenderer } from './theme-renderer.ts';

export interface PreviewParts extends LiveRequests {
  readonly source: LibrarySource;
  readonly folder: string;
  readonly shared: SharedParts;
  readonly theme: ThemeRenderer;
  readonly own: LiveOwnPages;
  readonly overlay: Overlay;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  readonly nowGmt: () => string;
  readonly onImages: (done: number, total: number) => void;
  /** Called when all photographs of a release are converted that were not. */
  readonly onConverted: () => void;
}

/** Result of a refresh. Problems leave the release unchanged. */
export type Shown =
  | {
      readonly ok: true;
      readonly report: LoadReport;
      readonly documents: number;
      readonly advice: readonly Advice[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export class Preview {
  releases: OpenReleases | null = null;
  readonly #parts: PreviewParts;
  readonly #index: LiveIndex;
  #count = 0;
  readonly #images: LaterImages;
  readonly #memory: LoadMemory;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
    this.#images = new LaterImages(parts.source);
    this.#memory = { entries: null, converted: this.#images.converted };
    this.#index = new LiveIndex(parts.source, join(parts.folder, 'content.sqlite'), parts.shared);
  }

  /** Reads changed files, serves them, and notifies the browsers. @param isEdit is there anything new to see? */
  async refresh(isEdit = true): Promise<Shown> {
    const shown = await this.#attempt();
    if (shown.ok && isEdit) this.#parts.overlay.reload();
    if (!shown.ok) this.#parts.overlay.show(shown.problems);
    return shown;
  }

  async close(): Promise<void> {
    this.releases?.close();
    await this.#images.close();
    await this.#index.close();
  }

  async #attempt(): Promise<Shown> {
    const { theme, own, shared, folder } = this.#parts;
    const ownPage = (file: OwnFile) => own.read(file);
    const convert = (file: string) => this.#images.convert(file);
    const now = this.#parts.nowGmt();
    const source = { ...this.#parts.source, nowGmt: now };
    try {
      const loaded = await loadLibrary(source, { memory: this.#memory });
      const ownPages = await own.list(loaded.own);
      // The same object, since descriptions of its pages are cached by it.
      const library: LoadedLibrary = { ...loaded, library: Object.assign(loaded.library, { ownPages }) };
      const name = String(++this.#count);
      const modified = new Date(`${now}Z`).toUTCString();
      const live = { library, source, images: join(folder, 'images'), convert, ownPage, modified };
      const release = openLiveRelease(name, live, theme, this.#index, shared, this.#parts);
      if (this.releases) this.releases.replace(release);
      else this.releases = new OpenReleases(release);
      this.#images.convertAll(library.images, this.#parts.onImages, this.#parts.onConverted);
      const advice = [
        ...adviseOnLinks(library.library, library.references, library.own),
        ...library.warnings.map(toAdvice),
      ];
      return { ok: true, report: library.report, documents: library.library.documents.length, advice };
    } catch (error) {
      if (error instanceof ContentError) return { ok: false, problems: error.problems };
      const message = error instanceof Error ? error.message : String(error);
      return { ok: false, problems: [{ file: 'content', line: 0, column: 0, field: '', message }] };
    }
  }
}
