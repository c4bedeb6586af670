import { setTimeout as wait } from 'node:timers/promises';
import { isLocalHost } from '../core/model/local-host.ts';
import type { Exchanged } from './exchange.ts';
import { requestOnce } from './request.ts';

export interface FetchLimits {
  /** Milliseconds per request. */
  readonly time: number;
  readonly bytes: number;
  /** Maximum pause that a server may ask for, in milliseconds. */
  readonly pause: number;
  /** Of a list, whatever number the site claims. */
  readonly pages: number;
}

export const usualLimits: FetchLimits = {
  time: 60_000,
  bytes: 256 * 1024 * 1024,
  pause: 120_000,
  pages: 10_000,
};

export type Fetched =
  | {
      readonly ok: true;
      readonly url: string;
      readonly headers: Exchanged['headers'];
      readonly bytes: Buffer;
    }
  | { readonly ok: false; readonly reason: string };

const redirectLimit = 5;
const attempts = 4;

/**
 * Fetches an address of the old site. Follows redirects on its own hosts only, and with a password on one origin only;
 * retries after 429 and 503.
 * @param isOwn may this address be requested?
 */
export async function fetchPolitely(
  address: string,
  isOwn: (url: URL) => boolean,
  headers: Readonly<Record<string, string>> = {},
  limits: FetchLimits = usualLimits,
): Promise<Fetched> {
  const first = new URL(address);
  let url = first;
  let reason = '';
  for (let attempt = 1, redirects = 0; attempt <= attempts; ) {
    if (!isOwn(url)) return { ok: false, reason: `${url.host} is not a host of the site` };
    if ('Authorization' in headers && !mayAuthenticate(url, first))
      return {
        ok: false,
        reason: `a password would go to ${url.origin}, and is sent over https to ${first.origin} only; give --site the address that the site redirects to`,
      };
    const answer = await ask(url, headers, limits, first.hostname);
    if (typeof answer === 'string') {
      reason = answer;
      attempt++;
      continue;
    }
    const location = answer.headers.location;
    if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
      if (++redirects > redirectLimit) return { ok: false, reason: 'it redirects in circles' };
      const target = URL.parse(location, url);
      if (!target) return { ok: false, reason: 'it redirects to what is no URL' };
      url = target;
      continue;
    }
    if (answer.status === 429 || answer.status === 503) {
      reason = `it answers ${answer.status}`;
      if (++attempt <= attempts) await wait(pauseOf(answer.headers, attempt, limits));
      continue;
    }
    if (answer.status >= 300) return { ok: false, reason: `it answers ${answer.status}` };
    if (answer.isCut)
      return { ok: false, reason: `it is larger than ${Math.round(limits.bytes / 1024 / 1024)} MB` };
    return { ok: true, url: url.href, headers: answer.headers, bytes: answer.body };
  }
  return { ok: false, reason };
}

/** A password is only sent to the origin that the owner gave, over https or to this machine. */
const mayAuthenticate = ({ origin, protocol, hostname }: URL, first: URL): boolean =>
  origin === first.origin && (protocol === 'https:' || isLocalHost(hostname));

/** Hosts that are private by their names may be asked when the first address names them. */
async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { time, bytes }: FetchLimits,
  named: string,
): Promise<Exchanged | string> {
  const sent = { Accept: '*/*', 'Accept-Encoding': 'gzip, br', 'User-Agent': 'agentsite-import', ...headers };
  const asked = { url: url.href, method: 'GET', headers: sent };
  const { answer, failure } = await requestOnce(asked, { milliseconds: time, bytes }, named);
  return failure ? `it does not answer (${failure.message})` : answer;
}

function pauseOf(headers: Exchanged['headers'], attempt: number, { pause }: FetchLimits): number {
  const asked = Number(headers['retry-after']);
  return Math.min(asked > 0 ? asked * 1000 : 2 ** attempt * 1000, pause);
}
