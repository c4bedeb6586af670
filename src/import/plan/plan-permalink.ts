import { maxNameBytes, reservedBy } from '../../core/model/urls.ts';
import { inferPermalink, type LinkedPost, sampled } from '../wordpress/permalinks.ts';
import { cleanSlug } from './names.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { SurveyedDocument } from './survey.ts';

/** What the patterns of addresses are found from. */
export interface PermalinkInput {
  readonly terms: PlannedTerms;
  readonly authors: readonly PlannedAuthor[];
  /** Decoded path of an address of the old site; null for one of another site or with a query. */
  readonly pathOf: (link: string) => string | null;
}

/** Pattern of posts' addresses on the new site: the one of the old site, where the new one can have it. */
export function planPermalink(
  documents: () => IteratorObject<SurveyedDocument>,
  input: PermalinkInput,
): string {
  const published = () => documents().filter(({ type, status }) => type === 'post' && status === 'publish');
  const step = Math.max(1, Math.floor(published().reduce((count) => count + 1, 0) / (2 * sampled)));
  const sample = published().filter((_, index) => index % step === 0);
  const linked = sample.map((source) => linkedPost(source, input)).toArray();
  return usablePattern(inferPermalink(linked)) ?? '/{slug}/';
}

/** A pattern that the site can have. */
function usablePattern(pattern: string | null): string | null {
  if (pattern === null || reservedBy(pattern.replace(/\{\w+\}/g, 'x'))) return null;
  return /^\/(?:[^/]+\/)+$/.test(pattern) && /\{(?:slug|id)\}/.test(pattern) ? pattern : null;
}

/** What a pattern can put into the address of a post. */
export function linkedPost(source: SurveyedDocument, { terms, authors, pathOf }: PermalinkInput): LinkedPost {
  return {
    path: pathOf(source.link) ?? '',
    slug: cleanSlug(source.slug),
    id: source.id,
    date: source.date,
    category: categoryPath(source, terms),
    author: authors.find(({ login }) => login.toLowerCase() === source.creator.toLowerCase())?.slug ?? '',
  };
}

/** WordPress puts the category with the lowest number into an address, below those above it. */
function categoryPath({ categories }: SurveyedDocument, terms: PlannedTerms): string {
  const own = categories
    .map((slug) => terms.slugs.get(`category:${slug}`))
    .map((slug) => terms.categories.find((term) => term.slug === slug))
    .filter((term) => term !== undefined)
    .sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER));
  return own[0] ? terms.ancestry(own[0].slug).join('/') : '';
}

/** Can an old address go on being one: no file, no dots, nothing that changes what it means? */
export function isUsable(path: string): boolean {
  const isShort = path.split('/').every((part) => Buffer.byteLength(part) <= maxNameBytes);
  return isShort && /^\/(?:[^/\s?#%\\."'<>&\p{Cc}]+\/)+$/u.test(path);
}
