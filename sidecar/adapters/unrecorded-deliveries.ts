import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { contactChannels } from '../../src/core/contact/message.ts';
import type { CommitRequest, UnrecordedDeliveries } from '../contact/ports.ts';

const ending = '.json';

const commitRequest: z.ZodType<CommitRequest> = z.object({
  attempt: z.string(),
  delivery: z.string(),
  slot: z.string(),
  channel: z.enum(contactChannels),
  caller: z.string(),
  key: z.object({ id: z.string(), fingerprint: z.string() }).nullable(),
  token: z.object({ id: z.string(), expiresAt: z.number() }).nullable(),
  retention: z.number(),
  result: z.string(),
});

/** One file `{attempt}.json` of keyed hashes for each delivery that the store could not record; read at the next start. */
export function keepUnrecordedDeliveries(folder: string): UnrecordedDeliveries {
  const pathOf = ({ attempt }: CommitRequest) => join(folder, `${attempt}${ending}`);
  const names = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return (await readdir(folder)).filter((name) => name.endsWith(ending));
  };
  return {
    async list() {
      const files = await Promise.all((await names()).map((name) => readFile(join(folder, name), 'utf8')));
      return files.flatMap((text) => readRequest(text) ?? []);
    },
    async save(request) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${pathOf(request)}.draft`;
      await writeFile(draft, JSON.stringify(request), { mode: 0o600, flush: true });
      await rename(draft, pathOf(request));
    },
    async remove(request) {
      await rm(pathOf(request), { force: true });
    },
  };
}

/** Null for a file that is not ours. */
function readRequest(text: string): CommitRequest | null {
  try {
    return commitRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
