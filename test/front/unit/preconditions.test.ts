import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { checkPreconditions } from '../../../sidecar/http/preconditions.ts';

const monday = 'Mon, 03 Aug 2026 09:00:00 GMT';
const sunday = 'Sun, 02 Aug 2026 09:00:00 GMT';
const ask = (headers: IncomingHttpHeaders, modified?: string) =>
  checkPreconditions({ headers } as IncomingMessage, '"a"', modified);

it.each([
  ['no condition', {}, 'met'],
  ['the same tag', { 'if-none-match': '"a"' }, 304],
  ['a weak tag in a list', { 'if-none-match': '"b", W/"a"' }, 304],
  ['any tag', { 'if-none-match': '*' }, 304],
  [
    'another tag, though nothing changed since',
    { 'if-none-match': '"b"', 'if-modified-since': monday },
    'met',
  ],
  ['the date of the change', { 'if-modified-since': monday }, 304],
  ['an older date', { 'if-modified-since': sunday }, 'met'],
  ['If-Match with the tag', { 'if-match': '"b", "a"' }, 'met'],
  ['If-Match with any', { 'if-match': '*' }, 'met'],
  ['If-Match with another tag', { 'if-match': '"b"' }, 412],
  ['If-Match with a weak tag', { 'if-match': 'W/"a"' }, 412],
  ['If-Match before If-None-Match', { 'if-match': '"b"', 'if-none-match': '"a"' }, 412],
  ['If-Match instead of If-Unmodified-Since', { 'if-match': '"a"', 'if-unmodified-since': sunday }, 'met'],
  ['unmodified since', { 'if-unmodified-since': monday }, 'met'],
  ['modified since', { 'if-unmodified-since': sunday }, 412],
  ['a date that is none', { 'if-unmodified-since': 'soon' }, 'met'],
  ['a reload by a script', { 'if-none-match': '"a"', 'cache-control': 'no-cache' }, 304],
] as const)('%s', (_, headers, expected) => {
  expect(ask(headers, monday)).toBe(expected);
});

it('an answer without a date ignores If-Modified-Since', () => {
  expect(ask({ 'if-modified-since': monday })).toBe('met');
});
