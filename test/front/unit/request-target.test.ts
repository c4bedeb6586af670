import { describe, expect, it } from 'vitest';
import { groupAddress, tidyForwarded } from '../../../sidecar/http/client-address.ts';
import { escapeTarget, normalizeTarget } from '../../../sidecar/http/request-target.ts';

it.each([
  ['/about/', '/about/'],
  ['/%61bout/%7euser', '/about/~user'],
  ['/a%2Fb%20c?x=%61', '/a%2Fb%20c?x=%61'],
  ['//wp-json//wp/v2/posts/?a=//', '/wp-json/wp/v2/posts/?a=//'],
  ['/wp%2Djson/wp/v2/%70osts', '/wp-json/wp/v2/posts'],
  ['//index.php//wp-json/', '/index.php/wp-json/'],
  ['/wp-json/agentsite/v1/%6Dcp//?x=1', '/wp-json/agentsite/v1/mcp?x=1'],
  ['/wp-json/site/v1/contact/#x', '/wp-json/site/v1/contact#x'],
  ['//about//', '//about//'],
  ['/%2e%2e/x', '/../x'],
  ['/%', '/%'],
])('%s is %s', (target, normal) => {
  expect(normalizeTarget(target)).toBe(normal);
});

describe('a target outside of ASCII', () => {
  const packet = (line: string, headers = 'Host: x\r\n') => Buffer.from(`${line} HTTP/1.1\r\n${headers}\r\n`);
  it('is escaped byte by byte, and nothing else is changed', () => {
    const given = packet('GET /s?q=Grüße', 'Host: x\r\nX-Name: Zoë\r\n');
    const read = packet('GET /s?q=Gr%C3%BC%C3%9Fe', 'Host: x\r\nX-Name: Zoë\r\n');
    expect(escapeTarget(given)).toEqual(read);
  });

  it.each([
    ['of a request with a body', packet('GET /ü', 'Content-Length: 1\r\n')],
    ['of a request with a transfer coding', packet('GET /ü', 'Host: x\r\nTransfer-Encoding: chunked\r\n')],
    ['of a POST', packet('POST /ü')],
    ['with another request behind it', Buffer.concat([packet('GET /ü'), packet('GET /')])],
    ['in half a packet', Buffer.from('GET /ü HTTP/1.1\r\nHost: x\r\n')],
    ['with a space', packet('GET /ü x')],
    ['that is none', packet('GET /u')],
  ])('is refused %s', (_, given) => {
    expect(escapeTarget(given)).toBeNull();
  });
});

describe('X-Forwarded-For', () => {
  const tidy = (headers: Record<string, string>) => {
    tidyForwarded(headers);
    return headers['x-forwarded-for'];
  };
  it.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['198.51.100.7:1, , 203.0.113.9:2', '198.51.100.7, 203.0.113.9'],
    ['unknown, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, Unknown', undefined],
    ['', undefined],
    [' , ', undefined],
    ['not-an-ip', 'not-an-ip'],
  ])('%j is %j', (given, read) => {
    expect(tidy({ 'x-forwarded-for': given })).toBe(read);
  });

  it.each([
    ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for=192.0.2.43, for="198.51.100.17:80"', '192.0.2.43, 198.51.100.17'],
    ['for=_hidden, for=198.51.100.17', '198.51.100.17'],
    ['for=198.51.100.17, proto=https', undefined],
  ])('Forwarded: %s is %j', (forwarded, read) => {
    expect(tidy({ forwarded })).toBe(read);
    expect(tidy({ forwarded, 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
  });

  it('an address that is none groups nobody', () => {
    expect(groupAddress('not-an-ip')).toBeNull();
  });
});
