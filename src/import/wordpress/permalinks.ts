/**
 * Infers the pattern of posts' addresses from their links: an export does not contain it. The pattern that explains
 * most posts wins.
 */
export interface LinkedPost {
  /** Decoded path on the old site. */
  readonly path: string;
  readonly slug: string;
  readonly id: number | null;
  readonly date: string;
  /** Path of the category in the address; empty without one. */
  readonly category: string;
  readonly author: string;
}

/** Sample size on a large site. */
export const sampled = 400;

/** @returns a pattern such as `/{year}/{month}/{slug}/`; null if none explains half of the posts */
export function inferPermalink(posts: readonly LinkedPost[]): string | null {
  const linked = posts.filter(({ path }) => path !== '' && path !== '/');
  if (linked.length === 0) return null;
  const step = Math.max(1, Math.floor(linked.length / sampled));
  const sample = linked.filter((_, index) => index % step === 0);
  const candidates = new Map<string, number>();
  for (const post of sample) {
    for (const pattern of patternsOf(post)) candidates.set(pattern, (candidates.get(pattern) ?? 0) + 1);
  }
  const [best] = [...candidates].sort(
    (a, b) => b[1] - a[1] || placeholders(b[0]) - placeholders(a[0]) || (a[0] < b[0] ? -1 : 1),
  );
  return best && best[1] * 2 >= sample.length ? best[0] : null;
}

const placeholders = (pattern: string): number => pattern.match(/\{/g)?.length ?? 0;

export function fillPermalink(pattern: string, post: LinkedPost): string {
  const values: Readonly<Record<string, string>> = valuesOf(post);
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

function valuesOf({ slug, id, date, category, author }: LinkedPost): Record<string, string> {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(date) ?? [];
  return { year, month, day, hour, minute, second, id: String(id ?? ''), slug, category, author };
}

/** Order of equal values: `03` in second place is a month before it is a day. */
const order = ['year', 'month', 'day', 'hour', 'minute', 'second', 'id', 'slug', 'author'] as const;

/** Every pattern that gives this address and contains the slug or ID. */
function patternsOf(post: LinkedPost): string[] {
  const values = valuesOf(post);
  const category =
    post.category !== '' && post.path.includes(`/${post.category}/`)
      ? post.path.replace(`/${post.category}/`, '/{category}/')
      : post.path;
  const found = [...new Set([post.path, category])].flatMap((path) => {
    const segments = path.split('/').filter((segment) => segment !== '');
    return combine(segments.map((segment) => readSegment(segment, values)));
  });
  return [...new Set(found)].filter((pattern) => /\{(?:slug|id)\}/.test(pattern));
}

function readSegment(segment: string, values: Readonly<Record<string, string>>): string[] {
  if (segment === '{category}') return [segment];
  const plain = segment.replace(/\.html?$/, '');
  const whole = order.filter((name) => values[name] === plain && plain !== '').map((name) => `{${name}}`);
  const { slug = '', id = '' } = values;
  const joined =
    plain === `${slug}-${id}` ? ['{slug}-{id}'] : plain === `${id}-${slug}` ? ['{id}-{slug}'] : [];
  return [...whole, ...joined, plain];
}

/** All combinations, each placeholder at most once. */
function combine(options: readonly (readonly string[])[]): string[] {
  let ways: string[][] = [[]];
  for (const choices of options) {
    ways = ways.flatMap((way) =>
      choices
        .filter((choice) => !choice.includes('{') || !way.includes(choice))
        .map((choice) => [...way, choice]),
    );
    if (ways.length > 200) ways = ways.slice(0, 200);
  }
  return ways.map((way) => `/${way.join('/')}/`);
}
