import { paths } from '../../src/core/model/urls.ts';

const endpoints: readonly string[] = [paths.mcp, paths.contactApi, paths.passages];

/**
 * A request target in the spelling that every handler compares with: unreserved characters unescaped (RFC 3986, section
 * 6.2.2.2), in the JSON interface one slash between segments, and none at the end of an endpoint, whose clients follow no
 * redirect of a POST.
 */
export function normalizeTarget(target: string): string {
  const end = target.search(/[?#]/);
  const raw = end < 0 ? target : target.slice(0, end);
  if (!raw.includes('%') && !raw.includes('//') && !raw.endsWith('/')) return target;
  let path = raw.replace(/%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi, decodeURIComponent);
  if (/^\/+(?:index\.php\/+)?wp-json(?:\/|$)/.test(path)) path = path.replace(/\/{2,}/g, '/');
  const endpoint = path.replace(/\/+$/, '');
  return (endpoints.includes(endpoint) ? endpoint : path) + target.slice(raw.length);
}

/**
 * The header of a request whose target has bytes outside of ASCII, as `curl` sends a query, with these bytes escaped.
 * Node's parser refuses it. Only a packet that is one whole request without a body is read again.
 * @returns null for every other packet
 */
export function escapeTarget(packet: Buffer): Buffer | null {
  const text = packet.toString('latin1');
  const [, method = '', target = '', rest = ''] =
    /^(GET|HEAD|OPTIONS) (\/[\x21-\xff]*)( HTTP\/1\.[01]\r\n(?:[^\r\n]+\r\n)+\r\n)$/.exec(text) ?? [];
  if (method === '' || /\r\n(?:content-length|transfer-encoding|expect|upgrade):/i.test(rest)) return null;
  const escaped = target.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return escaped === target ? null : Buffer.from(`${method} ${escaped}${rest}`, 'latin1');
}
