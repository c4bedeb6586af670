import { hash } from 'node:crypto';
import type { Page } from '../core/pages/page.ts';

const keys = new WeakMap<Page, string>();

/**
 * Digest of all that decides what a page, its twin included, looks like: its data, in which the digest of its
 * document stands for the document and its body.
 */
export function pageKey(page: Page): string {
  let key = keys.get(page);
  if (key === undefined) {
    const document = 'document' in page ? (page.document?.digest ?? null) : undefined;
    key = hash('sha256', describeFields({ ...page, document }), 'base64url');
    keys.set(page, key);
  }
  return key;
}

/** Parts that stand in many pages, such as the entries of lists, are described once. */
const described = new WeakMap<object, string>();

/** Longer descriptions are told apart by their digest. */
const mostLength = 200;

/** Different values of plain data have different descriptions, for each says its kind and its length first. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${value};`;
  let text = described.get(value);
  if (text === undefined) {
    text = Array.isArray(value) ? describeItems(value) : describeFields(value);
    if (text.length > mostLength) text = `#${hash('sha256', text, 'base64url')}`;
    described.set(value, text);
  }
  return text;
}

function describeItems(items: readonly unknown[]): string {
  let text = `[${items.length}:`;
  for (const item of items) text += describeValue(item);
  return text;
}

/** A field without a value is as one that is not there. */
function describeFields(fields: object): string {
  let text = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) text += `${name}=${describeValue(value)}`;
  }
  return `${text}}`;
}
