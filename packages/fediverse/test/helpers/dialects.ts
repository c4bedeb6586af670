import { createHash, createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Servers as their documentation describes them, which sign and verify with `node:crypto` alone:
 * https://docs.joinmastodon.org/spec/security/, https://docs-develop.pleroma.social/backend/development/ap_extensions/,
 * https://misskey-hub.net/en/docs/for-developers/, https://docs.gotosocial.org/en/latest/federation/.
 */
export interface Dialect {
  readonly name: string;
  readonly context: unknown;
  readonly actorPath: string;
  /** Where the key is: a fragment of the account, or a document of its own. */
  readonly keyPath: string;
  /** Headers that it signs, in its order. */
  readonly signed: readonly string[];
  readonly algorithm: string;
  /** Does it refuse requests without a signature? */
  readonly isSecure?: true;
  readonly extra: object;
}

const as = 'https://www.w3.org/ns/activitystreams';
const security = 'https://w3id.org/security/v1';

export const dialects: readonly Dialect[] = [
  {
    name: 'Mastodon',
    context: [
      as,
      security,
      {
        toot: 'http://joinmastodon.org/ns#',
        featured: { '@id': 'toot:featured', '@type': '@id' },
        discoverable: 'toot:discoverable',
      },
    ],
    actorPath: '/users/ada',
    keyPath: '/users/ada#main-key',
    signed: ['(request-target)', 'host', 'date', 'digest', 'content-type'],
    algorithm: 'rsa-sha256',
    extra: { manuallyApprovesFollowers: false, discoverable: true, memorial: false },
  },
  {
    name: 'Pleroma',
    // On its own host, as every instance has it.
    context: [as, 'HOST/schemas/litepub-0.1.jsonld', { '@language': 'und' }],
    actorPath: '/users/ada',
    keyPath: '/users/ada#main-key',
    signed: ['(request-target)', 'content-length', 'date', 'digest', 'host'],
    algorithm: 'rsa-sha256',
    extra: { capabilities: { acceptsChatMessages: true }, invisible: false },
  },
  {
    name: 'Misskey',
    context: [
      as,
      security,
      {
        misskey: 'https://misskey-hub.net/ns#',
        _misskey_content: 'misskey:_misskey_content',
        isCat: 'misskey:isCat',
      },
    ],
    actorPath: '/users/9abc',
    keyPath: '/users/9abc#main-key',
    signed: ['(request-target)', 'date', 'host', 'digest'],
    algorithm: 'rsa-sha256',
    extra: { isCat: true, _misskey_summary: 'x' },
  },
  {
    name: 'GoToSocial',
    context: [as, security, 'https://gotosocial.org/ns'],
    actorPath: '/users/ada',
    keyPath: '/users/ada/main-key',
    signed: ['(request-target)', 'host', 'date', 'digest'],
    algorithm: 'hs2019',
    isSecure: true,
    extra: { discoverable: true, hidesToPublicFromUnauthedWeb: false },
  },
];

export interface DialectServer {
  readonly url: string;
  readonly actor: string;
  /** What arrived with a signature that the key of its sender made. */
  readonly received: readonly Readonly<Record<string, unknown>>[];
  readonly asked: readonly string[];
  readonly send: (inbox: string, activity: object) => Promise<number>;
  readonly stop: () => void;
}

export async function startDialect(dialect: Dialect): Promise<DialectServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: Readonly<Record<string, unknown>>[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const body = await text(request);
    if (request.method === 'POST') {
      const isRight = await verify(request.method, path, request.headers, body);
      if (isRight) received.push(JSON.parse(body) as Readonly<Record<string, unknown>>);
      return response.writeHead(isRight ? 202 : 401).end();
    }
    if (dialect.isSecure && !request.headers.signature) return response.writeHead(401).end();
    const key = {
      id: url + dialect.keyPath,
      owner: actor,
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
    };
    const context = JSON.parse(JSON.stringify(dialect.context).replace('HOST', url)) as unknown;
    const account = {
      '@context': context,
      id: actor,
      type: 'Person',
      preferredUsername: 'ada',
      inbox: `${actor}/inbox`,
      publicKey: key,
    };
    const more = {
      ...dialect.extra,
      name: 'Ada',
      outbox: `${actor}/outbox`,
      followers: `${actor}/followers`,
      endpoints: { sharedInbox: `${url}/inbox` },
    };
    const found =
      path === dialect.actorPath ? { ...account, ...more } : path === dialect.keyPath ? account : null;
    return response
      .writeHead(found ? 200 : 404, { 'Content-Type': 'application/activity+json; charset=utf-8' })
      .end(JSON.stringify(found));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const actor = url + dialect.actorPath;
  return {
    ...{ url, actor, received, asked },
    async send(inbox, activity) {
      const body = JSON.stringify({ '@context': dialect.context, actor, ...activity });
      const { host, pathname } = new URL(inbox);
      const values: Record<string, string> = {
        '(request-target)': `post ${pathname}`,
        host,
        date: new Date().toUTCString(),
        digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
        'content-type': 'application/activity+json',
        'content-length': String(Buffer.byteLength(body)),
      };
      const lines = dialect.signed.map((name) => `${name}: ${values[name]}`).join('\n');
      const signature = createSign('sha256').update(lines).sign(privateKey, 'base64');
      const header = `keyId="${url}${dialect.keyPath}",algorithm="${dialect.algorithm}",headers="${dialect.signed.join(' ')}",signature="${signature}"`;
      const { date = '', digest = '' } = values;
      const headers = {
        Date: date,
        Digest: digest,
        'Content-Type': 'application/activity+json',
        Signature: header,
      };
      return (await fetch(inbox, { method: 'POST', headers, body })).status;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Verifies a signature of the draft as its text says, with the key at its `keyId`. */
async function verify(
  method: string,
  path: string,
  headers: NodeJS.Dict<string | string[]>,
  body: string,
): Promise<boolean> {
  const parts = Object.fromEntries(
    [...String(headers.signature).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  if (headers.digest !== digest || !parts.keyId) return false;
  const names = (parts.headers ?? '').split(' ');
  if (!['(request-target)', 'host', 'date', 'digest'].every((name) => names.includes(name))) return false;
  const lines = names.map(
    (name: string) =>
      `${name}: ${name === '(request-target)' ? `${method.toLowerCase()} ${path}` : headers[name]}`,
  );
  const asked = await fetch(parts.keyId, { headers: { Accept: 'application/activity+json' } });
  const account = (await asked.json()) as { publicKey: { id: string; publicKeyPem: string } };
  if (account.publicKey.id !== parts.keyId) return false;
  return createVerify('sha256')
    .update(lines.join('\n'))
    .verify(createPublicKey(account.publicKey.publicKeyPem), parts.signature ?? '', 'base64');
}
