import type { Page } from '../core/pages/page.ts';
import { keyOf } from './output.ts';

const keys = new WeakMap<Page, string>();

/**
 * Digest of all that decides what a page, its twin included, looks like: its data, in which the digest of its
 * document stands for the document and its body.
 */
export function pageKey(page: Page): string {
  let key = keys.get(page);
  if (key === undefined) {
    key = keyOf('document' in page ? { ...page, document: page.document?.digest } : page);
    keys.set(page, key);
  }
  return key;
}
