import type { SidecarContext } from 'agentsite/plugin';
import type { Mentioned } from './read-page.ts';

/** A webmention whose page linked to its target, with the fields of webmention.io and two more. */
export interface KeptMention extends Mentioned {
  readonly 'wm-id': number;
  readonly 'wm-source': string;
  readonly 'wm-target': string;
  readonly 'wm-received': string;
  readonly url: string;
  readonly status: 'waiting' | 'approved' | 'hidden' | 'gone';
  /** Its first number: those that the owner has stored are known by it. */
  readonly first: number;
}

/** A webmention that is not verified yet. */
export interface Asked {
  readonly source: string;
  readonly target: string;
  readonly at: number;
  readonly tries: number;
  readonly due: number;
}

const day = 86_400_000;
/** After this time, updates of a mention count as new. */
const keptFor = 400 * day;
export const maxQueue = 500;

/** The mentions in the store of the plugin. */
export class MentionBox {
  readonly #context: SidecarContext;

  constructor(context: SidecarContext) {
    this.#context = context;
  }

  async queue(): Promise<readonly Asked[]> {
    return JSON.parse((await this.#context.store.get('queue')) ?? '[]') as Asked[];
  }

  async changeQueue(change: (queue: readonly Asked[]) => readonly Asked[]): Promise<void> {
    await this.#change('queue', '[]', (text) => JSON.stringify(change(JSON.parse(text) as Asked[])));
  }

  /** Counts within a time. @returns how often it was counted, this time included */
  async count(what: string, lifetime: number): Promise<number> {
    const key = `count ${this.#context.sign(what).slice(0, 24)} ${Math.floor(this.#context.now() / lifetime)}`;
    return Number(await this.#change(key, '0', (text) => String(Number(text) + 1), lifetime));
  }

  keyOf(source: string, target: string): string {
    return this.#context.sign(`mention ${source}\n${target}`).slice(0, 32);
  }

  async get(key: string): Promise<KeptMention | null> {
    return JSON.parse((await this.#context.store.get(`mention ${key}`)) ?? 'null') as KeptMention | null;
  }

  /** Stores a mention with the next number, so that the owner's next request has it. */
  async put(mention: Omit<KeptMention, 'wm-id' | 'first'> & { readonly first?: number }): Promise<void> {
    const id = Number(await this.#change('last', '0', (text) => String(Number(text) + 1)));
    const kept = { ...mention, 'wm-id': id, first: mention.first ?? id };
    const key = this.keyOf(mention['wm-source'], mention['wm-target']);
    await this.#context.store.set(`mention ${key}`, JSON.stringify(kept), keptFor);
    if (mention.status === 'waiting') await this.#context.store.set('unmailed', '1');
  }

  async list(): Promise<KeptMention[]> {
    const found = await this.#context.store.list('mention ');
    return found.map(([, value]) => JSON.parse(value) as KeptMention).sort((a, b) => a['wm-id'] - b['wm-id']);
  }

  async opinionOf(host: string): Promise<string | null> {
    return this.#context.store.get(`site ${host}`);
  }

  async listSites(opinion: 'approved' | 'blocked'): Promise<string[]> {
    const found = await this.#context.store.list('site ');
    return found.flatMap(([key, value]) => (value === opinion ? [key.slice('site '.length)] : []));
  }

  /** Remembers what the owner thinks of a site, and decides about its mentions. */
  async decideSite(host: string, opinion: 'approved' | 'blocked'): Promise<void> {
    await this.#context.store.set(`site ${host}`, opinion);
    const own = (await this.list()).filter(({ url }) => URL.parse(url)?.hostname === host);
    const status = opinion === 'approved' ? 'approved' : 'hidden';
    for (const mention of own)
      if (mention.status === 'waiting' || (status === 'hidden' && mention.status === 'approved'))
        await this.put({ ...mention, status });
  }

  async #change(
    key: string,
    initial: string,
    change: (text: string) => string,
    lifetime?: number,
  ): Promise<string> {
    for (;;) {
      const before = await this.#context.store.get(key);
      const after = change(before ?? initial);
      if (after === before || (await this.#context.store.replace(key, before, after, lifetime))) return after;
    }
  }
}
