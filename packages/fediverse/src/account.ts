import { createFederation, exportJwk, importJwk, MemoryKvStore } from '@fedify/fedify';
import { Endpoints, Image, Organization, Person, PropertyValue, Service } from '@fedify/fedify/vocab';
import { absoluteUrl, mimeTypes, type Site } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import { addressesOf } from './addresses.ts';
import type { Key } from './connections.ts';
import { loadContext } from './foreign-json.ts';
import type { Options } from './options.ts';
import { readJson, type Store, update } from './state.ts';

interface StoredPair {
  readonly publicKey: JsonWebKey;
  readonly privateKey: JsonWebKey;
}

export interface Account {
  /** Answers for WebFinger, NodeInfo and the account itself. */
  readonly answer: (url: string, accept: string) => Promise<Response>;
  /** The key that signs now. */
  readonly keyOf: () => Promise<Key>;
  /** The account as JSON, for followers who know an older one. */
  readonly describe: () => Promise<object>;
}

/** The only kind of key that all servers know, in the size that they have themselves. */
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
const identifier = 'actor';
const classes = { Person, Organization, Service };

export function openAccount(site: Site, options: Options, store: Store, countPosts: () => number): Account {
  const at = addressesOf(site);
  const { host, origin, pathname } = new URL(at.base);
  const federation = createFederation<null>({
    // It keeps nothing: keys of others are in `inbox.ts`, and deliveries in `deliveries.ts`.
    kv: new MemoryKvStore(),
    origin: { handleHost: host, webOrigin: origin },
    documentLoaderFactory: () => loadContext,
  });
  federation
    .setActorDispatcher(`${pathname}{identifier}`, async (context, name) => {
      if (name !== identifier) return null;
      const pairs = await context.getActorKeyPairs(identifier);
      const current = pairs[options.key - 1];
      return new classes[options.type]({
        id: new URL(at.actor),
        preferredUsername: options.username,
        name: options.name ?? site.title,
        summary: `<p>${escapeHtml(options.summary ?? site.description)}</p>`,
        url: new URL(absoluteUrl(site, '/')),
        inbox: new URL(at.inbox),
        outbox: new URL(at.outbox),
        followers: new URL(at.followers),
        featured: new URL(at.featured),
        endpoints: new Endpoints({ sharedInbox: new URL(at.sharedInbox) }),
        icon: imageOf(site, options.avatar),
        image: imageOf(site, options.header),
        attachments: linksOf(site),
        ...(current ? { publicKey: current.cryptographicKey } : {}),
        aliases: options.aliases.map((address) => new URL(address)),
        successor: options.movedTo === undefined ? null : new URL(options.movedTo),
        manuallyApprovesFollowers: false,
        discoverable: true,
        indexable: true,
      });
    })
    .setKeyPairsDispatcher(async (_context, name) =>
      name === identifier ? loadPairs(store, options.key) : [],
    )
    .mapHandle((_context, username) => (username.toLowerCase() === options.username ? identifier : null))
    .mapAlias((_context, { href }) =>
      href.replace(/\/$/, '') === absoluteUrl(site, '/').replace(/\/$/, '') ? { identifier } : null,
    );
  federation.setNodeInfoDispatcher(`${pathname}nodeinfo`, async () => ({
    software: { name: 'agentsite', version: '1.0.0', homepage: new URL(absoluteUrl(site, '/')) },
    protocols: ['activitypub'],
    usage: { users: { total: 1 }, localPosts: countPosts(), localComments: 0 },
  }));
  const answer = (url: string, accept: string) =>
    federation.fetch(new Request(url, { headers: { Accept: accept } }), { contextData: null });
  async function loadKey(): Promise<Key> {
    const pairs = await federation.createContext(new URL(at.base), null).getActorKeyPairs(identifier);
    const pair = pairs[options.key - 1];
    if (!pair) throw new Error('The account has no key.');
    return { keyId: pair.keyId, privateKey: pair.privateKey };
  }
  let current: Promise<Key> | undefined;
  return {
    answer,
    keyOf() {
      current ??= loadKey();
      current.catch(() => {
        current = undefined;
      });
      return current;
    },
    describe: async () => (await (await answer(at.actor, 'application/activity+json')).json()) as object,
  };
}

/** All keys up to a number; those that are missing are made. Earlier ones keep their place, by which they are named. */
async function loadPairs(store: Store, count: number): Promise<CryptoKeyPair[]> {
  let pairs = await readJson<StoredPair[]>(store, 'keys', []);
  if (pairs.length < count) {
    const made = await Promise.all(
      Array.from({ length: count }, async (): Promise<StoredPair> => {
        const { publicKey, privateKey } = await crypto.subtle.generateKey(rsa, true, ['sign', 'verify']);
        return { publicKey: await exportJwk(publicKey), privateKey: await exportJwk(privateKey) };
      }),
    );
    pairs = await update<StoredPair[]>(store, 'keys', [], (kept) => [...kept, ...made.slice(kept.length)]);
  }
  return Promise.all(
    pairs.slice(0, count).map(async ({ publicKey, privateKey }) => ({
      publicKey: await importJwk(publicKey, 'public'),
      privateKey: await importJwk(privateKey, 'private'),
    })),
  );
}

function imageOf(site: Site, path: string | undefined): Image | null {
  if (path === undefined) return null;
  const mediaType = mimeTypes[/\.\w+$/.exec(path)?.[0].toLowerCase() ?? ''] ?? null;
  return new Image({ url: new URL(absoluteUrl(site, path)), mediaType });
}

/** The site, and the homes of its owner elsewhere. */
function linksOf(site: Site): PropertyValue[] {
  const homes = [{ label: site.title, url: absoluteUrl(site, '/') }, ...site.social];
  return homes.map(({ label, url }) => {
    const address = escapeHtml(url);
    return new PropertyValue({
      name: label,
      value: `<a href="${address}" rel="me nofollow noopener" translate="no">${address}</a>`,
    });
  });
}
