/** Resolves addresses of the old site to those of the new one. */
export interface Addresses {
  link(written: string): LinkTarget;
  /** @param id ID of the media file that the old site gave with the image */
  image(written: string, id: number | null): ImageTarget;
  file(written: string): FileTarget;
}

export type LinkTarget =
  /** Checked by every build: a page (without the place `lostPlace`), a file of the site, or another site. */
  | { readonly kind: 'checked'; readonly url: string; readonly lostPlace?: string }
  /** Valid, but unknown to the link check: an address with a query, a fragment. */
  | { readonly kind: 'unchecked'; readonly url: string }
  | { readonly kind: 'dead'; readonly reason: string };

export type FileTarget = { readonly kind: 'found' | 'missing'; readonly url: string };
export type ImageTarget = FileTarget | { readonly kind: 'none'; readonly written: string };
