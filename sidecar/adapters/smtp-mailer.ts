import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { ContactMail } from '../../src/core/contact/mail.ts';
import type { Handover, Mailer, MailOutcome } from '../contact/ports.ts';
import { headersOf, type MailEnvelope, renderMail } from './mail-envelope.ts';

/** Milliseconds. */
const defaultTimeouts = {
  /** Finding the host, connecting, greeting, TLS: servers such as Postfix's postscreen delay the greeting. */
  connection: 60_000,
  /** For the greeting within that. */
  greeting: 50_000,
  /** For an answer to any command, the content included: ten minutes (RFC 5321, 4.5.3.2.6). */
  silence: 600_000,
};

/** Resend's SMTP door knows idempotency keys, as a header. */
const resendHost = 'smtp.resend.com';

/**
 * Sends through a mail server. SMTP can't recognize a repeated mail, so the content is handed over only when the server
 * has asked for it (354) and `beforeHandover` allows it; then the answer is awaited for as long as the protocol grants.
 * A failure before that, and any 4xx or 5xx, certainly sent nothing. After a broken connection the outcome is unknown,
 * and the fixed Message-ID helps mailboxes and people find a second copy.
 * @param url `smtp://user:password@host:587` or `smtps://…`. Without TLS only servers on this machine are used.
 */
export function openSmtpMailer(url: string, envelope: MailEnvelope, timeouts = defaultTimeouts): Mailer {
  const { hostname } = new URL(url);
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const viaResend = hostname === resendHost;

  return {
    deduplicates: viaResend,
    async send(mail: ContactMail, { signal, beforeHandover }: Handover): Promise<MailOutcome> {
      let handedOver = false;
      const tooLate = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const transport = createTransport({
        url,
        connectionTimeout: timeouts.connection,
        dnsTimeout: timeouts.connection,
        greetingTimeout: timeouts.greeting,
        socketTimeout: timeouts.silence,
        requireTLS: !local,
      });
      transport.use('stream', (composed, done) => {
        composed.message.processFunc((content) =>
          afterPermission(content, async () => {
            await beforeHandover();
            handedOver = true;
            timer = setTimeout(() => tooLate.abort(), timeouts.silence);
          }),
        );
        done();
      });
      const headers = {
        ...headersOf(mail),
        ...(viaResend ? { 'Resend-Idempotency-Key': mail.delivery } : {}),
      };
      const { from, to, bouncesTo = from.address } = envelope;
      try {
        await transport.sendMail({
          raw: await renderMail({ ...mail, headers }, envelope),
          envelope: { from: bouncesTo, to: [{ name: '', address: mail.to ?? to.address }] },
          signal: AbortSignal.any([signal, tooLate.signal]),
        });
        return { kind: 'accepted' };
      } catch (error) {
        return classify(error, handedOver);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
    async close() {},
  };
}

/** The content, of which nothing is read before `permit` resolves. The library reads it once the server has answered 354. */
function afterPermission(content: Readable, permit: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      await permit();
      yield* content;
    })(),
    { objectMode: false },
  );
}

function classify(error: unknown, handedOver: boolean): MailOutcome {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  // A sender that is refused concerns all mails, a receiver one.
  const code = field('command') === 'MAIL FROM' ? 'ESENDER' : String(field('code') ?? 'smtp');
  const status = Number(field('responseCode') ?? 0);
  // An answer to a command, the end of the content included, is a refusal; a farewell on a closing line is not.
  const refused = status >= 400 && (!handedOver || field('command') !== 'CONN');
  const said = { reason: code, ...replyOf(field('response'), handedOver) };
  if (handedOver && !refused) return { kind: 'unknown', ...said };
  if (status >= 500 || code === 'EAUTH' || code === 'ECONFIG') return { kind: 'rejected', ...said };
  return { kind: 'unavailable', ...said };
}

/** What the server answered, without addresses; only its codes once it had the content, which it may quote. */
function replyOf(response: unknown, handedOver: boolean): { readonly reply?: string } {
  const codes = typeof response === 'string' ? /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(response)?.[0] : undefined;
  if (codes === undefined) return {};
  return {
    reply: handedOver
      ? codes
      : String(response)
          .replace(/\S*@\S*/g, '…')
          .slice(0, 200),
  };
}
