import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isNotModified } from '../../../sidecar/http/not-modified.ts';

const monday = 'Mon, 03 Aug 2026 09:00:00 GMT';
const sunday = 'Sun, 02 Aug 2026 09:00:00 GMT';
const ask = (headers: IncomingHttpHeaders, modified?: string) =>
  isNotModified({ headers } as IncomingMessage, '"a"', modified);

it.each([
  ['no condition', {}, false],
  ['the same tag', { 'if-none-match': '"a"' }, true],
  ['a weak tag in a list', { 'if-none-match': '"b", W/"a"' }, true],
  ['any tag', { 'if-none-match': '*' }, true],
  [
    'another tag, though nothing changed since',
    { 'if-none-match': '"b"', 'if-modified-since': monday },
    false,
  ],
  ['the date of the change', { 'if-modified-since': monday }, true],
  ['an older date', { 'if-modified-since': sunday }, false],
  ['a reload by a script', { 'if-none-match': '"a"', 'cache-control': 'no-cache' }, true],
] as const)('%s', (_, headers, expected) => {
  expect(ask(headers, monday)).toBe(expected);
});

it('an answer without a date ignores If-Modified-Since', () => {
  expect(ask({ 'if-modified-since': monday })).toBe(false);
});
