import type { LossCode } from '../write/losses.ts';

/** A file of the old site's media library. */
export interface Attachment {
  readonly id: number;
  /** Address of the file on the old site, absolute. */
  readonly url: string;
  readonly title: string;
  readonly alt: string;
  /** HTML. */
  readonly caption: string;
  readonly mimeType: string;
}

/** What a text needs to know of the rest of the site, and where it says what is lost. */
export interface TextContext {
  /** Number of the document that the text is of; null where it has none. */
  readonly id: number | null;
  attachment(id: number): Attachment | null;
  /** Images attached to a document, in their order. */
  imagesOf(id: number): readonly Attachment[];
  /** Stored text of a reusable block; null where there is none. */
  reusableBlock(id: number): string | null;
  /** The HTML that a provider gave for an address when the old site asked last; empty where it had none, null where it is not known. */
  embedHtml(url: string): string | null;
  lose(code: LossCode, what: string, fix?: string): void;
}
