import { z } from 'zod';
import { playerServices } from '../embeds.ts';
import { mailAddress } from '../mail-address.ts';

/** The setting `connect`: other services that the pages of a site work with. Without it they work with none. */

/** Its host goes into the Content Security Policy, where a star or a semicolon would say more than a host. */
const secureUrl = z.url({ protocol: /^https$/, hostname: /^[a-z0-9.-]+$/ });
/** `https://stats.example.org` */
const origin = secureUrl.refine(
  (url) => !URL.canParse(url) || new URL(url).origin === url,
  'must be https:// and a host, and nothing else',
);
const uuid = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i, 'must be an id such as 0a1b2c3d-0000-4000-8000-000000000000');

/** A service that no adapter is for, by its script. */
const otherScript = z.strictObject({
  service: z.literal('other'),
  /** As the privacy statement calls it. */
  name: z.string().min(1),
  script: secureUrl,
  /** Attributes of the script element: `{ 'data-site': '7' }`. */
  attributes: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string()).default({}),
  /** Origins next to the script's own that it sends to. */
  origins: z.array(origin).default([]),
  /** Does it keep anything in the browser? Then it waits for the reader's consent. */
  cookies: z.boolean(),
  /** Its privacy policy. */
  policy: secureUrl.optional(),
});

const analytics = z.discriminatedUnion('service', [
  z.strictObject({
    service: z.literal('plausible'),
    /** The site, as it is called there. Default: the host of `url`. */
    domain: z.string().optional(),
    /** Where your own installation is. */
    host: origin.default('https://plausible.io'),
  }),
  z.strictObject({
    service: z.literal('goatcounter'),
    /** The name before `.goatcounter.com`. */
    code: z.string().regex(/^[a-z0-9-]+$/),
  }),
  z.strictObject({
    service: z.literal('umami'),
    website: uuid,
    /** Where your own installation is. */
    host: origin.default('https://cloud.umami.is'),
  }),
  otherScript,
]);

const comments = z.discriminatedUnion('service', [
  z.strictObject({
    service: z.literal('giscus'),
    /** `owner/name` on GitHub. */
    repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
    repositoryId: z.string().min(1),
    category: z.string().min(1),
    categoryId: z.string().min(1),
  }),
  otherScript,
  // Without another service: readers write to the owner, who adds the comment to content/comments/.
  z.strictObject({ service: z.literal('contact') }),
  z.strictObject({ service: z.literal('mail'), address: mailAddress }),
]);

const newsletter = z.discriminatedUnion('service', [
  z.strictObject({ service: z.literal('buttondown'), user: z.string().regex(/^[\w-]+$/) }),
  z.strictObject({
    service: z.literal('listmonk'),
    /** Where your installation is. */
    host: origin,
    /** Ids of the lists that readers subscribe to. */
    lists: z.array(uuid).min(1),
  }),
  z.strictObject({
    service: z.literal('other'),
    name: z.string().min(1),
    /** Where the form goes, and the name of its field for the address. */
    action: secureUrl,
    field: z.string().default('email'),
    policy: secureUrl.optional(),
  }),
]);

export const connectSchema = z
  .strictObject({
    /** Counts visits. */
    analytics: analytics.optional(),
    /** Comments below posts: of another service, on a press of a button, or by the contact form or mail. */
    comments: comments.optional(),
    /** A form below posts. */
    newsletter: newsletter.optional(),
    /** Webmentions: `endpoint` receives them, `send` notifies linked pages on `agentsite publish`. */
    webmention: z
      .strictObject({ endpoint: secureUrl.optional(), send: z.boolean().default(true) })
      .optional(),
    /** A WebSub hub that feeds name and `agentsite publish` calls: `https://pubsubhubbub.appspot.com/`. */
    webSub: secureUrl.optional(),
    /** A key of IndexNow, published at `/KEY.txt`: `agentsite publish` notifies search engines of changes. */
    indexNow: z
      .string()
      .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
      .optional(),
    /** Services whose cards play in the page when they are pressed. Default: all. */
    players: z.array(z.enum(playerServices)).optional(),
    /** The old name of `players`. */
    video: z.array(z.enum(['youtube', 'vimeo'])).optional(),
    /** Origins that forms of your own pages send to. */
    forms: z.array(origin).default([]),
    /** The page that says all this. Default: `/privacy/`, which is written for you. */
    privacy: z
      .string()
      .regex(/^\/(?:[^/]+\/)+$/, 'must be the address of a page, such as /privacy/')
      .optional(),
  })
  .prefault({});

export type Connect = z.output<typeof connectSchema>;
