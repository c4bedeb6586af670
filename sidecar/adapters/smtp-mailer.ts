import { createTransport } from 'nodemailer';
import type { ContactMail } from '../../src/core/contact/mail.ts';
import type { Mailer, MailOutcome } from '../contact/ports.ts';
import { composeMail, type MailEnvelope } from './mail-envelope.ts';

const timeouts = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 8_000,
  dnsTimeout: 5_000,
};

/** Resend's SMTP door knows idempotency keys, as a header. */
const resendHost = 'smtp.resend.com';

/**
 * Sends through a mail server. SMTP has no way to recognise a mail that was accepted before: when the connection
 * breaks after the content was handed over, whether it went out is unknown, and the fixed Message-ID lets mailboxes
 * and people spot a twin. Before that moment a failure certainly sent nothing.
 * @param url `smtp://user:password@host:587` or `smtps://…`. Without TLS only servers on this machine are used.
 */
export function openSmtpMailer(url: string, envelope: MailEnvelope): Mailer {
  const { hostname } = new URL(url);
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const viaResend = hostname === resendHost;

  return {
    deduplicates: viaResend,
    async send(mail: ContactMail, signal: AbortSignal): Promise<MailOutcome> {
      const watch = watchForContent();
      const transport = createTransport({
        url,
        ...timeouts,
        requireTLS: !local,
        transactionLog: true,
        logger: watch.logger,
      });
      const composed = composeMail(mail, envelope);
      if (viaResend) {
        composed.headers = {
          'X-Contact-Channel': mail.channel,
          'X-Contact-Delivery': mail.delivery,
          'Resend-Idempotency-Key': mail.delivery,
        };
      }
      try {
        await transport.sendMail({ ...composed, signal });
        return { kind: 'accepted' };
      } catch (error) {
        return classify(error, watch.handedOver());
      } finally {
        transport.close();
      }
    },
    async close() {},
  };
}

/** The library says in its transaction log, and nowhere else, that it has asked to hand over the content. */
function watchForContent() {
  let asked = false;
  const note = (entry: unknown, text: unknown) => {
    const fromUs = typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'client';
    if (fromUs && typeof text === 'string' && text.trim() === 'DATA') asked = true;
  };
  const silent = () => {};
  return {
    handedOver: () => asked,
    logger: {
      level: silent,
      trace: silent,
      debug: note,
      info: silent,
      warn: silent,
      error: silent,
      fatal: silent,
    },
  };
}

function classify(error: unknown, handedOver: boolean): MailOutcome {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const code = String(field('code') ?? 'smtp');
  const status = Number(field('responseCode') ?? 0);
  // An answer to a command, the end of the content included, is a refusal; a farewell on a closing line is not.
  const refused = status >= 400 && (!handedOver || field('command') !== 'CONN');
  if (handedOver && !refused) return { kind: 'unknown', reason: code };
  if (status >= 500 || code === 'EAUTH' || code === 'ECONFIG') return { kind: 'rejected', reason: code };
  return { kind: 'unavailable', reason: code };
}
