import type { Addresses } from '../markdown/addresses.ts';
import type { LossCode, Losses } from '../write/losses.ts';
import type { MediaLibrary } from './media-library.ts';
import type { PlannedDocument } from './plan.ts';

/** Context of one document in the import. */
export interface DocumentContext {
  readonly systemName: string;
  readonly timezone: string;
  readonly media: MediaLibrary;
  /** Slug of an author by login; null if unknown. */
  authorOf(login: string): string | null;
  /** Slug of the site's owner, the default author. */
  readonly owner: string;
  termOf(taxonomy: string, slug: string): string | undefined;
  /** Front matter field for the terms of a taxonomy; null if the kind has none. */
  termField(kind: string, taxonomy: string): string | null;
  isOwnAddress(url: string): boolean;
  addressesOf(document: PlannedDocument): Addresses;
  /** Do documents of this kind have an order? */
  hasOrder(kind: string): boolean;
  reusableBlock(id: number): string | null;
  /** HTML that readers of the old site saw; null if unknown. */
  rendered(id: number): string | null;
  /** Public custom fields of a document on the old site. */
  recordedMeta(id: number): Readonly<Record<string, unknown>>;
  /** IDs that links of the site refer to. */
  readonly places: ReadonlySet<string>;
  readonly losses: Losses;
}

/** Reports a loss of the current document. */
export type Lose = (code: LossCode, what: string, fix?: string) => void;
