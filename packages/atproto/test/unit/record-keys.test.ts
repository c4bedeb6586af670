import { expect, test } from 'vitest';
import { atproto } from '../../src/atproto.ts';
import { documentUri, hasRecord, publicationUri } from '../../src/record-keys.ts';
import { did } from '../helpers/fake-host.ts';

const optionsOf = (given: object) =>
  atproto.definition.options?.parse({ did, ...given }) as Parameters<typeof publicationUri>[1];
const site = { url: 'https://notes.example.org' };

test('keys are TIDs of the past, which stay as they are in every version', () => {
  expect(documentUri(site, optionsOf({}), { id: 137 })).toBe(
    `at://${did}/site.standard.document/2vv77h6wj6bkv`,
  );
  for (let id = 1; id < 5000; id++) {
    const key = documentUri(site, optionsOf({}), { id }).replace(/.*\//, '');
    expect(key).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
    // The first digit is 0: less than 2^60, of which 10 bits are no time.
    expect(key.startsWith('2')).toBe(true);
  }
});

test('keys depend on site and document, and keep the first address of a site that moved', () => {
  const uris = [documentUri(site, optionsOf({}), { id: 1 }), documentUri(site, optionsOf({}), { id: 2 })];
  const moved = { url: 'https://new.example.org' };
  expect(new Set([...uris, documentUri(moved, optionsOf({}), { id: 1 })]).size).toBe(3);
  expect(documentUri(moved, optionsOf({ firstUrl: 'https://notes.example.org/' }), { id: 1 })).toBe(uris[0]);
  expect(publicationUri(site, optionsOf({}))).toMatch(`at://${did}/site.standard.publication/`);
});

test('a document has a record unless it is locked, unlisted, a draft or without a date', () => {
  const document = { kind: 'post', locked: null } as Parameters<typeof hasRecord>[0];
  const options = optionsOf({});
  expect(hasRecord(document, options)).toBe(true);
  const locked = { iterations: 1, salt: '', iv: '', data: '' };
  for (const more of [
    { locked },
    { unlisted: true },
    { unpublished: 'draft' },
    { undated: true },
    { kind: 'page' },
  ] as const)
    expect(hasRecord({ ...document, ...more } as typeof document, options)).toBe(false);
  expect(hasRecord({ ...document, kind: 'page' }, optionsOf({ kinds: ['page'] }))).toBe(true);
});

test('options that are no account are refused with what to write', () => {
  const { options } = atproto.definition;
  for (const wrong of ['zoe.example', 'did:plc:short', 'did:key:abc', ''])
    expect(() => options?.parse({ did: wrong })).toThrow(
      'must be the DID of your account, did:plc:…; https://bsky.social/xrpc',
    );
});

test('a site in a folder of a host, and a post without a date, have advice', () => {
  const { checks } = atproto.definition.setup(optionsOf({}));
  const library = (url: string) =>
    ({ site: { url }, documents: [{ kind: 'post', source: 'content/posts/a.md', undated: true }] }) as never;
  const found = [...(checks?.(library('https://zoe.example.org/notes')) ?? [])];
  const place = 'https://zoe.example.org/.well-known/site.standard.publication/notes';
  expect(found[0]).toMatchObject({ file: 'site.ts', message: expect.stringContaining(place) });
  expect(found[1]).toMatchObject({ file: 'content/posts/a.md', message: expect.stringContaining('no date') });
  expect([...(checks?.(library('https://zoe.example.org')) ?? [])]).toHaveLength(1);
});
