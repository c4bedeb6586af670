import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ContactChannel, contactChannels } from '../../src/core/contact/message.ts';

/** A signed token, which is not stored: `base64url(channel 1 | issued 6 | expires 6 | nonce 16 | HMAC-SHA-256 32 bytes)`. */
export interface SubmitToken {
  /** The nonce, base64url: names the token in the store. */
  readonly id: string;
  readonly channel: ContactChannel;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const payloadBytes = 29;
const signatureBytes = 32;

/** @param nonce 16 random bytes. */
export function issueSubmitToken(
  secret: Buffer,
  options: {
    readonly channel: ContactChannel;
    readonly now: number;
    readonly ttl: number;
    readonly nonce: Buffer;
  },
): { token: string; expiresAt: number } {
  const expiresAt = options.now + options.ttl;
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8(contactChannels.indexOf(options.channel), 0);
  payload.writeUIntBE(options.now, 1, 6);
  payload.writeUIntBE(expiresAt, 7, 6);
  options.nonce.copy(payload, 13, 0, 16);
  return { token: Buffer.concat([payload, sign(secret, payload)]).toString('base64url'), expiresAt };
}

/** Opens a token that this site issued for this channel; null for anything else. Expiry is the store's to judge. */
export function openSubmitToken(secret: Buffer, token: string, channel: ContactChannel): SubmitToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== payloadBytes + signatureBytes || bytes.toString('base64url') !== token) return null;
  const payload = bytes.subarray(0, payloadBytes);
  if (!timingSafeEqual(bytes.subarray(payloadBytes), sign(secret, payload))) return null;
  if (contactChannels[payload.readUInt8(0)] !== channel) return null;
  return {
    id: payload.subarray(13).toString('base64url'),
    channel,
    issuedAt: payload.readUIntBE(1, 6),
    expiresAt: payload.readUIntBE(7, 6),
  };
}

function sign(secret: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update('submit-token\0').update(payload).digest();
}
