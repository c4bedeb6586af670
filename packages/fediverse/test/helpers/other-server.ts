import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createFederation, MemoryKvStore, signRequest } from '@fedify/fedify';
import {
  Accept,
  Activity,
  Announce,
  Create,
  Delete,
  Endpoints,
  Follow,
  Like,
  Person,
  Undo,
  Update,
} from '@fedify/fedify/vocab';

export interface OtherServer {
  readonly url: string;
  readonly actor: string;
  readonly keyId: string;
  /** Activities whose signatures it has verified, as JSON, with their types first. */
  readonly received: readonly { readonly type: string; readonly json: Readonly<Record<string, never>> }[];
  /** Addresses that it was asked for. */
  readonly asked: readonly string[];
  /** Sends an activity with a signature. */
  readonly send: (inbox: string, activity: object, how?: SendOptions) => Promise<number>;
  readonly key: CryptoKeyPair;
  readonly stop: () => void;
}

export interface SendOptions {
  readonly spec?: 'draft-cavage-http-signatures-12' | 'rfc9421';
  readonly key?: CryptoKeyPair;
  readonly keyId?: string;
  /** Changes the request after it was signed. */
  readonly spoil?: (request: Request) => Request;
}

/** A server of Fedify with one account, `ada`, which takes whatever it is sent. */
export async function startOtherServer(name = 'Ada'): Promise<OtherServer> {
  const key = await keyOf(name);
  const received: { type: string; json: Readonly<Record<string, never>> }[] = [];
  const asked: string[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const federation = createFederation<null>({
    kv: new MemoryKvStore(),
    allowPrivateAddress: true,
    origin: url,
  });
  federation
    .setActorDispatcher('/users/{identifier}', async (context, identifier) => {
      const [pair] = await context.getActorKeyPairs(identifier);
      return new Person({
        id: context.getActorUri(identifier),
        preferredUsername: identifier,
        name,
        inbox: context.getInboxUri(identifier),
        endpoints: new Endpoints({ sharedInbox: context.getInboxUri() }),
        ...(pair ? { publicKey: pair.cryptographicKey } : {}),
      });
    })
    .setKeyPairsDispatcher(() => [key]);
  const inbox = federation.setInboxListeners('/users/{identifier}/inbox', '/inbox');
  for (const type of [Accept, Announce, Create, Delete, Follow, Like, Undo, Update, Activity])
    inbox.on(type as typeof Activity, async (_, activity) => {
      const json = (await activity.toJsonLd()) as Readonly<Record<string, never>>;
      received.push({ type: String(json.type), json });
    });
  server.on('request', async (request, response) => {
    asked.push(request.url ?? '');
    const body = await buffer(request);
    const headers = new Headers(Object.entries(request.headers).map(([one, value]) => [one, String(value)]));
    const answer = await federation.fetch(
      new Request(url + request.url, {
        method: request.method ?? 'GET',
        headers,
        ...(request.method === 'POST' ? { body } : {}),
      }),
      { contextData: null },
    );
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  const actor = `${url}/users/ada`;
  const keyId = `${actor}#main-key`;
  return {
    ...{ url, actor, keyId, received, asked, key },
    async send(
      target,
      activity,
      {
        spec = 'draft-cavage-http-signatures-12',
        key: other = key,
        keyId: named = keyId,
        spoil = (one: Request) => one,
      } = {},
    ) {
      const sent = new Request(target, {
        method: 'POST',
        headers: { 'Content-Type': 'application/activity+json' },
        body: JSON.stringify({ '@context': 'https://www.w3.org/ns/activitystreams', actor, ...activity }),
      });
      const signed = spoil(await signRequest(sent, other.privateKey, new URL(named), { spec }));
      return (await fetch(signed)).status;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const makeKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  );

/** Keys take long to make: each name has one in all tests of a file. */
const keys = new Map<string, Promise<CryptoKeyPair>>();
function keyOf(name: string): Promise<CryptoKeyPair> {
  const key = keys.get(name) ?? makeKey();
  keys.set(name, key);
  return key;
}
