import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * Group of a caller's address, by which all limits count: an IPv4 address, or the /64 of an IPv6 address, the smallest
 * network that a household gets; `deploy/nginx/maps.conf` groups the same way. Null for an unknown address: nothing may
 * be counted, so nothing sent.
 *
 * Express passes on any `X-Forwarded-For` of a trusted proxy, so the result is checked. Behind a unix socket there is no
 * peer address: only the proxy may open the socket.
 */
export function callerGroup(request: Request, behindSocket: boolean): string | null {
  const forwarded = request.get('X-Forwarded-For')?.split(',');
  const address = behindSocket ? forwarded?.at(-1)?.trim() : request.ip;
  return address === undefined ? null : groupAddress(address);
}

/** Names the callers of requests for what is shared fairly; those with an unknown address share one name. */
export function callerNamer(behindSocket: boolean): (request: Request) => string {
  return (request) => callerGroup(request, behindSocket) ?? 'unknown';
}

/** `203.0.113.9` → itself; `::ffff:203.0.113.9` → `203.0.113.9`; `2001:db8::1` → `2001:db8::/64`. */
export function groupAddress(address: string): string | null {
  const bare = address.replace(/%.*$/, '');
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : null;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
