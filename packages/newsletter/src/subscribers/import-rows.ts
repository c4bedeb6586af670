import type { ImportedRow } from './csv.ts';
import { readAddress, type Standing, type Subscriber, type Subscribers } from './subscribers.ts';

export interface ImportReport {
  readonly added: number;
  readonly unsubscribed: number;
  /** Known already, such as who left, bounced or was deleted here: they stay as they are. */
  readonly kept: number;
  /** Numbers of rows without a usable address, from 2. */
  readonly unreadable: readonly number[];
}

/** Adds rows that are not known. @param defaults for what an export doesn't say */
export async function importRows(
  subscribers: Subscribers,
  rows: readonly ImportedRow[],
  defaults: Pick<Subscriber, 'language' | 'topics' | 'frequency' | 'source' | 'since'>,
): Promise<ImportReport> {
  const unreadable: number[] = [];
  const found = new Map<string, Subscriber>();
  let repeated = 0;
  for (const [at, { mail, standing, since, choices }] of rows.entries()) {
    const address = readAddress(mail);
    if (address === null) {
      unreadable.push(at + 2);
      continue;
    }
    const id = subscribers.idOf(address);
    const known = found.get(id);
    if (known) repeated++;
    // Who left once has left.
    const worst: Standing = known && known.standing !== 'active' ? known.standing : standing;
    const own = { id, mail: address, standing: worst, soft: 0, ...defaults, ...(since ? { since } : {}) };
    found.set(id, { ...own, ...choices });
  }
  const before = new Set((await subscribers.all()).map(({ id }) => id));
  const fresh = [...found.values()].filter(({ id }) => !before.has(id));
  const added = fresh.filter(({ standing }) => standing === 'active').length;
  const kept = repeated + found.size - fresh.length;
  await subscribers.changeAll([...found.keys()], (id, old) => (old ? null : (found.get(id) ?? null)));
  return { added, unsubscribed: fresh.length - added, kept, unreadable };
}
