import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import type { LockedBody } from '../../core/model/document.ts';

/** OWASP's floor for PBKDF2 with HMAC-SHA-256; the browser spends it once, when the password is entered. */
const iterations = 600_000;

/**
 * Encrypts a body for WebCrypto: PBKDF2-SHA-256 and AES-256-GCM with the tag at the end.
 *
 * Builds are reproducible, so salt and nonce are derived. The salt depends on site, page and password, and needs the
 * same number of rounds as the key, so that it makes no guess cheaper. The nonce depends on key and text, so it never repeats.
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
