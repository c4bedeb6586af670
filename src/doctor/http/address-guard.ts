import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of a request is one that only this machine or its network can reach. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** Loopback, private networks, link-local, documentation and whatever else is not a public host. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast';
}

/** A host as it is in a URL, when it is an address: `[::1]` gives `::1`. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Looks a name up and refuses it when one of its addresses is private. The connection uses the addresses that were
 * checked, so that a name cannot change its address between the check and the request.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const found = addresses.find(({ address }) => isPrivateAddress(address));
    if (found) {
      const message = `${hostname} is ${found.address}, an address of a private network`;
      return callback(new PrivateAddress(message), '');
    }
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};
