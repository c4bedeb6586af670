import { setTimeout as wait } from 'node:timers/promises';
import { isLocalHost } from '../../core/model/local-host.ts';

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
  | { readonly ok: true; readonly url: string; readonly headers: Headers; readonly bytes: Buffer }
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
    const answer = await ask(url, headers, limits);
    if (typeof answer === 'string') {
      reason = answer;
      attempt++;
      continue;
    }
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      await answer.body?.cancel();
      if (++redirects > redirectLimit) return { ok: false, reason: 'it redirects in circles' };
      url = new URL(location, url);
      continue;
    }
    if (answer.status === 429 || answer.status === 503) {
      await answer.body?.cancel();
      reason = `it answers ${answer.status}`;
      if (++attempt <= attempts) await wait(pauseOf(answer.headers, attempt, limits));
      continue;
    }
    if (!answer.ok) {
      await answer.body?.cancel();
      return { ok: false, reason: `it answers ${answer.status}` };
    }
    const bytes = await readBytes(answer, limits.bytes);
    return typeof bytes === 'string'
      ? { ok: false, reason: bytes }
      : { ok: true, url: url.href, headers: answer.headers, bytes };
  }
  return { ok: false, reason };
}

/** A password is only sent to the origin that the owner gave, over https or to this machine. */
const mayAuthenticate = ({ origin, protocol, hostname }: URL, first: URL): boolean =>
  origin === first.origin && (protocol === 'https:' || isLocalHost(hostname));

async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { time }: FetchLimits,
): Promise<Response | string> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      headers: { 'User-Agent': 'agentsite-import', ...headers },
      signal: AbortSignal.timeout(time),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `it does not answer (${cause instanceof Error ? cause.message : 'no reason'})`;
  }
}

async function readBytes(answer: Response, max: number): Promise<Buffer | string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of answer.body ?? []) {
      length += piece.length;
      if (length > max) return `it is larger than ${Math.round(max / 1024 / 1024)} MB`;
      pieces.push(piece);
    }
  } catch {
    return 'the answer ended in the middle';
  }
  return Buffer.concat(pieces);
}

function pauseOf(headers: Headers, attempt: number, { pause }: FetchLimits): number {
  const asked = Number(headers.get('retry-after'));
  return Math.min(asked > 0 ? asked * 1000 : 2 ** attempt * 1000, pause);
}
