import { htmlToMarkdown } from 'agentsite/content';
import { commentedPath } from 'agentsite/model';
import { escapeMarkdown, htmlToText } from 'agentsite/text';
import PostalMime from 'postal-mime';

/** A comment that arrived by mail. */
export interface MailedComment {
  /** The page that the subject names; null for none. */
  readonly path: string | null;
  readonly name: string;
  /** `2026-11-25T08:00:00.000Z`; absent where the mail says none. */
  readonly date?: string;
  readonly text: string;
}

/** What the contact form sends: the message behind marks, a rule, and the sender. */
const formMail = /^((?:>.*\n)+)\n-{40}\n/;

/**
 * Reads a mail as programs save it (`.eml`): one of the contact form, or one that a reader wrote.
 * @param base URL of the site
 */
export async function readMail(bytes: Uint8Array, base: string): Promise<MailedComment> {
  const mail = await PostalMime.parse(bytes);
  const sender = mail.replyTo?.[0] ?? mail.from;
  const written = (mail.text ?? readHtml(mail.html ?? '', base)).replace(/\r\n?/g, '\n');
  const quoted = formMail.exec(written)?.[1];
  const text = quoted === undefined ? written.replace(/\n-- \n[\s\S]*$/, '') : quoted.replace(/^> ?/gm, '');
  return {
    path: commentedPath(mail.subject ?? ''),
    name: sender?.name ?? '',
    ...(mail.date ? { date: mail.date } : {}),
    text: text.trim(),
  };
}

/** Of HTML that can't be converted, the words alone. */
function readHtml(html: string, base: string): string {
  try {
    return htmlToMarkdown(html, base);
  } catch {
    return escapeMarkdown(htmlToText(html));
  }
}
