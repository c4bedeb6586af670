import { createCipheriv, createHmac, hash, pbkdf2Sync } from 'node:crypto';
import type { LockedBody } from '../core/model/document.ts';

/** OWASP's floor for PBKDF2 with HMAC-SHA-256; the browser spends it once, when the password is entered. */
const iterations = 600_000;

/**
 * Encrypts a body so that the browser can open it with the password alone: PBKDF2-SHA-256 to a key, AES-256-GCM
 * with the tag at the end, as WebCrypto expects it. The salt comes from the page's path and the nonce from
 * key and text together, so that two builds give the same bytes and one nonce never serves two texts.
 */
export function lockBody(html: string, password: string, path: string): LockedBody {
  const salt = Buffer.from(hash('sha256', `agentsite:${path}`, 'hex'), 'hex').subarray(0, 16);
  const key = pbkdf2Sync(password.normalize('NFC'), salt, iterations, 32, 'sha256');
  const iv = createHmac('sha256', key).update(html).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update(html, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    iterations,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    data: data.toString('base64'),
  };
}
