import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import type { LockedBody } from '../../core/model/document.ts';

/** OWASP's floor for PBKDF2 with HMAC-SHA-256; the browser spends it once, when the password is entered. */
const iterations = 600_000;

/**
 * Encrypts a body so that a browser can open it with the password and nothing else: PBKDF2-SHA-256 to a key,
 * AES-256-GCM with the tag at the end, as WebCrypto expects it.
 *
 * Two builds give the same bytes, so salt and nonce are derived and not random. The salt differs for each site, page
 * and password, so a table that was made for one opens no other, and a new password has a new salt. It is public
 * and depends on the password, so it takes the same number of rounds to compute as the key: a guess is not cheaper to check by
 * the salt. The nonce comes from key and text together, so a nonce is never used for two messages.
 *
 * @param place the page's URL
 */
export function lockBody(html: string, password: string, place: string): LockedBody {
  const secret = password.normalize('NFC');
  const salt = pbkdf2Sync(secret, `agentsite salt ${place}`, iterations, 16, 'sha256');
  const key = pbkdf2Sync(secret, salt, iterations, 32, 'sha256');
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
