import { expect, test } from 'vitest';
import { signIn } from '../../src/account.ts';
import { optionsSchema } from '../../src/options.ts';

test('a host that does not answer is named, with what to check', async () => {
  const options = optionsSchema.parse({ did: `did:plc:${'a'.repeat(24)}`, host: 'http://127.0.0.1:1' });
  await expect(signIn(options, 'words')).rejects.toThrow(
    `http://127.0.0.1:1 does not sign in ${options.did}: fetch failed. Is ATPROTO_PASSWORD an app password`,
  );
});
