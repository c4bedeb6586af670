import { hash } from 'node:crypto';
import type { Document } from '../../core/model/document.ts';
import type { Page } from '../../core/pages/page.ts';

const keys = new WeakMap<Page, string>();

/** Digest of everything that decides the bytes of a page and of its twin. */
export function pageKey(page: Page): string {
  let key = keys.get(page);
  if (key === undefined) {
    key = hash('sha256', JSON.stringify(page, replaceDocument), 'base64url');
    keys.set(page, key);
  }
  return key;
}

/** Sets the key of a page that is already known. */
export function notePageKey(page: Page, key: string): void {
  keys.set(page, key);
}

/** The digest of a document covers its body. */
function replaceDocument(name: string, value: unknown): unknown {
  return name === 'document' ? ((value as Document | null)?.digest ?? null) : value;
}
