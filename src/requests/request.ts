import { isPrivateHost } from './address-guard.ts';
import { type Bounds, type Exchange, type Exchanged, type Outcome, openConnections } from './exchange.ts';

/**
 * Requests of the owner's machine to sites of other people. They reach public addresses only: what a document, a mention
 * or a redirect names must not have this machine ask others of its own network, by whatever name.
 */

const rules = { isAnyCertificateAllowed: false, atATime: 6 };
const toPublic = openConnections({ ...rules, isPrivateAllowed: false });
const toPrivate = openConnections({ ...rules, isPrivateAllowed: true });

/** @param named the host that the owner named; only one that is private by its name may be at a private address */
export function requestOnce(asked: Exchange, bounds: Bounds, named: string | null): Promise<Outcome> {
  const isMeant = named !== null && new URL(asked.url).hostname === named && isPrivateHost(named);
  return (isMeant ? toPrivate : toPublic).exchange(asked, bounds);
}

export interface Reply extends Exchanged {
  /** After redirects. */
  readonly url: string;
}

const redirectLimit = 5;

/** Follows redirects as browsers do. @returns the reason where there is no reply */
export async function request(
  asked: Exchange,
  bounds: Bounds,
  named: string | null,
): Promise<Reply | string> {
  for (let { url, method, headers, body } = asked, hops = 0; hops <= redirectLimit; hops++) {
    const sent = { url, method, headers, ...(body === undefined ? {} : { body }) };
    const { answer, failure } = await requestOnce(sent, bounds, named);
    if (failure) return failure.message;
    const target = [301, 302, 303, 307, 308].includes(answer.status)
      ? URL.parse(answer.headers.location ?? '', url)
      : null;
    if (target === null || answer.headers.location === undefined) return { ...answer, url };
    if (method !== 'GET' && answer.status < 307) {
      method = 'GET';
      body = undefined;
    }
    url = target.href;
  }
  return `more than ${redirectLimit} redirects in a row`;
}
