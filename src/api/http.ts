/** HTTP: requests to other sites, which reach public addresses only; headers, redirects and callers of own servers. */

/** Names the callers of requests for what is shared fairly; those with an unknown address share one name. */
export { callerNamer } from '../../sidecar/http/client-address.ts';

/** `203.0.113.9` → itself; `::ffff:203.0.113.9` → `203.0.113.9`; `2001:db8::1` → `2001:db8::/64`. */
export { groupAddress } from '../../sidecar/http/client-address.ts';

/** A request body: its bytes, or why there are none. */
export type { CollectedBody } from '../../sidecar/http/unfinished-bodies.ts';

/**
 * Bounds the memory of all request bodies that have begun and not ended: what a client sends and never finishes is
 * held until its connection ends. Above the bound the body that began first is cut off, so that the ones of
 * clients that finish soon get through. A compressed body is unpacked once it is complete.
 */
export { UnfinishedBodies } from '../../sidecar/http/unfinished-bodies.ts';

/** Security headers of a response that browsers show. */
export { securityHeadersOf } from '../core/front/headers.ts';

/** One policy for every page of a site: the strict one, and the exact origins of the services that it works with. */
export { contentSecurityPolicy } from '../core/front/security-policy.ts';

/** Does a host say by its name or address that it is on this machine or in its network? Who writes it means it. */
export { isPrivateHost } from '../requests/address-guard.ts';

/** What a site's certificate says of itself. */
export type { Certificate } from '../requests/exchange.ts';

/** A request, and what came back: an answer that may be cut at the limit, or a failure. */
export type { Exchange } from '../requests/exchange.ts';

/** Connections to sites: each exchange is one request and one answer, redirects not followed. */
export { openConnections } from '../requests/exchange.ts';

/** The bytes of an address, with its URL after redirects; or why there are none, as a sentence. */
export type { Fetched } from '../requests/polite-fetch.ts';

/**
 * Fetches an address of the old site. Follows redirects on its own hosts only, and with a password on one origin
 * only; retries after 429 and 503.
 */
export { fetchPolitely } from '../requests/polite-fetch.ts';

/** Limits of {@link fetchPolitely} for large downloads; callers lower them. */
export { usualLimits } from '../requests/polite-fetch.ts';

/** An answer after redirects: status, headers, text and the last URL. */
export type { Reply } from '../requests/request.ts';

/** Follows redirects as browsers do. */
export { request } from '../requests/request.ts';

/** A document by its slug, with the encoded path where it is. */
export type { Slugged } from '../core/front/guessed-addresses.ts';

/**
 * The document that WordPress guesses for a missing address: its slug is the last part, or begins with it. Here
 * only when no other document could be meant.
 */
export { guessAddress } from '../core/front/guessed-addresses.ts';

/**
 * Matches a path, with or without a final slash. Of several ways to divide it, the first part takes as much as it
 * can, then the second, as in a regular expression; the work is the length of the path times the number of pieces.
 */
export { matchPattern } from '../core/front/redirect-pattern.ts';

/** `/archives/{id:number}/` gives `/archives/` and the part `id`: a final slash is optional, so it isn't kept. */
export { parsePattern } from '../core/front/redirect-pattern.ts';

/** Checks a redirect. The client chooses the value of a part, so that may change neither scheme nor host. */
export { checkRedirect } from '../core/front/redirect-target.ts';

/** A target with its parts replaced by encoded values; null where one would leave its folder (`..`). */
export { fillTarget } from '../core/front/redirect-target.ts';

/** A path that a pattern matches; a path without parts is its own sample. */
export { samplePath } from '../core/front/redirect-walk.ts';

/** Follows the redirects of a site from a path as its server does, and finds circles and dead ends. */
export { walkRedirects } from '../core/front/redirect-walk.ts';

/** Limits of {@link fetchPolitely}: milliseconds, bytes, pauses and pages. */
export type { FetchLimits } from '../requests/polite-fetch.ts';
