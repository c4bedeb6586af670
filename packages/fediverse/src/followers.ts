import { allBuckets, bucketOf, readJson, type Store, update } from './state.ts';

/** Inbox, shared inbox or an empty text, and ID of the activity that made it a follower. */
export type Follower = readonly [inbox: string, shared: string, follow: string];
type Bucket = Record<string, Follower>;

const keyOf = (bucket: number) => `followers ${bucket}`;

export class Followers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async has(actor: string): Promise<boolean> {
    return Object.hasOwn(await readJson<Bucket>(this.#store, keyOf(bucketOf(actor)), {}), actor);
  }

  async add(actor: string, follower: Follower): Promise<void> {
    await update<Bucket>(this.#store, keyOf(bucketOf(actor)), {}, (all) => ({ ...all, [actor]: follower }));
  }

  /** @param follow if given, only the follower whom that activity made */
  async remove(actor: string, follow: string | null = null): Promise<void> {
    await this.#removeFrom(
      bucketOf(actor),
      (one, [, , made]) => one === actor && (!follow || follow === made),
    );
  }

  async removeInbox(inbox: string): Promise<void> {
    for (const bucket of allBuckets)
      await this.#removeFrom(bucket, (_, [own, shared]) => own === inbox || shared === inbox);
  }

  async removeHosts(isRemoved: (actor: string) => boolean): Promise<void> {
    for (const bucket of allBuckets) await this.#removeFrom(bucket, isRemoved);
  }

  async count(): Promise<number> {
    let count = 0;
    for (const bucket of allBuckets)
      count += Object.keys(await readJson<Bucket>(this.#store, keyOf(bucket), {})).length;
    return count;
  }

  /** Each inbox once: a server with a shared one gets everything there. */
  async inboxes(isBlocked: (address: string) => boolean): Promise<Set<string>> {
    const found = new Set<string>();
    for (const bucket of allBuckets)
      for (const [actor, [inbox, shared]] of Object.entries(
        await readJson<Bucket>(this.#store, keyOf(bucket), {}),
      ))
        if (!isBlocked(actor)) found.add(shared || inbox);
    return found;
  }

  async #removeFrom(
    bucket: number,
    isRemoved: (actor: string, follower: Follower) => boolean,
  ): Promise<void> {
    await update<Bucket>(this.#store, keyOf(bucket), {}, (all) => {
      const kept = Object.entries(all).filter(([actor, follower]) => !isRemoved(actor, follower));
      return kept.length === Object.keys(all).length ? undefined : Object.fromEntries(kept);
    });
  }
}
