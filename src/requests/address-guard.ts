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
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  // Networks without IPv4 reach it through NAT64: the address is that in the last four bytes.
  if (range === 'rfc6052' && address.toLowerCase().startsWith('64:ff9b::'))
    return isPrivateAddress(parsed.toByteArray().slice(-4).join('.'));
  // Addresses of the form `::127.0.0.1` are deprecated, and no host has one.
  return (
    range !== 'unicast' ||
    (parsed.kind() === 'ipv6' &&
      parsed
        .toByteArray()
        .slice(0, 12)
        .every((byte) => byte === 0))
  );
}

/** Does a host say by its name or address that it is on this machine or in its network? Who writes it means it. */
export function isPrivateHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPrivateAddress(literal);
  return /^[^.]+\.?$|\.(?:local|localhost|internal|test|lan|home\.arpa)\.?$/i.test(hostname);
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
