import { domainToASCII } from 'node:url';
import { type PluginStore, z } from 'agentsite/plugin';
import { replaceUntilDone } from '../replace-until-done.ts';
import type { Sign } from '../tokens.ts';
import { createSeal, type Seal } from './seal.ts';

export const frequencies = ['each', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** `left`, `bounced` and `complained` get nothing; of `deleted` only the keyed hash of the address is there. */
export type Standing = 'active' | 'left' | 'bounced' | 'complained' | 'deleted';

export interface Choices {
  /** `posts`, `notes`, `category/SLUG` */
  readonly topics: readonly string[];
  readonly language: string;
  readonly frequency: Frequency;
}

export interface Subscriber extends Choices {
  /** Keyed hash of the address. */
  readonly id: string;
  /** Empty for a deleted one. */
  readonly mail: string;
  readonly standing: Standing;
  /** When the person agreed: ISO. */
  readonly since: string;
  /** Where they agreed: `form`, `api`, or the system that they were imported from. */
  readonly source: string;
  /** Soft bounces in a row, and the edition of the last one. */
  readonly soft: number;
  readonly softEdition?: string;
  /** ISO; nothing is sent before. */
  readonly pausedUntil?: string;
}

/** Of a deleted subscriber, next to the ID. */
export const nothing = {
  ...{ mail: '', standing: 'deleted', since: '', source: '', soft: 0 },
  ...{ topics: [], language: '', frequency: 'each' },
} as const satisfies Omit<Subscriber, 'id'>;

/** Lists: few enough to read all, many enough that two changes seldom meet. */
const lists = 64;

/** All subscribers, in sealed lists of the plugin's store. */
export class Subscribers {
  readonly #store: PluginStore;
  readonly #sign: Sign;
  readonly #seal: Seal;

  constructor(store: PluginStore, sign: Sign) {
    this.#store = store;
    this.#sign = sign;
    this.#seal = createSeal(sign);
  }

  /** Equal for spellings of an address that reach the same mailbox almost everywhere. */
  idOf(mail: string): string {
    return this.#sign(`subscriber ${mail.toLowerCase()}`).slice(0, 22);
  }

  async get(id: string): Promise<Subscriber | null> {
    return (await this.#read(listOf(id))).get(id) ?? null;
  }

  async all(): Promise<readonly Subscriber[]> {
    const read = await Promise.all(Array.from({ length: lists }, (_, list) => this.#read(list)));
    return read.flatMap((list) => [...list.values()]);
  }

  async change(
    id: string,
    change: (old: Subscriber | null) => Subscriber | null,
  ): Promise<Subscriber | null> {
    await this.changeAll([id], (_, old) => change(old));
    return this.get(id);
  }

  /** Changes many, each list in one step. @param change of one; null keeps it as it is */
  async changeAll(
    ids: readonly string[],
    change: (id: string, old: Subscriber | null) => Subscriber | null,
  ): Promise<void> {
    for (const [list, own] of Map.groupBy(ids, listOf))
      await replaceUntilDone(this.#store, nameOf(list), (value) => {
        const all = this.#open(value);
        for (const id of own) {
          const changed = change(id, all.get(id) ?? null);
          if (changed) all.set(id, changed);
        }
        return this.#seal.close(JSON.stringify([...all.values()]));
      });
  }

  /** Seals what waits for a confirmation. */
  get seal(): Seal {
    return this.#seal;
  }

  async #read(list: number): Promise<Map<string, Subscriber>> {
    return this.#open(await this.#store.get(nameOf(list)));
  }

  #open(value: string | null): Map<string, Subscriber> {
    const all = value === null ? [] : (JSON.parse(this.#seal.open(value)) as readonly Subscriber[]);
    return new Map(all.map((one) => [one.id, one]));
  }
}

const nameOf = (list: number) => `subscribers ${list}`;
const listOf = (id: string) => (id.codePointAt(0) ?? 0) % lists;

const maxLength = 254;
const address = z.email().max(maxLength);

/** An address as it is stored, with its domain in ASCII; null for what is none. */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const read = address.safeParse(`${trimmed.slice(0, at)}@${domainToASCII(trimmed.slice(at + 1))}`);
  return read.success ? read.data : null;
}

export const isReceiving = ({ standing, pausedUntil }: Subscriber, now: number): boolean =>
  standing === 'active' && (pausedUntil === undefined || Date.parse(pausedUntil) <= now);
