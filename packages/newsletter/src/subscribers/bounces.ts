import type { IncomingHttpHeaders } from 'node:http';
import PostalMime from 'postal-mime';
import type { NewsletterState } from '../newsletter-state.ts';
import { isEqual } from '../tokens.ts';

export type BounceKind = 'hard' | 'soft' | 'complaint';

export interface MailBounce {
  readonly id: string;
  readonly edition: string;
  readonly kind: BounceKind;
}

/** A mailbox that is full or too small for the mail, or a policy: another mail may arrive. */
const passing = /^5\.(?:2\.[23]|3\.4|7\.\d+)$/;

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965). Anyone can send one: it counts if it
 * has the Message-ID of a mail of this site, which no one else can make.
 * @returns null for any other mail, and for one that says that a mail arrived or is late
 */
export async function readBounce(state: NewsletterState, bytes: Uint8Array): Promise<MailBounce | null> {
  const all = new TextDecoder('latin1').decode(bytes);
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    mimeType,
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }));
  const sources = [all, ...parts.map(({ text }) => text)];
  const ids = sources.flatMap((text) => [...text.matchAll(/<([0-9a-f]{16})\.([\w-]{22})\.([\w-]{22})@/g)]);
  const own = ids.find(([, edition = '', id = '', mark]) =>
    isEqual(state.letterId(edition, id), `${edition}.${id}.${mark}`),
  );
  const [, edition = '', id = ''] = own ?? [];
  if (!own) return null;
  const partOf = (type: string) => parts.find(({ mimeType }) => mimeType === type)?.text ?? '';
  if (/^Feedback-Type:\s*(?:abuse|fraud)/im.test(partOf('message/feedback-report')))
    return { id, edition, kind: 'complaint' };
  const status = partOf('message/delivery-status');
  if (!/^Action:\s*failed/im.test(status)) return null;
  const code = /^Status:\s*(\d\.\d+\.\d+)/im.exec(status)?.[1] ?? '5.0.0';
  return { id, edition, kind: code.startsWith('5') && !passing.test(code) ? 'hard' : 'soft' };
}

/** Bounces and complaints of a webhook of Resend, by address. @returns null where Resend did not sign it in the last minutes */
export async function readWebhook(
  payload: string,
  headers: IncomingHttpHeaders,
  secret: string | undefined,
): Promise<readonly { mail: string; kind: BounceKind; edition: string }[] | null> {
  if (!secret) return null;
  const { Resend } = await import('resend');
  const given = (name: string) => String(headers[`svix-${name}`] ?? '');
  try {
    const signed = { id: given('id'), timestamp: given('timestamp'), signature: given('signature') };
    const event = new Resend('re_none').webhooks.verify({ payload, headers: signed, webhookSecret: secret });
    if (event.type !== 'email.complained' && event.type !== 'email.bounced') return [];
    const kind = event.type === 'email.complained' ? 'complaint' : kindOf(event.data.bounce.type);
    const { to, tags } = event.data;
    return to.map((mail) => ({ mail, kind, edition: tags?.edition ?? '' }));
  } catch {
    return null;
  }
}

const kindOf = (type: string): BounceKind => (type === 'Permanent' ? 'hard' : 'soft');
