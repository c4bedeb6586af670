import type { SidecarContext } from 'agentsite/plugin';
import type { Account } from './account.ts';
import { addressesOf, dataPath, publicAudience } from './addresses.ts';
import type { Deliveries } from './deliveries.ts';
import type { Followers } from './followers.ts';
import { type ObjectIndex, objectContext } from './objects.ts';
import type { Options } from './options.ts';
import { readJson, update } from './state.ts';

/** What followers know of an object: its digest, or an empty text where it is deleted; its generation; when it changed. */
type Known = readonly [digest: string, generation: number, changed: number];

/** By the ID of a document. An object that comes back after its deletion is a new one, since servers refuse the old. */
export type KnownObjects = Readonly<Record<string, Known>>;

export type PublishedObject = Readonly<Record<string, unknown>> & { readonly id: string };

interface ReleaseParts {
  readonly context: SidecarContext;
  readonly options: Options;
  readonly account: Account;
  readonly followers: Followers;
  readonly deliveries: Deliveries;
  readonly isBlocked: (address: string) => boolean;
}

/** The documents of the release that is served, and what followers get of the difference to the one before. */
export class Releases {
  readonly #parts: ReleaseParts;
  readonly index: ObjectIndex;
  #isAnnounced = false;

  constructor(parts: ReleaseParts) {
    this.#parts = parts;
    const text = parts.context.read(`${dataPath}index.json`);
    // A build without it says nothing of what is deleted.
    if (text === null) this.#isAnnounced = true;
    this.index = JSON.parse(text ?? '{"objects":[],"featured":[]}') as ObjectIndex;
  }

  known(): Promise<KnownObjects> {
    return readJson<KnownObjects>(this.#parts.context.store, 'objects', {});
  }

  /** The current name of an object among {@link addressesOf}. */
  async nameOf(id: string): Promise<string> {
    return nameOf(id, (await this.known())[id]?.[1] ?? 1);
  }

  /** @param name ID of a document, with a generation after a point: `17`, `17.2` */
  async find(name: string): Promise<PublishedObject | 'gone' | null> {
    const [id = '', generation = '1'] = name.split('.');
    if (!/^\d{1,10}$/.test(id)) return null;
    const [digest, current, changed] = (await this.known())[id] ?? ['new', 1, 0];
    const object = this.#read(id, current, changed);
    if (Number(generation) === current && object) return object;
    return digest === '' || Number(generation) < current ? 'gone' : null;
  }

  #read(id: string, generation: number, changed: number): PublishedObject | null {
    const { context } = this.#parts;
    const text = context.read(`${dataPath}${id}.json`);
    if (text === null) return null;
    const own = addressesOf(context.site).objectOf(nameOf(id, generation));
    const updated = changed === 0 ? {} : { updated: new Date(changed).toISOString() };
    return { ...(JSON.parse(text) as PublishedObject), id: own, ...updated };
  }

  /** The `Create` of an object, by which followers and readers of the outbox get it. */
  async createOf(id: string): Promise<object | null> {
    const [, generation, changed] = (await this.known())[id] ?? ['', 1, 0];
    const object = this.#read(id, generation, changed);
    return object && this.#activity('Create', `${object.id}#create`, object);
  }

  /** Sends what is new, changed or gone since the last release, and what is new of the account. */
  async announce(): Promise<void> {
    if (this.#isAnnounced) return;
    const { context, options, account, followers, deliveries, isBlocked } = this.#parts;
    const { store, log } = context;
    const now = context.now();
    const before = await readJson<KnownObjects | null>(store, 'objects', null);
    const { next, created, updated, deleted, silent, kept } = compare(
      before,
      this.index,
      now,
      options.atOnce,
    );
    if (silent > 0)
      log.warn({ count: silent }, 'more is new than "atOnce"; followers get the newest, the outbox has all');
    if (kept > 0)
      log.error(
        { count: kept },
        'more is gone than "atOnce"; followers keep it until a higher number allows that',
      );
    const at = addressesOf(context.site);
    const objectOf = (id: string) => this.#read(id, next[id]?.[1] ?? 1, next[id]?.[2] ?? 0);
    const gone = (id: string) => ({ id: at.objectOf(nameOf(id, before?.[id]?.[1] ?? 1)), type: 'Tombstone' });
    // The same difference has the same names, so that what was sent before a crash isn't sent again.
    const changeOf = (id: string) => `update-${next[id]?.[0]}-${before?.[id]?.[2] ?? 0}`;
    const activities = [
      ...created.toReversed().map((id) => ['Create', 'create', objectOf(id)] as const),
      ...updated.map((id) => ['Update', changeOf(id), objectOf(id)] as const),
      ...deleted.map((id) => ['Delete', 'delete', gone(id)] as const),
    ].flatMap(([type, mark, object]) => (object ? this.#activity(type, `${object.id}#${mark}`, object) : []));
    const own = await this.#ownActivities(await account.describe());
    const isSent = activities.length + own.length > 0;
    const inboxes = isSent ? await followers.inboxes(isBlocked) : [];
    for (const activity of [...activities, ...own]) await deliveries.add(activity, inboxes);
    // Last: what failed before is sent again, under the same names.
    await update<KnownObjects | null>(store, 'objects', null, () => next);
    if (own.length > 0 || before === null)
      await store.set('account', await this.#accountDigest(await account.describe()));
    this.#isAnnounced = true;
    const counts = { created: created.length, updated: updated.length, deleted: deleted.length };
    if (activities.length > 0) log.info(counts, 'a release is announced');
  }

  async #accountDigest(described: object): Promise<string> {
    return this.#parts.context.sign(JSON.stringify(described));
  }

  /** `Update` of the account where it changed, and `Move` where it moves. */
  async #ownActivities(described: object): Promise<{ readonly id: string }[]> {
    const { context, options } = this.#parts;
    const [known, digest] = [await context.store.get('account'), await this.#accountDigest(described)];
    if (known === null || known === digest) return [];
    const { actor } = addressesOf(context.site);
    const update = this.#activity('Update', `${actor}#update-${digest.slice(0, 16)}`, {
      ...described,
      id: actor,
    });
    if (options.movedTo === undefined) return [update];
    const move = this.#activity('Move', `${actor}#move-${context.sign(options.movedTo).slice(0, 16)}`, {
      id: actor,
    });
    return [update, Object.assign(move, { object: actor, target: options.movedTo })];
  }

  #activity(type: string, id: string, object: { readonly id: string; readonly published?: unknown }) {
    const { actor, followers } = addressesOf(this.#parts.context.site);
    const { '@context': context = objectContext, ...inner } = object as Record<string, unknown>;
    const published = type === 'Create' ? { published: object.published } : {};
    return {
      ...{ '@context': context, id, type, actor },
      ...{ to: [publicAudience], cc: [followers], ...published, object: inner },
    };
  }
}

const nameOf = (id: string, generation: number) => (generation === 1 ? id : `${id}.${generation}`);

/**
 * @param before null where nothing was announced yet: then no one follows, and everything is known
 * @param atOnce most that are new, changed or gone: a new rendering of everything is no news, and a mistake deletes nothing
 */
function compare(before: KnownObjects | null, { objects }: ObjectIndex, now: number, atOnce: number) {
  const next: Record<string, Known> = { ...before };
  const [created, updated]: [string[], string[]] = [[], []];
  for (const [id, digest] of objects) {
    const known = before?.[id];
    if (known?.[0] === digest) continue;
    const isNew = !known || known[0] === '';
    next[id] = isNew ? [digest, (known?.[1] ?? 0) + 1, 0] : [digest, known[1], now];
    if (before) (isNew ? created : updated).push(id);
  }
  const present = new Set(objects.map(([id]) => id));
  const gone = Object.entries(before ?? {}).filter(([id, [digest]]) => digest !== '' && !present.has(id));
  const kept = gone.length > atOnce ? gone.length : 0;
  const deleted = kept > 0 ? [] : gone.map(([id]) => id);
  for (const id of deleted) next[id] = ['', next[id]?.[1] ?? 1, now];
  const silent = Math.max(0, created.length - atOnce) + Math.max(0, updated.length - atOnce);
  return {
    next,
    created: created.slice(0, atOnce),
    updated: updated.slice(0, atOnce),
    deleted,
    silent,
    kept,
  };
}
