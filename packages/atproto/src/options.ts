import { z } from 'agentsite/plugin';

const url = () => z.url({ protocol: /^https?$/, error: 'must be a URL (https://…)' });
export const optionsSchema = z.strictObject({
  /** The permanent name of the account: `did:plc:…` or `did:web:…`. */
  did: z
    .string()
    .regex(
      /^did:(?:plc:[a-z2-7]{24}|web:[\w.-]+)$/,
      'must be the DID of your account, did:plc:…; https://bsky.social/xrpc/com.atproto.identity.resolveHandle?handle=YOUR.HANDLE says it',
    ),
  /** Where the account signs in. */
  host: url().default('https://bsky.social'),
  /** Content types whose documents get records. */
  kinds: z.array(z.string()).default(['post']),
  /** The site's first address, of which keys are made: set it when the site moves to another. */
  firstUrl: url().optional(),
  /** Is each new document posted on Bluesky, once? */
  bluesky: z.boolean().default(false),
});
export type Options = z.output<typeof optionsSchema>;
