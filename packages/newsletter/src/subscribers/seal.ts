import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sign } from '../tokens.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Encryption with a key that is made of the site's secret (AES-256-GCM): the store can be copied without the addresses. */
export interface Seal {
  readonly close: (text: string) => string;
  /** @throws if the text was sealed with another secret, or changed */
  readonly open: (sealed: string) => string;
}

export function createSeal(sign: Sign): Seal {
  const key = Buffer.from(sign('encryption'), 'base64url');
  return {
    close(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        const data = decipher.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([data, decipher.final()]).toString('utf8');
      } catch (cause) {
        const message =
          'The subscribers were stored with another secret. Use the DATA_DIR/secret, or the CONTACT_SECRET, that they were stored with.';
        throw new Error(message, { cause });
      }
    },
  };
}
