import { randomUUID } from 'node:crypto';
import type { PluginStore } from 'agentsite/plugin';

/** How the mail of one edition to one subscriber ended; `uncertain` may have arrived, and is not sent again. */
export const ends = ['sent', 'uncertain', 'refused'] as const;
export type End = (typeof ends)[number];

export type Claim =
  | { readonly kind: 'mine' }
  /** Another process has it. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'ended'; readonly end: End };

/** Milliseconds: longer than a mail server may take for its answer to the content (RFC 5321, 4.5.3.2.6). */
const defaultLease = 660_000;
/** Milliseconds for which what was sent is remembered once an edition is complete. */
const memory = 60 * 86_400_000;

/**
 * The mails of editions, one key each:
 *
 *     null → claimed → handing → sent
 *
 * Each step replaces the expected value, so of two processes one goes on, whatever their clocks say. A claim that was not
 * handed over may be taken over when its lease has ended, since the process that had it can't hand over after that. What ended
 * while it was handed over is `uncertain`.
 */
export class Deliveries {
  readonly #store: PluginStore;
  readonly #now: () => number;
  readonly #lease: number;
  readonly #attempt = randomUUID();

  constructor(store: PluginStore, now: () => number, lease = defaultLease) {
    this.#store = store;
    this.#now = now;
    this.#lease = lease;
  }

  async claim(edition: string, subscriber: string): Promise<Claim> {
    const key = keyOf(edition, subscriber);
    const value = await this.#store.get(key);
    const { step, attempt, until } = readValue(value);
    if (isEnd(step)) return { kind: 'ended', end: step };
    // This process has no mail under way for the same subscriber: it knows that nothing was handed over.
    if (attempt === this.#attempt && step === 'claimed') return { kind: 'mine' };
    const isOver = Math.abs(this.#now() - until) > this.#lease || this.#now() > until;
    if (value !== null && attempt !== this.#attempt && !isOver) return { kind: 'taken' };
    if (step === 'handing' && attempt !== this.#attempt) {
      const wasDead = await this.#store.replace(key, value, 'uncertain');
      return wasDead ? { kind: 'ended', end: 'uncertain' } : { kind: 'taken' };
    }
    return (await this.#store.replace(key, value, this.#write('claimed')))
      ? { kind: 'mine' }
      : { kind: 'taken' };
  }

  /** To be waited for right before the mail can go out. @throws if it must not */
  async handOver(edition: string, subscriber: string): Promise<void> {
    const key = keyOf(edition, subscriber);
    const value = await this.#store.get(key);
    const { step, attempt } = readValue(value);
    const isMine = attempt === this.#attempt && (step === 'claimed' || step === 'handing');
    if (!isMine || !(await this.#store.replace(key, value, this.#write('handing'))))
      throw new Error('Another process has this mail.');
  }

  /** Records the end, also where another process took this one for dead. */
  async end(edition: string, subscriber: string, end: End): Promise<void> {
    const key = keyOf(edition, subscriber);
    for (;;) {
      const value = await this.#store.get(key);
      if (value === 'sent' || value === end || (await this.#store.replace(key, value, end))) return;
    }
  }

  /** After a certain failure: the mail is to be sent later. */
  async release(edition: string, subscriber: string): Promise<void> {
    const key = keyOf(edition, subscriber);
    const value = await this.#store.get(key);
    if (readValue(value).attempt === this.#attempt) await this.#store.replace(key, value, null);
  }

  /** What is known of a mail; null while it has no end. */
  async endOf(edition: string, subscriber: string): Promise<End | null> {
    const { step } = readValue(await this.#store.get(keyOf(edition, subscriber)));
    return isEnd(step) ? step : null;
  }

  /** The edition is complete: lets its keys expire. */
  async forget(edition: string, subscriber: string, end: End): Promise<void> {
    await this.#store.set(keyOf(edition, subscriber), end, memory);
  }

  #write(step: string): string {
    return `${step} ${this.#attempt} ${this.#now() + this.#lease}`;
  }
}

const keyOf = (edition: string, subscriber: string) => `delivery ${edition} ${subscriber}`;
const isEnd = (step: string): step is End => (ends as readonly string[]).includes(step);

function readValue(value: string | null): { step: string; attempt: string; until: number } {
  const [step = '', attempt = '', until = '0'] = value?.split(' ') ?? [];
  return { step, attempt, until: Number(until) };
}
