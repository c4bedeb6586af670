import { jsonToLex, lexicons } from '@atproto/api';
import { documentType, publicationType } from './record-keys.ts';
import type { RecordValue } from './records.ts';

/** The lexicons of https://standard.site, as far as this package writes their fields. */

const text = (maxGraphemes: number) => ({ type: 'string', maxGraphemes, maxLength: maxGraphemes * 10 });
const uri = { type: 'string', format: 'uri' };
const time = { type: 'string', format: 'datetime' };
const image = { type: 'blob', accept: ['image/*'], maxSize: 1_000_000 };
const shared = { description: text(3000) };
const document = {
  ...{ site: uri, path: { type: 'string' }, title: text(500), coverImage: image },
  ...{ textContent: { type: 'string' }, tags: { type: 'array', items: text(128) } },
  ...{ publishedAt: time, updatedAt: time },
  bskyPostRef: { type: 'ref', ref: 'com.atproto.repo.strongRef' },
};

for (const [id, required, own] of [
  [publicationType, ['url', 'name'], { url: uri, name: text(500), icon: image }],
  [documentType, ['site', 'title', 'publishedAt'], document],
] as const) {
  const record = { type: 'object', required, properties: { ...shared, ...own } };
  lexicons.add({ lexicon: 1, id, defs: { main: { type: 'record', key: 'tid', record } } } as never);
}

/** A value as clients send it. @throws where its lexicon forbids it, with the field */
export function toRecord(value: RecordValue): { [field: string]: unknown } {
  const record = jsonToLex(JSON.parse(JSON.stringify(value))) as { [field: string]: unknown };
  lexicons.assertValidRecord(value.$type, record);
  return record;
}
