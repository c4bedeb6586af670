import { z } from 'agentsite/plugin';

const wholeNumber = (low: number, high: number, fallback: number) =>
  z.int().min(low).max(high).default(fallback);

/** What an owner writes in `newsletter({ … })`. */
export const optionsSchema = z.strictObject({
  /** The sender: `Zoe <news@example.org>`, an address of a domain that you send from. */
  from: z
    .string()
    .regex(
      /^(?:[^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      'must be an address, or Name <address>',
    ),
  /** Where answers go; the sender without it. */
  replyTo: z.email().optional(),
  topics: z
    .strictObject({
      /** Are short posts a topic of their own? */
      notes: z.boolean().default(false),
      /** Slugs of categories that can be chosen. */
      categories: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Where pages have the form. */
  form: z.enum(['footer', 'text', 'none']).default('footer'),
  /** Who sends: the sidecar within a minute of a publication, or `agentsite newsletter send`. */
  sends: z.enum(['server', 'command']).default('server'),
  /** The newest posts whose mails a build renders. */
  recent: wholeNumber(1, 200, 30),
  /** Mails in a minute, altogether and to one receiving domain. */
  perMinute: wholeNumber(1, 60_000, 120),
  perDomainMinute: wholeNumber(1, 60_000, 60),
  /** Mails in a day that ask for a confirmation. */
  confirmationsPerDay: wholeNumber(1, 1_000_000, 500),
  /** Where mail servers send bounces: the mailbox that `agentsite newsletter bounces` reads. */
  bouncesTo: z.email().optional(),
  /** Signs mails sent by SMTP with the key in NEWSLETTER_DKIM_KEY. */
  dkim: z.strictObject({ domain: z.string(), selector: z.string() }).optional(),
});
export type Options = z.output<typeof optionsSchema>;

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** `Zoe <news@example.org>` as name and address. */
export function readMailbox(text: string, name: string): Mailbox {
  const [, own = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  return { name: own.trim() || name, address };
}
