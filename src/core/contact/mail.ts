import { type WordChoice, wordsOf } from '../languages/words.ts';
import type { ContactChannel, ContactMessage } from './message.ts';

/**
 * The mail that carries a message to the owner: the quoted message, a line, and a block of fields (name, address, subject,
 * agent, channel, delivery ID). Each line of the message is quoted, so that no text can imitate the block.
 *
 * A pure function of the message and its delivery ID: a retry sends the same mail, which providers recognize.
 */
export interface ContactMail {
  readonly delivery: string;
  readonly channel: ContactChannel;
  readonly subject: string;
  readonly replyTo: { readonly name: string; readonly address: string };
  readonly text: string;
  /** Of mails that are not messages to the owner: the form in HTML, other headers than those of messages, and an address. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly to?: string;
  /** What webhooks of a provider repeat. */
  readonly tags?: Readonly<Record<string, string>>;
}

/** The site that a mail comes from: its name is in the subject, its language labels the lines. */
export interface MailSite extends WordChoice {
  readonly title: string;
}

const rule = '-'.repeat(40);

/** @param delivery hexadecimal id of this delivery; the same message sent again has the same one. */
export function renderContactMail(
  message: ContactMessage,
  options: { readonly mailSite: MailSite; readonly channel: ContactChannel; readonly delivery: string },
): ContactMail {
  const { words, say } = wordsOf(options.mailSite);
  const { mail } = words;
  const quoted = message.message.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
  const block: [label: string, value: string][] = [
    [mail.name, message.name],
    [mail.email, message.email],
    ...(message.subject ? ([[words.contact.subject, message.subject]] as [string, string][]) : []),
    ...(message.agent ? ([[mail.agent, `${message.agent} (${mail.agentNote})`]] as [string, string][]) : []),
    [mail.channel, options.channel],
    [mail.delivery, options.delivery],
  ];
  const subject = message.subject ?? say(mail.subject, { name: message.name });
  return {
    delivery: options.delivery,
    channel: options.channel,
    subject: `[${options.mailSite.title}] ${subject}`,
    replyTo: { name: message.name, address: message.email },
    text: `${[...quoted, '', rule, ...alignLabels(block)].join('\n')}\n`,
  };
}

/** `Name:     A Visitor`: values below each other, as far as letters of one width allow. */
function alignLabels(lines: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`);
}
