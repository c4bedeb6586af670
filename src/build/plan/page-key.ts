import { hash } from 'node:crypto';
import type { Page } from '../../core/pages/page.ts';

const keys = new WeakMap<Page, string>();

/** Digest of everything that decides the bytes of a page and of its twin. */
export function pageKey(page: Page): string {
  let key = keys.get(page);
  if (key === undefined) {
    // The digest of a document covers its body.
    const document = 'document' in page ? page.document?.digest : undefined;
    key = hash('sha256', JSON.stringify({ ...page, document }), 'base64url');
    keys.set(page, key);
  }
  return key;
}
