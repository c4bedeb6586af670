import { ImapFlow } from 'imapflow';

/** RFC 3462 wants this type of delivery status notifications and of feedback reports. */
const reports = { seen: false, header: { 'content-type': 'multipart/report' } };

/**
 * Reads the unread reports of a mailbox; other mails, which may be an owner's own, stay as they are.
 * @param url `imaps://user:password@host/INBOX`
 * @param take whether a report is to be marked as read
 */
export async function readMailboxOf(
  url: string,
  take: (mail: Uint8Array) => Promise<boolean>,
): Promise<void> {
  const { hostname: host, port, protocol, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const client = new ImapFlow({
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth,
    logger: false,
  });
  await client.connect().catch((error: Error & { responseText?: string }) => {
    const message = `The mailbox of NEWSLETTER_IMAP_URL can't be opened: ${error.responseText ?? error.message}.`;
    throw new Error(message, { cause: error });
  });
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    try {
      for (const uid of (await client.search(reports, { uid: true })) || []) {
        const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
        if (!mail || mail.source === undefined) continue;
        if (await take(mail.source)) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      }
    } finally {
      lock.release();
    }
  } finally {
    await client.logout();
  }
}
