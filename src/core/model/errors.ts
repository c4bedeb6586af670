/**
 * The Error object of every failure outside MCP and Markdown, and the one table of its codes.
 *
 * ```json
 * { "code": "rest_no_route", "message": "…", "data": { "status": 404 }, "links": [{ "href": "…", "rel": "…" }] }
 * ```
 */

export interface ErrorLink {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
  readonly title?: string;
}

export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly [key: string]: unknown };
  readonly links?: readonly ErrorLink[];
}

/** An expected failure: thrown by nobody, returned as a value and sent by the one responder. */
export function errorObject(
  status: number,
  code: string,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
  links?: readonly ErrorLink[],
): ErrorObject {
  return { code, message, data: { status, ...data }, ...(links ? { links } : {}) };
}

/** WordPress's words for a path that no route matches. */
export const noRouteMessage = 'No route was found matching the URL and request method.';

/** Seconds after which a client may come again when too many queries wait. */
const busySeconds = 1;

/** More waits to be looked up than the server takes on; sent with `Retry-After`. */
export function busyError(): ErrorObject {
  const message = 'Too many queries wait for an answer at the moment. Try again in a second.';
  return errorObject(503, 'rest_unavailable', message, { retry_after: busySeconds });
}
