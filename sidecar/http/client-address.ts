import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The caller's address, grouped as one caller: an IPv4 address, or the /64 of an IPv6 address, which is the least
 * that a household or a machine is given. Null when it is not known: then nothing may be counted, so nothing sent.
 *
 * Express follows `X-Forwarded-For` only where `trust proxy` believes the sender, but passes any text on; so the
 * result is checked. Behind a unix socket there is no peer address: whoever may open the socket is the proxy.
 */
export function callerGroup(request: Request, behindSocket: boolean): string | null {
  const address = behindSocket ? lastForwarded(request) : request.ip;
  return address === undefined ? null : groupAddress(address);
}

function lastForwarded(request: Request): string | undefined {
  return request.get('X-Forwarded-For')?.split(',').at(-1)?.trim();
}

/** `203.0.113.9` → itself; `::ffff:203.0.113.9` → `203.0.113.9`; `2001:db8::1` → `2001:db8:0:0::/64`. */
export function groupAddress(address: string): string | null {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return null;
  const words = expandIpv6(bare);
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff) {
    const [high = 0, low = 0] = words.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${words
    .slice(0, 4)
    .map((word) => word.toString(16))
    .join(':')}::/64`;
}

/** The eight 16-bit words of a valid IPv6 address. */
function expandIpv6(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = '', tail] = plain.split('::');
  const words = (text: string) =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
  if (tail === undefined) return words(head);
  const before = words(head);
  const after = words(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
