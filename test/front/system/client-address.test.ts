import type { Request } from 'express';
import { describe, expect, test } from 'vitest';
import { callerGroup, groupAddress } from '../../../sidecar/http/client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8::/64'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b::/64'],
  ['not-an-ip', null],
  ['', null],
  ['203.0.113.9:80', null],
  ['1.2.3.4, 5.6.7.8', null],
])('%s is counted as %s', (address, group) => {
  expect(groupAddress(address)).toBe(group);
});

describe('behind a unix socket', () => {
  const request = (forwarded: string | undefined) =>
    ({ ip: undefined, get: () => forwarded }) as unknown as Request;

  test('the proxy says who it is, and the last word is its own', () => {
    expect(callerGroup(request('198.51.100.7, 203.0.113.9'), true)).toBe('203.0.113.9');
  });

  test('without its word no one is known', () => {
    expect(callerGroup(request(undefined), true)).toBeNull();
    expect(callerGroup(request('198.51.100.7'), false)).toBeNull();
  });
});
