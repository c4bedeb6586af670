import type { LoggedRequest } from './read-line.ts';
import { isFeed } from './sort-readers.ts';

/** Readers of a feed: those that aggregators state, and clients that request it themselves. */
export type FeedReaders = readonly [path: string, stated: number, clients: number];

/** `Feedly/1.0 (…; 16 subscribers; …)`, `NewsBlur Feed Fetcher - 4 subscribers - …` */
const statement = /(\d{1,7}) (?:subscribers?|readers?)\b/i;

/**
 * Counts the readers of each feed. Of an aggregator its last statement counts. Of the others, the clients of the day
 * with the most count, since many have another address the next day.
 */
export function countSubscribers(requests: readonly LoggedRequest[]): FeedReaders[] {
  const feeds = new Map<string, { stated: Map<string, number>; days: Map<string, Set<string>> }>();
  for (const { path, method, status, agent, address, time } of requests) {
    if (!isFeed(path) || method !== 'GET' || (status !== 200 && status !== 304)) continue;
    const feed = feeds.get(path) ?? { stated: new Map(), days: new Map() };
    feeds.set(path, feed);
    const [said, number] = statement.exec(agent) ?? [];
    if (said !== undefined) {
      feed.stated.set(agent.replace(said, ''), Number(number));
      continue;
    }
    const day = new Date(time).toISOString().slice(0, 10);
    feed.days.set(day, (feed.days.get(day) ?? new Set()).add(`${address} ${agent}`));
  }
  return [...feeds]
    .map(([path, { stated, days }]): FeedReaders => {
      const all = [...stated.values()].reduce((sum, count) => sum + count, 0);
      return [path, all, Math.max(0, ...[...days.values()].map(({ size }) => size))];
    })
    .sort((a, b) => b[1] + b[2] - a[1] - a[2]);
}
