import { setTimeout as delay } from 'node:timers/promises';
import { fetchToken, validMessage } from '../../../helpers/contact-app.ts';

/** A submit token that several clients may share: fetched once, and again only on demand. */
export class TokenHolder {
  #token: Promise<string> | null = null;

  async get(endpoint: string, headers: Record<string, string>): Promise<string> {
    this.#token ??= fetchToken(endpoint, headers);
    const asked = this.#token;
    try {
      const token = await asked;
      if (typeof token === 'string') return token;
    } catch {
      // Falls through: no token came, so the next one who needs it asks again.
    }
    if (this.#token === asked) this.#token = null;
    throw new Error('no token was to be had');
  }

  drop(): void {
    this.#token = null;
  }
}

/** One message that somebody wants to send, and how it ended for them. */
export interface Plan {
  /** Unique text: what is looked for in the inbox. */
  readonly text: string;
  readonly key: string | null;
  /** May be the holder of other messages, too. */
  readonly token: TokenHolder;
  readonly address: string;
  /** Milliseconds after the start of the schedule. */
  readonly start: number;
  /** How many clients send it at the same time. */
  readonly copies: number;
  /** It was answered before, and is asked for again. */
  readonly again?: boolean;
}

export type Ending =
  | 'sent'
  /** The very first request of the only client was called a repetition. */
  | 'replayed-at-once'
  | 'limited'
  | 'reuse'
  | 'failed'
  /** It may have arrived, and the limit forbids to send it again for now. */
  | 'in-doubt'
  /** Keyless, and the token was spent or held by another message: it may have arrived, or not. */
  | 'token-lost'
  | 'gave-up';

export interface Outcome {
  readonly ending: Ending;
  /** Each of its requests had an answer. */
  readonly heard: boolean;
  /** The message had arrived before its last request. */
  readonly late: boolean;
}

/** Half a minute after the last fault has ended: the lease of a hand-over takes eight seconds. */
const maxTries = 250;

/**
 * Behaves as the GET document says: repeats the same body with the same key until there is an answer. Without a key
 * it keeps its token, since a fresh one could send a second time.
 * @param target gives the URL of a sidecar, another one each time.
 * @param arrived says whether the message has arrived.
 * @param healed says whether all faults have ended: until then, a request that fails is none of those it may make.
 */
export async function sendUntilAnswered(
  plan: Plan,
  target: () => string,
  arrived = () => true,
  healed = () => true,
): Promise<Outcome> {
  await delay(plan.start);
  let heard = true;
  let last = maxTries;
  for (let tries = 0; tries < last; tries++) {
    if (!healed()) last++;
    const late = arrived();
    const answer = await tryOnce(plan, target());
    heard &&= answer !== none;
    const ending = endingOf(plan, answer, tries);
    if (ending) return { ending, heard, late };
    if (answer.status === 401) plan.token.drop();
    else await delay(20 + 15 * Math.min(tries, 8));
  }
  return { ending: 'gave-up', heard, late: false };
}

/** Null when the same is to be repeated. */
function endingOf(plan: Plan, { status, replayed, wait }: typeof none, tries: number): Ending | null {
  switch (status) {
    case 200:
      return replayed && tries === 0 && plan.copies === 1 && !plan.again ? 'replayed-at-once' : 'sent';
    case 429:
      return 'limited';
    case 422:
      return 'reuse';
    case 502:
      return 'failed';
    case 401:
      return plan.key === null ? 'token-lost' : null;
    default:
      return wait > 60 ? 'in-doubt' : null;
  }
}

const none = { status: 0, replayed: false, wait: 0 };

async function tryOnce(plan: Plan, url: string): Promise<typeof none> {
  const endpoint = `${url}/wp-json/site/v1/contact`;
  const signal = AbortSignal.timeout(2_000);
  try {
    const token = await plan.token.get(endpoint, { 'X-Forwarded-For': plan.address });
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': plan.address,
    };
    if (plan.key) headers['Idempotency-Key'] = plan.key;
    const body = JSON.stringify({ ...validMessage, message: plan.text, submit_token: token });
    const response = await fetch(endpoint, { method: 'POST', headers, body, signal });
    const answer = await response.text();
    // nginx says 502 by itself when a sidecar ends before it answers.
    if (response.status === 502 && !answer.includes('"site_contact_')) return none;
    const wait = Number(response.headers.get('Retry-After'));
    return { status: response.status, replayed: answer.includes('"replayed":true'), wait };
  } catch {
    // No answer: the connection broke or took too long. It may have been sent; the same again is safe.
    return none;
  }
}
