import { createTransport, type SendMailOptions } from 'nodemailer';
import type { ContactMail } from '../../src/core/contact/mail.ts';
import { toAsciiAddress } from '../../src/core/model/mail-address.ts';

/** Who mails go to and come from: the owner's configuration, never a visitor's input. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface MailEnvelope {
  readonly from: Mailbox;
  readonly to: Mailbox;
  /** Right side of the Message-ID. */
  readonly domain: string;
  /** Where mail servers report failures; the sender without it. */
  readonly bouncesTo?: string;
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };
}

/** Reads `Name <address>` or a bare address; null when it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>|([^<>\s]+@[^<>\s]+))\s*$/.exec(text);
  const address = match?.[2] ?? match?.[3];
  return address ? { name: match?.[1] ?? '', address: toAsciiAddress(address) } : null;
}

/** `"Name" <address>`, or the bare address where there is no name. Only for configured mailboxes. */
export function formatMailbox({ name, address }: Mailbox): string {
  return name === '' ? address : `"${name.replace(/[\\"]/g, '')}" <${address}>`;
}

/** Those of a message, or of the mail's own. */
export const headersOf = ({ headers, channel, delivery }: ContactMail): Record<string, string> =>
  headers ? { ...headers } : { 'X-Contact-Channel': channel, 'X-Contact-Delivery': delivery };

/** A mail for nodemailer. Addresses are objects, so that nothing in a name is parsed; only the library writes headers. */
export function composeMail(mail: ContactMail, envelope: MailEnvelope): SendMailOptions {
  return {
    from: { ...envelope.from },
    to: mail.to === undefined ? { ...envelope.to } : { name: '', address: mail.to },
    replyTo: { ...mail.replyTo },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    textEncoding: 'quoted-printable',
    messageId: `<${mail.delivery}@${envelope.domain}>`,
    headers: headersOf(mail),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** DKIM signs these; RFC 8058 wants both headers of the one click among them. */
const headerFieldNames =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** The bytes of a mail, signed where the envelope has a key. */
export async function renderMail(mail: ContactMail, envelope: MailEnvelope): Promise<Buffer> {
  const dkim = envelope.dkim ? { dkim: { ...envelope.dkim, headerFieldNames } } : {};
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...dkim });
  const { message } = await transport.sendMail(composeMail(mail, envelope));
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not rendered into memory');
  return message;
}
