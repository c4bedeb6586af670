import type { RequestHandler } from 'express';
import { httpErrors } from '../../src/core/model/errors.ts';
import { twinPath } from '../../src/core/model/urls.ts';
import { sendError } from '../http/send-error.ts';

/** A request's path, decoded, or why it cannot be one. */
export type CheckedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 404 };

/**
 * Decodes the path of a request target. Malformed paths (bad escapes, control characters, backslashes, encoded slashes,
 * dot segments) are 400. Hidden files and doubled slashes, which browsers read as a host, are 404. `.md` after a page's
 * address is its twin: `/about/.md` is read as `/about.md`, and `/.md` as `/index.md`.
 */
export function checkPath(target: string): CheckedPath {
  const raw = target.split(/[?#]/, 1)[0] ?? '';
  if (!raw.startsWith('/') || /%2f|%5c|\\/i.test(raw)) return { ok: false, status: 400 };
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    // Whole escapes of bytes that are not UTF-8 name nothing; broken escapes are not a path.
    return { ok: false, status: /%(?![0-9a-f]{2})/i.test(raw) ? 400 : 404 };
  }
  if (/\p{Cc}/u.test(path)) return { ok: false, status: 400 };
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment === '..' || segment === '.')) return { ok: false, status: 400 };
  const hidden = segments.some(
    (segment, index) =>
      segment.startsWith('.') &&
      !(index === 0 && segment === '.well-known') &&
      !(index === segments.length - 1 && segment === '.md'),
  );
  if (hidden || path.includes('//')) return { ok: false, status: 404 };
  if (!path.endsWith('/.md')) return { ok: true, path };
  return { ok: true, path: path === '/.md' ? twinPath('/') : `${path.slice(0, -'/.md'.length)}.md` };
}

/** Refuses malformed paths with 400; everything else goes on. */
export function guardPath(): RequestHandler {
  return function guardPath(request, response, next) {
    const checked = checkPath(request.url);
    if (checked.ok || checked.status === 404) return next();
    sendError(request, response, httpErrors.invalidPath());
  };
}
