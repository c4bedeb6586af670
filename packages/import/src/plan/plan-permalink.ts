import { maxNameBytes, reservedBy } from 'agentsite/model';
import { cleanSlug, fillPattern } from '../model/names.ts';
import { isStoredDate, noDate } from '../model/stored-date.ts';
import type { SurveyedDocument } from '../model/survey.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedTerms } from './plan-terms.ts';

export interface PermalinkInput {
  /** What the new site has. */
  readonly ownPermalink: string;
  readonly terms: PlannedTerms;
  readonly authors: readonly PlannedAuthor[];
  /** Decoded path on the old site; null for other sites, and for addresses with a query. */
  readonly pathOf: (link: string) => string | null;
}

/** Pattern of posts' addresses: that of the old site, if it is allowed here. */
export function planPermalink(
  documents: () => IteratorObject<SurveyedDocument>,
  input: PermalinkInput,
): string {
  const published = () => documents().filter(({ type, status }) => type === 'post' && status === 'publish');
  const step = Math.max(1, Math.floor(published().reduce((count) => count + 1, 0) / (2 * sampled)));
  const sample = published().filter((_, index) => index % step === 0);
  const linked = sample.map((source) => linkedPost(source, input)).toArray();
  const pattern = usablePattern(inferPermalink(linked));
  // The folders of one document say nothing about others.
  const isOfOne = linked.length === 1 && /\/[^/{]+\/[^/{]+\//.test(pattern ?? '');
  return (isOfOne ? null : pattern) ?? input.ownPermalink;
}

function usablePattern(pattern: string | null): string | null {
  if (pattern === null || reservedBy(pattern.replace(/\{\w+\}/g, 'x'))) return null;
  return /^\/(?:[^/]+\/)+$/.test(pattern) && /\{(?:slug|id)\}/.test(pattern) ? pattern : null;
}

/** Values for the placeholders of a pattern. */
export function linkedPost(source: SurveyedDocument, { terms, authors, pathOf }: PermalinkInput): LinkedPost {
  return {
    path: pathOf(source.link) ?? '',
    slug: cleanSlug(source.slug),
    id: source.id,
    date: isStoredDate(source.date) ? source.date : noDate,
    category: categoryPath(source, terms),
    author: authors.find(({ login }) => login.toLowerCase() === source.creator.toLowerCase())?.slug ?? '',
  };
}

/** WordPress uses the category with the lowest ID, with its parents. */
function categoryPath({ categories }: SurveyedDocument, terms: PlannedTerms): string {
  const own = categories
    .map((slug) => terms.slugs.get(`category:${slug}`))
    .map((slug) => terms.categories.find((term) => term.slug === slug))
    .filter((term) => term !== undefined)
    .sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER));
  return own[0] ? terms.ancestry(own[0].slug).join('/') : '';
}

/** Is an old address allowed here: no file, no dots, no special characters? */
export function isUsable(path: string): boolean {
  const isShort = path.split('/').every((part) => Buffer.byteLength(part) <= maxNameBytes);
  return isShort && /^\/(?:[^/\s?#%\\."'<>&\p{Cc}]+\/)+$/u.test(path);
}

/** A post with the values of placeholders in its address. */
interface LinkedPost {
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
const sampled = 400;

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

export const fillPermalink = (pattern: string, post: LinkedPost): string =>
  fillPattern(pattern, valuesOf(post));

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
  // Without an ID, a hyphen at an edge is the slug's.
  const joined =
    id === ''
      ? []
      : plain === `${slug}-${id}`
        ? ['{slug}-{id}']
        : plain === `${id}-${slug}`
          ? ['{id}-{slug}']
          : [];
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
