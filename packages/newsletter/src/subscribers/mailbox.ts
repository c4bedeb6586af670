import { ImapFlow } from 'imapflow';

/** Unread mails of a mailbox, each marked as read once it was taken. @param url `imaps://user:password@host/INBOX` */
export async function* readMailboxOf(url: string): AsyncGenerator<Uint8Array> {
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
  await client.connect();
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    try {
      for (const uid of (await client.search({ seen: false }, { uid: true })) || []) {
        const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
        if (!mail || mail.source === undefined) continue;
        yield mail.source;
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      }
    } finally {
      lock.release();
    }
  } finally {
    await client.logout();
  }
}
