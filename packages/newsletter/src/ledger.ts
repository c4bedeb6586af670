import { hash } from 'node:crypto';
import type { Post, PostList } from './post-list.ts';
import type { Frequency } from './subscribers/subscribers.ts';

/** What is sent to many: a post, or a digest of posts. */
export interface Edition {
  /** Equal for equal posts, and for the digest of a week or month. */
  readonly key: string;
  readonly frequency: Frequency;
  /** The first key of each post. */
  readonly posts: readonly string[];
  readonly title: string;
  /** `withdrawn`: what it would have sent is no longer published. */
  readonly state: 'open' | 'done' | 'withdrawn';
  /** ISO */
  readonly opened: string;
  readonly counts?: Readonly<Record<string, number>>;
}

/** What was sent and what is known, in one value of the store. */
export interface Ledger {
  /** Keys of all posts that were there at the first run or have been sent since. */
  readonly known: readonly string[];
  /** The newest day of a post that was sent; older ones are sent if they are named. */
  readonly newest: string;
  /** Posts that the next digests have. */
  readonly waiting: Readonly<Record<'weekly' | 'monthly', readonly string[]>>;
  /** The current week (`2026-W48`) and month (`2026-11`). They never go back, whatever the clock does. */
  readonly period: Readonly<Record<'weekly' | 'monthly', string>>;
  readonly editions: readonly Edition[];
}

export interface Plan {
  readonly ledger: Ledger;
  readonly opened: readonly Edition[];
  /** Sentences for the owner. */
  readonly notes: readonly string[];
}

/**
 * What is to be sent now. Without a ledger, what is published is the archive, of which nothing is sent.
 * @param local `2026-11-28T12:00:00` on the clock of the site
 * @param named path of a post to send whatever its date is
 */
export function planEditions(
  before: Ledger | null,
  { posts, older }: PostList,
  local: string,
  named?: string,
): Plan {
  const all = [...posts.flatMap(({ keys }) => keys), ...older];
  const period = { weekly: weekOf(local), monthly: local.slice(0, 7) };
  const newest = posts[0]?.date.slice(0, 10) ?? '';
  const start: Ledger = before ?? {
    known: all,
    newest,
    waiting: { weekly: [], monthly: [] },
    period,
    editions: [],
  };
  const known = new Set(start.known);
  const notes: string[] = before ? [] : [`Posts in the archive, of which nothing is sent: ${posts.length}.`];
  const isSent = ({ keys }: Post) =>
    start.editions.some((edition) => edition.posts.some((key) => keys.includes(key)));
  const fresh = posts.filter((post) => {
    if (post.path === named) {
      if (isSent(post)) notes.push(`${post.path} has been sent.`);
      return !isSent(post);
    }
    if (post.keys.some((key) => known.has(key))) return false;
    const isLate = post.date.slice(0, 10) < start.newest;
    if (isLate)
      notes.push(
        `${post.path} is not sent, since its date is before the last edition. Send it: npx agentsite newsletter send --only ${post.path}`,
      );
    return !isLate;
  });
  if (named !== undefined && !posts.some(({ path }) => path === named))
    notes.push(`No post that can be sent is at ${named}.`);
  const added = fresh
    .toReversed()
    .map(({ keys, title }) => openEdition('each', keys.slice(0, 1), title, local, keys[0]));
  const waiting = {
    weekly: [...start.waiting.weekly, ...added.flatMap((edition) => edition.posts)],
    monthly: [...start.waiting.monthly, ...added.flatMap((edition) => edition.posts)],
  };
  const digests = (['weekly', 'monthly'] as const).flatMap((frequency) => {
    const isOver = period[frequency] > start.period[frequency];
    const due = isOver ? start.waiting[frequency] : [];
    if (isOver) waiting[frequency] = waiting[frequency].slice(due.length);
    return due.length > 0
      ? [openEdition(frequency, due, start.period[frequency], local, start.period[frequency])]
      : [];
  });
  const opened = [...added, ...digests];
  return {
    opened,
    notes,
    ledger: {
      known: [...new Set([...start.known, ...all])],
      newest: fresh.reduce((newest, { date }) => latest(newest, date.slice(0, 10)), start.newest),
      waiting,
      period: {
        weekly: latest(period.weekly, start.period.weekly),
        monthly: latest(period.monthly, start.period.monthly),
      },
      editions: [...start.editions, ...opened],
    },
  };
}

const latest = (one: string, other: string) => (one > other ? one : other);

function openEdition(
  frequency: Frequency,
  posts: readonly string[],
  title: string,
  opened: string,
  name = '',
): Edition {
  const key = hash('sha256', `${frequency} ${name}`, 'hex').slice(0, 16);
  return { key, frequency, posts, title, state: 'open', opened };
}

/** ISO 8601: `2026-W48`. */
export function weekOf(local: string): string {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const year = day.getUTCFullYear();
  const week = Math.ceil(((day.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}
