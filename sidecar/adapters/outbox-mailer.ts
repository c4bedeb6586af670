import { link, mkdir, open, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContactMail } from '../../src/core/contact/mail.ts';
import type { Mailer, MailOutcome } from '../contact/ports.ts';
import { type MailEnvelope, renderMail } from './mail-envelope.ts';

const day = 86_400_000;
/** Prefix of files that are being written. */
const unfinished = '.unfinished-';

/** Stores mails as `<delivery>.eml` files, each whole and once: the mailer of a site that has no other. */
export async function openOutboxMailer(folder: string, envelope: MailEnvelope): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = await readdir(folder);
  await Promise.all(
    left.filter((name) => name.startsWith(unfinished)).map((name) => unlink(join(folder, name))),
  );
  let files = 0;

  return {
    deduplicates: true,
    async send(mail: ContactMail): Promise<MailOutcome> {
      let placed = false;
      try {
        const message = await renderMail(mail, envelope);
        const temporary = join(folder, `${unfinished}${process.pid}-${files++}`);
        await writeFile(temporary, message, { mode: 0o600, flag: 'wx', flush: true });
        try {
          await link(temporary, join(folder, `${mail.delivery}.eml`));
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
        } finally {
          await unlink(temporary);
        }
        placed = true;
        await syncFolder(folder);
        return { kind: 'accepted' };
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : 'outbox';
        return placed ? { kind: 'unknown', reason } : { kind: 'unavailable', reason };
      }
    },
    async close() {},
  };
}

/** Makes new names in a folder survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes mails older than a number of days from an outbox folder, which may be missing. */
export async function sweepOutbox(folder: string, days: number, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.eml')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < now - days * day) await unlink(path);
  }
}
