import type { RequestHandler } from 'express';
import { errorObject } from '../../src/core/model/errors.ts';

/** A request's path, decoded once, or why it is none. */
export type CheckedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 404 };

/**
 * Decodes the path of a request target. What no honest client sends (bad escapes, NUL and other control
 * characters, backslashes, encoded slashes, dot segments) is 400; hidden files are 404.
 */
export function checkPath(target: string): CheckedPath {
  const raw = target.split(/[?#]/, 1)[0] ?? '';
  if (!raw.startsWith('/') || /%2f|%5c|\\/i.test(raw)) return { ok: false, status: 400 };
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { ok: false, status: 400 };
  }
  if (/\p{Cc}/u.test(path)) return { ok: false, status: 400 };
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => segment === '..' || segment === '.')) return { ok: false, status: 400 };
  const hidden = segments.some(
    (segment, index) => segment.startsWith('.') && !(index === 0 && isWellKnown(segment)),
  );
  return hidden ? { ok: false, status: 404 } : { ok: true, path };
}

/** `/.well-known/` is not hidden, and `/.md` is what some clients make of the home page's twin. */
function isWellKnown(segment: string): boolean {
  return segment === '.well-known' || segment === '.md';
}

/** Refuses malformed paths with 400; everything else goes on. To the JSON interface they are routes that it has not. */
export function guardPath(): RequestHandler {
  return function guardPath(request, response, next) {
    const checked = checkPath(request.url);
    if (checked.ok || checked.status === 404 || request.url.startsWith('/wp-json/')) return next();
    response
      .status(400)
      .set('Cache-Control', 'no-store')
      .json(errorObject(400, 'rest_invalid_path', 'The path of this request is not valid.'));
  };
}
