import type { LossCode } from '../model/losses.ts';

export interface Attachment {
  readonly id: number;
  /** Absolute address on the old site. */
  readonly url: string;
  readonly title: string;
  readonly alt: string;
  /** HTML. */
  readonly caption: string;
  readonly mimeType: string;
}

/** Context for rendering a document, and where losses are reported. */
export interface TextContext {
  /** ID of the document; null without one. */
  readonly id: number | null;
  attachment(id: number): Attachment | null;
  /** Images attached to a document, in order. */
  imagesOf(id: number): readonly Attachment[];
  /** Stored content of a reusable block; null if it is missing. */
  reusableBlock(id: number): string | null;
  /** Value of a custom field of the document; empty without one. */
  field(key: string): string;
  /** HTML of a provider for an address, as the old site cached it; empty if it had none, null if unknown. */
  embedHtml(url: string): string | null;
  lose(code: LossCode, what: string, fix?: string): void;
  /** Notes stored words and addresses that readers didn't see, because others replaced them. */
  replace(stored: string): void;
}
