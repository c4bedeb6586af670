import { createHash } from 'node:crypto';
import { verifyRequestDetailed } from '@fedify/fedify';
import type { CryptographicKey, Multikey } from '@fedify/fedify/vocab';
import type { SidecarContext } from 'agentsite/plugin';
import { parseJson } from 'agentsite/text';
import { addressesOf } from './addresses.ts';
import type { Connections } from './connections.ts';
import { type ForeignObject, idOf, loadContext, stringOf, tame } from './foreign-json.ts';
import { RecentValues } from './state.ts';

/** An activity whose signature is that of its actor. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly actor: string;
  readonly json: ForeignObject;
}

export interface InboxParts {
  readonly context: SidecarContext;
  readonly servers: Pick<Connections, 'load'>;
  readonly isBlocked: (address: string) => boolean;
  /** Does this site know an account, as a follower or by what it wrote? */
  readonly isKnown: (actor: string) => Promise<boolean>;
  readonly handle: (activity: Received) => Promise<unknown>;
}

export interface Delivered {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const types = new Set([
  'Follow',
  'Undo',
  'Like',
  'Announce',
  'Create',
  'Update',
  'Delete',
  'Move',
  'Block',
  'QuoteRequest',
]);
const hour = 3_600_000;
/** Activities that are examined at once: each may ask another server for a key. */
const maxAtOnce = 16;
/** How long an activity that was taken is refused when it comes again; a signature is valid for an hour. */
const remembered = 7 * 24 * hour;

/** Takes what other servers deliver. @returns a function that answers with a status */
export function openInbox({ context, servers, isBlocked, isKnown, handle }: InboxParts) {
  const { store, now, site } = context;
  const keys = new RecentValues<CryptographicKey | Multikey | null>(1_000);
  const keyCache = {
    get: async ({ href }: URL) => keys.get(href, now()),
    set: async ({ href }: URL, key: CryptographicKey | Multikey | null) =>
      keys.set(href, key, now() + (key ? 24 * hour : hour / 6)),
  };
  async function documentLoader(url: string) {
    const document = await servers.load(url);
    if (document === null) throw new Error(`There is no document at ${url}.`);
    return { contextUrl: null, documentUrl: url, document };
  }
  const loaders = { documentLoader, contextLoader: loadContext };

  /** Is a request signed with a key of the actor, at the server of both? */
  async function isSigned({ path, headers, body }: Delivered, actor: string): Promise<boolean> {
    const url = new URL(path, addressesOf(site).base);
    const sent = new Headers({ host: url.host });
    for (const [name, value] of Object.entries(headers))
      if (typeof value === 'string' && name !== 'host') sent.set(name, value);
    const asked = new Request(url, { method: 'POST', headers: sent, body: new Uint8Array(body) });
    const result = await verifyRequestDetailed(asked, { ...loaders, keyCache, timeWindow: { hours: 1 } });
    if (!result.verified) return false;
    const { id, ownerId } = result.key;
    // Whom a key belongs to, only the server of that account can say.
    return ownerId?.href === actor && id?.origin === new URL(actor).origin;
  }

  let busy = 0;
  return async (delivered: Delivered): Promise<number> => {
    const json = tame(parseJson(delivered.body.toString()));
    if (json === null) return 400;
    const [id, type, actor] = [idOf(json.id), stringOf(json.type), idOf(json.actor)];
    if (id === null || actor === null) return 400;
    if (!types.has(type)) return 202;
    if (isBlocked(actor)) return 403;
    // Accounts that end say so to every server there is.
    if (type === 'Delete' && !(await isKnown(actor))) return 202;
    if (busy >= maxAtOnce) return 503;
    busy++;
    try {
      const isOwn = new URL(id).origin === new URL(actor).origin;
      const isTrue = await isSigned(delivered, actor).catch((error: unknown) => {
        context.log.info({ reason: String(error).slice(0, 200) }, 'a signature can not be read');
        return false;
      });
      if (!isOwn || !isTrue) return 401;
      const seen = `seen ${createHash('sha256').update(id).digest('base64url')}`;
      if (!(await store.replace(seen, null, '1', remembered))) return 202;
      try {
        await handle({ id, type, actor, json });
      } catch (error) {
        // The other server tries again.
        await store.delete(seen);
        throw error;
      }
      return 202;
    } finally {
      busy--;
    }
  };
}
