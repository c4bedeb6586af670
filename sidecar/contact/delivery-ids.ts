import { createHmac } from 'node:crypto';
import type { ContactChannel, ContactMessage } from '../../src/core/contact/message.ts';

/** A keyed hash as the name of a thing: the store can be read without learning a message, a key or an address. */
function keyedHash(secret: Buffer, purpose: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex')
    .slice(0, 32);
}

/** Equal for equal messages. The submit token is left out: a retry may carry a fresh one. */
export function fingerprintMessage(secret: Buffer, channel: ContactChannel, message: ContactMessage): string {
  return keyedHash(
    secret,
    'fingerprint',
    channel,
    message.name,
    message.email,
    message.subject ?? '',
    message.message,
    message.agent ?? '',
  );
}

export function hashIdempotencyKey(secret: Buffer, channel: ContactChannel, key: string): string {
  return keyedHash(secret, 'key', channel, key);
}

export function hashCaller(secret: Buffer, addressGroup: string): string {
  return keyedHash(secret, 'caller', addressGroup);
}

/**
 * The delivery id: the provider's idempotency key, the Message-ID, the outbox file name and the member of the
 * windows. The same message under the same Idempotency-Key, or without one under the same token, has the same id.
 */
export function deliveryId(
  secret: Buffer,
  under: { readonly keyId: string } | { readonly tokenId: string },
  fingerprint: string,
): string {
  const [kind, id] = 'keyId' in under ? (['key', under.keyId] as const) : (['token', under.tokenId] as const);
  return keyedHash(secret, 'delivery', kind, id, fingerprint);
}
