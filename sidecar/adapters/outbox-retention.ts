import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const day = 86_400_000;

/** Deletes mails older than a number of days from an outbox folder, which may be missing. */
export async function sweepOutbox(folder: string, days: number, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.eml')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < now - days * day) await unlink(path);
  }
}
