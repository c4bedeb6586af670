import { createHmac } from 'node:crypto';
import type { PluginStore } from 'agentsite/plugin';
import { NewsletterState } from '../../src/newsletter-state.ts';
import { optionsSchema } from '../../src/options.ts';
import { folder, type Post, writeList } from '../../src/post-list.ts';
import type { Subscriber } from '../../src/subscribers/subscribers.ts';

export interface SenderSettings {
  readonly redis?: string;
  readonly folder: string;
  readonly smtp: number;
  /** Milliseconds that the clock is wrong by. */
  readonly clock: number;
  readonly lease: number;
  /** Is the post there yet? */
  readonly hasPost: boolean;
  readonly options?: object;
  readonly report?: string;
  readonly [setting: string]: unknown;
}

/** A site of one old post and one new one, without a build. */
export const site = {
  url: 'https://notes.example.org',
  title: 'Field notes',
  language: 'en',
  languages: {},
  timezone: 'UTC',
  words: {},
  plugins: [],
};

export const options = optionsSchema.parse({
  from: 'Zoe <news@notes.example.org>',
  perMinute: 60_000,
  perDomainMinute: 60_000,
});

const describe = (name: string, date: string): Post => ({
  file: name,
  keys: [`id-${name}`],
  date,
  url: `${site.url}/${name}/`,
  path: `/${name}/`,
  title: `The ${name} post`,
  summary: 'Words.',
  language: 'en',
  topics: ['posts'],
});

export function createState(
  store: PluginStore,
  now: () => number,
  { lease, hasPost }: Pick<SenderSettings, 'lease' | 'hasPost'>,
): NewsletterState {
  const posts = [
    ...(hasPost ? [describe('new', '2026-11-28T08:00:00')] : []),
    describe('old', '2026-11-20T08:00:00'),
  ];
  const files: Record<string, string> = {};
  for (const [name, text] of Object.entries(writeList({ posts, older: [] }))) files[folder + name] = text;
  const urlOf = (path: string) => `${site.url}/_plugins/newsletter/${path}`;
  const html = `<!DOCTYPE html><html lang="en"><head><title>New</title></head><body><p>Words.</p><a href="${urlOf('leave')}">Unsubscribe</a></body></html>`;
  files[`${folder}new.html`] = html;
  files[`${folder}new.txt`] = `Words.\n\n${urlOf('leave')}\n`;
  const sign = (text: string) => createHmac('sha256', 'a secret of tests').update(text).digest('base64url');
  const shared = {
    site: site as never,
    store,
    sign,
    now,
    urlOf,
    read: (path: string) => files[path] ?? null,
  };
  return new NewsletterState(shared, lease);
}

export async function addSubscribers(state: NewsletterState, count: number): Promise<readonly Subscriber[]> {
  const all = Array.from({ length: count }, (_, at): Subscriber => {
    const mail = `reader${at}@d${at % 7}.example`;
    const own = {
      id: state.subscribers.idOf(mail),
      mail,
      standing: 'active',
      since: '',
      source: 'form',
      soft: 0,
    } as const;
    return { ...own, topics: ['posts'], language: 'en', frequency: 'each' };
  });
  const byId = new Map(all.map((one) => [one.id, one]));
  await state.subscribers.changeAll([...byId.keys()], (id) => byId.get(id) ?? null);
  return all;
}
