import { signRequest } from '@fedify/fedify';
import { isPrivateHost, openConnections, request } from 'agentsite/http';
import { isLocalUrl, type Site } from 'agentsite/model';
import { parseJson } from 'agentsite/text';
import { type ForeignObject, tame } from './foreign-json.ts';
import { RecentValues } from './state.ts';

export interface Key {
  readonly keyId: URL;
  readonly privateKey: CryptoKey;
}

/** What became of a delivery: with a status, or without an answer. */
export type Sent =
  | { readonly status: number; readonly retryAfter: number }
  | { readonly status: null; readonly reason: string };

export interface Connections {
  /** A document of another server, tamed; null where there is none. The request is signed. */
  readonly load: (url: string) => Promise<ForeignObject | null>;
  readonly post: (inbox: string, body: string, key: Key) => Promise<Sent>;
}

type Draft = 'draft-cavage-http-signatures-12' | 'rfc9421';

const maxDocument = 512 * 1024;
const patience = 10_000;
/** Servers that are slow with their answer have processed what they got, and must not get it again. */
const deliveryPatience = 30_000;
const accept =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"';
const agent = 'agentsite-fediverse';

/**
 * Requests to other servers. They reach public addresses only; a site that is itself on this machine, such as that of a
 * test, reaches others on it.
 */
export function openServers(
  site: Pick<Site, 'url'>,
  now: () => number,
  keyOf: () => Promise<Key>,
): Connections {
  const rules = { isAnyCertificateAllowed: false, atATime: 4 };
  const [toPublic, toLocal] = [false, true].map((isPrivateAllowed) =>
    openConnections({ ...rules, isPrivateAllowed }),
  );
  const isLocal = (hostname: string) =>
    isLocalUrl(site.url) &&
    /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname) &&
    isPrivateHost(hostname);
  const drafts = new RecentValues<Draft>(2_000);
  const documents = new RecentValues<Promise<ForeignObject | null>>(200);

  async function fetchDocument(url: string): Promise<ForeignObject | null> {
    const { hostname } = new URL(url);
    const headers = { Accept: accept, 'User-Agent': agent };
    const signed = await sign(
      new Request(url, { headers }),
      await keyOf(),
      'draft-cavage-http-signatures-12',
    );
    const bounds = { milliseconds: patience, bytes: maxDocument };
    const asked = { url, method: 'GET', headers: signed };
    const reply = await request(asked, bounds, isLocal(hostname) ? hostname : null);
    if (typeof reply === 'string' || reply.status !== 200 || reply.isCut) return null;
    if (new URL(reply.url).origin !== new URL(url).origin) return null;
    // What a server lets its users upload is no document of the server.
    if (!/^application\/(?:activity\+json|ld\+json)\b/i.test(reply.headers['content-type'] ?? ''))
      return null;
    return tame(parseJson(reply.body.toString()));
  }

  return {
    load(url) {
      const known = documents.get(url, now());
      if (known) return known;
      const document = fetchDocument(url).catch(() => null);
      // Forged signatures must not become requests to those in whose name they are.
      documents.set(url, document, now() + 60_000);
      return document;
    },
    async post(inbox, body, key) {
      const { origin, hostname } = new URL(inbox);
      const headers = { 'Content-Type': 'application/activity+json', 'User-Agent': agent };
      const first = drafts.get(origin, now()) ?? 'draft-cavage-http-signatures-12';
      const second: Draft = first === 'rfc9421' ? 'draft-cavage-http-signatures-12' : 'rfc9421';
      const send = async (draft: Draft): Promise<Sent> => {
        const signed = await sign(new Request(inbox, { method: 'POST', headers, body }), key, draft, body);
        const connections = isLocal(hostname) ? toLocal : toPublic;
        const asked = { url: inbox, method: 'POST', headers: signed, body };
        const outcome = await connections?.exchange(asked, { milliseconds: deliveryPatience, bytes: 0 });
        if (!outcome?.answer) return { status: null, reason: outcome?.failure.message ?? '' };
        const { status, headers: answered } = outcome.answer;
        return { status, retryAfter: Math.max(0, Number(answered['retry-after']) || 0) };
      };
      const sent = await send(first);
      // "Double-knocking": who can't read one signature says 400 or 401, and may read the other.
      if (sent.status !== 400 && sent.status !== 401) return sent;
      const again = await send(second);
      if (again.status !== null && again.status < 300) drafts.set(origin, second, now() + 7 * 24 * 3_600_000);
      return again;
    },
  };
}

async function sign(asked: Request, key: Key, spec: Draft, body?: string): Promise<Record<string, string>> {
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body).buffer as ArrayBuffer };
  const signed = await signRequest(asked, key.privateKey, key.keyId, { spec, ...bytes });
  return Object.fromEntries(signed.headers);
}
