import type { ContactChannel, ContactMessage } from './message.ts';

/**
 * The mail that carries a message to the owner.
 *
 * ```text
 * Subject: [Agentsite] Hello          Reply-To: the visitor
 *
 * > What the visitor wrote,
 * > line by line behind a mark.
 *
 * ----------------------------------------
 * Name:     A Visitor
 * E-mail:   visitor@example.org
 * Subject:  Hello
 * Agent:    Example agent (as it calls itself)
 * Channel:  agent
 * Delivery: 0f3c…
 * ```
 *
 * A pure function of the message and its delivery id, without time or chance, so that a second try is the
 * same mail and a provider recognises it. Each line of the message carries a mark, so that no text can pass
 * itself off as the block below it.
 */
export interface ContactMail {
  readonly delivery: string;
  readonly channel: ContactChannel;
  readonly subject: string;
  readonly replyTo: { readonly name: string; readonly address: string };
  readonly text: string;
}

const rule = '-'.repeat(40);

/** @param delivery hexadecimal id of this delivery; the same message sent again has the same one. */
export function renderContactMail(
  message: ContactMessage,
  options: { readonly siteTitle: string; readonly channel: ContactChannel; readonly delivery: string },
): ContactMail {
  const quoted = message.message.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
  const block = [
    `Name:     ${message.name}`,
    `E-mail:   ${message.email}`,
    ...(message.subject ? [`Subject:  ${message.subject}`] : []),
    ...(message.agent ? [`Agent:    ${message.agent} (as it calls itself)`] : []),
    `Channel:  ${options.channel}`,
    `Delivery: ${options.delivery}`,
  ];
  return {
    delivery: options.delivery,
    channel: options.channel,
    subject: `[${options.siteTitle}] ${message.subject ?? `Message from ${message.name}`}`,
    replyTo: { name: message.name, address: message.email },
    text: `${[...quoted, '', rule, ...block].join('\n')}\n`,
  };
}
