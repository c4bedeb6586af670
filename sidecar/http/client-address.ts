import type { IncomingHttpHeaders } from 'node:http';
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

/**
 * Leaves bare addresses in `X-Forwarded-For`: without ports (Azure's gateway) and brackets, without empty entries. An
 * entry that hides its client (`unknown`, `_name`) leaves the address of the proxy that wrote it. Of a proxy that
 * writes `Forwarded` alone (RFC 7239), that is what counts. Which entries are believed, `TRUST_PROXY` says.
 */
export function tidyForwarded(headers: IncomingHttpHeaders): void {
  const listed = headers['x-forwarded-for'] ?? readForwarded(headers.forwarded);
  if (listed === undefined) return;
  const entries = String(listed).split(',').map(bareAddress).filter(Boolean);
  const known = entries.slice(entries.findLastIndex((entry) => /^(?:unknown$|_)/i.test(entry)) + 1);
  if (known.length > 0) headers['x-forwarded-for'] = known.join(', ');
  else delete headers['x-forwarded-for'];
}

/** `for=192.0.2.60;proto=https, for="[2001:db8::17]:4711"` → `192.0.2.60,[2001:db8::17]:4711` */
function readForwarded(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((element) => /(?:^|;)\s*for\s*=\s*"?([^";\s]*)/i.exec(element)?.[1] ?? 'unknown')
    .join(',');
}

/** `203.0.113.9:51234` → `203.0.113.9`, `[2001:db8::1]:443` → `2001:db8::1` */
function bareAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
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
