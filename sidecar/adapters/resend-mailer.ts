import { Resend } from 'resend';
import type { ContactMail } from '../../src/core/contact/mail.ts';
import type { Handover, Mailer, MailOutcome } from '../contact/ports.ts';
import { formatMailbox, headersOf, type MailEnvelope } from './mail-envelope.ts';

const productionUrl = 'https://api.resend.com';

/**
 * Sends through Resend, with the delivery ID as idempotency key: a repeated mail is accepted for 24 hours and not sent.
 * @param baseUrl of a stub, in tests; never from the environment, which would send the key to another host
 */
export function openResendMailer(apiKey: string, envelope: MailEnvelope, baseUrl?: string): Mailer {
  const resend = new Resend(apiKey, { baseUrl: baseUrl ?? productionUrl });
  return {
    deduplicates: true,
    async send(mail: ContactMail, { signal }: Handover): Promise<MailOutcome> {
      try {
        const answer = await resend.emails.send(
          {
            from: formatMailbox(envelope.from),
            to: [mail.to ?? envelope.to.address],
            // Only the address: a name would have to be quoted into a text that someone else parses.
            replyTo: mail.replyTo.address,
            subject: mail.subject,
            text: mail.text,
            ...(mail.html === undefined ? {} : { html: mail.html }),
            headers: headersOf(mail),
            ...(mail.tags
              ? { tags: Object.entries(mail.tags).map(([name, value]) => ({ name, value })) }
              : {}),
          },
          { idempotencyKey: mail.delivery, signal },
        );
        return classify(answer);
      } catch (error) {
        return { kind: 'unknown', reason: error instanceof Error ? error.name : 'resend' };
      }
    },
    async close() {},
  };
}

interface Answer {
  readonly data: { readonly id?: unknown } | null;
  readonly error: { readonly name?: unknown; readonly statusCode?: unknown } | null;
  readonly headers?: Readonly<Record<string, string>> | null;
}

/** A broken connection and a broken answer look alike (`application_error` without a status): both may have been sent. */
function classify({ data, error, headers }: Answer): MailOutcome {
  if (!error) {
    const known = typeof data?.id === 'string' && data.id !== '';
    return known ? { kind: 'accepted' } : { kind: 'unknown', reason: 'no-id' };
  }
  const status = typeof error.statusCode === 'number' ? error.statusCode : 0;
  const reason = `${status} ${wordOf(error.name)}`;
  // The key contains the message's fingerprint, so a different body under it is an earlier rendering of ours.
  if (status === 409 && error.name === 'invalid_idempotent_request') return { kind: 'accepted' };
  if (status === 409) return { kind: 'unknown', reason };
  if (status === 429) {
    const seconds = Number(headers?.['retry-after']);
    return { kind: 'unavailable', reason, ...(seconds > 0 ? { retryAfter: Math.ceil(seconds) } : {}) };
  }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'rejected', reason };
  return { kind: 'unknown', reason };
}

function wordOf(name: unknown): string {
  return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : 'error';
}
