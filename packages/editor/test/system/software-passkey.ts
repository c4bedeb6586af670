import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Author } from '../../src/saves/git.ts';
import type { Keys } from '../../src/saves/keys.ts';

/** A passkey without a browser, which is enrolled for an author. */
export interface SoftwarePasskey {
  /** The answer to a challenge, in hexadecimal. @param counter default: one more than before */
  readonly sign: (digest: string, counter?: number) => object;
}

export function enrolPasskey(keys: Keys, author: Author, origin: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const number = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  // COSE: a map of key type, algorithm, curve and the two numbers.
  const head = Buffer.from('a5010203262001', 'hex');
  const cose = Buffer.concat([head, Buffer.from([0x21]), number(x), Buffer.from([0x22]), number(y)]);
  const id = randomBytes(16).toString('base64url');
  keys.addPasskey({ id, publicKey: cose.toString('base64url'), counter: 0, transports: [] }, author);
  let last = 0;
  return {
    sign: (digest, counter = last + 1) => {
      last = Math.max(last, counter);
      const challenge = Buffer.from(digest, 'hex').toString('base64url');
      const client = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
      );
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const site = createHash('sha256').update(new URL(origin).hostname).digest();
      const data = Buffer.concat([site, Buffer.from([0x05]), count]);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const signature = createSign('SHA256').update(signed).sign(privateKey);
      const [clientDataJSON, authenticatorData, text] = [client, data, signature].map((one) =>
        one.toString('base64url'),
      );
      const response = { clientDataJSON, authenticatorData, signature: text };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}
