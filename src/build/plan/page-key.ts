import { hash } from 'node:crypto';
import type { Page } from '../../core/pages/page.ts';

const keys = new WeakMap<Page, string>();

/**
 * Digest of all that decides what a page, its twin included, looks like: its data, in which the digest of its
 * document stands for the document and its body.
 */
export function pageKey(page: Page): string {
  let key = keys.get(page);
  if (key === undefined) {
    key = hash('sha256', describePage(page), 'base64url');
    keys.set(page, key);
  }
  return key;
}

/** Gives a page the key that is known of it. */
export function notePageKey(page: Page, key: string): void {
  keys.set(page, key);
}

/** What a document's page takes from the document, whose digest says it. */
const ofDocument = new Set(['path', 'title', 'description', 'modifiedGmt', 'minutes']);

function describePage(page: Page): string {
  let text = '';
  for (const name in page) {
    if (page.view === 'document' && ofDocument.has(name)) continue;
    const value =
      name === 'document' && 'document' in page ? (page.document?.digest ?? null) : page[name as keyof Page];
    text += describeField(name, value);
  }
  return text;
}

/** Longer descriptions are told apart by their digest, and made once: they are of parts that stand in many pages. */
const mostLength = 200;
const described = new WeakMap<object, string>();

/** Different values of plain data have different descriptions, for each says its kind and its length first. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${value};`;
  const known = described.get(value);
  if (known !== undefined) return known;
  const text = Array.isArray(value) ? describeItems(value) : describeFields(value);
  if (text.length <= mostLength) return text;
  const digest = `#${hash('sha256', text, 'base64url')}`;
  described.set(value, digest);
  return digest;
}

function describeItems(items: readonly unknown[]): string {
  let text = `[${items.length}:`;
  for (const item of items) text += describeValue(item);
  return text;
}

/** A field without a value is as one that is not there. */
function describeFields(fields: object): string {
  let text = '{';
  for (const name in fields) text += describeField(name, fields[name as keyof typeof fields]);
  return `${text}}`;
}

function describeField(name: string, value: unknown): string {
  return value === undefined ? '' : `${name}=${describeValue(value)}`;
}
