import { z } from 'agentsite/plugin';

const who = z.enum(['anyone', 'followers', 'none']);
const image = z
  .string()
  .startsWith('/', 'must be the path of a file of public/, such as /portrait.png')
  .optional();
const blocked = z
  .string()
  .regex(
    /^(?:[^\s/@]+|https?:\/\/[^\s/]+\/\S+)$/,
    'must be a host such as spam.example, or the address of an account',
  );

export const options = z.strictObject({
  /** `blog` of `@blog@example.org`. Who follows a name doesn't follow its successor: choose it once. */
  username: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/, 'must be small letters, digits and underscores')
    .default('blog'),
  /** Default: title and description of the site. */
  name: z.string().optional(),
  summary: z.string().optional(),
  /** Images of `public/`: `/portrait.png`. */
  avatar: image,
  header: image,
  type: z.enum(['Person', 'Organization', 'Service']).default('Person'),
  /** Content types that followers get. */
  kinds: z.array(z.string()).default(['post']),
  /** Posts as an `Article` with the whole text, or as a `Note` with title, summary and link. Short posts are notes. */
  posts: z.enum(['article', 'note']).default('article'),
  /** What readers are warned of, by the slug of a tag: `{ spoilers: 'Spoilers' }`. */
  warnings: z.record(z.string(), z.string()).default({}),
  /** Who may quote posts. */
  quotes: who.default('anyone'),
  /** Whose replies you get to see. */
  replies: who.default('anyone'),
  /** Hosts, which include those below them, and addresses of accounts: nothing is taken from them, and nothing is sent. */
  blocked: z.array(blocked).default([]),
  /** Addresses of accounts that may move here (`alsoKnownAs`). */
  aliases: z.array(z.url()).default([]),
  /** Address of the account to which the followers move. It must name this one among its aliases. */
  movedTo: z.url().optional(),
  /** A higher number makes a new key for signatures. */
  key: z.int().min(1).max(20).default(1),
  /** Most documents that one release announces as new, as changed, and as deleted. */
  atOnce: z.int().min(1).max(100).default(20),
});

export type Options = z.output<typeof options>;
