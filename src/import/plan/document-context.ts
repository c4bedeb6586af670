import type { Addresses } from '../markdown/addresses.ts';
import type { LossCode, Losses } from '../write/losses.ts';
import type { MediaLibrary } from './media-library.ts';
import type { PlannedDocument } from './plan.ts';

/** What one document needs to know of the rest of the import. */
export interface DocumentContext {
  readonly systemName: string;
  readonly timezone: string;
  readonly media: MediaLibrary;
  /** Slug of an author by login; null where the export names none. */
  authorOf(login: string): string | null;
  /** Slug of the site's owner, whom no document has to name. */
  readonly owner: string;
  termOf(taxonomy: string, slug: string): string | undefined;
  /** Front matter field for the terms of a taxonomy; null if the kind has none. */
  termField(kind: string, taxonomy: string): string | null;
  /** Is it an address of the old site? */
  isOwnAddress(url: string): boolean;
  addressesOf(document: PlannedDocument): Addresses;
  /** Do documents of this kind have a place among others? */
  hasOrder(kind: string): boolean;
  reusableBlock(id: number): string | null;
  /** HTML that readers of the old site saw; null where it is not known. */
  rendered(id: number): string | null;
  /** Custom fields of a document as readers of the old site got them. */
  recordedMeta(id: number): Readonly<Record<string, unknown>>;
  /** IDs that links of the site refer to. */
  readonly places: ReadonlySet<string>;
  readonly losses: Losses;
}

/** Names a loss of the document that is being written. */
export type Lose = (code: LossCode, what: string, fix?: string) => void;
