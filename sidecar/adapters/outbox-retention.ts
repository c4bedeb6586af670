import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const day = 86_400_000;

/** Deletes the mails of an outbox folder that are older than so many days. Without the folder there is nothing to do. */
export async function sweepOutbox(folder: string, days: number, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.eml')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < now - days * day) await unlink(path);
  }
}
