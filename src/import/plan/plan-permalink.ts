import { maxNameBytes, reservedBy } from '../../core/model/urls.ts';
import { inferPermalink, type LinkedPost, sampled } from '../wordpress/permalinks.ts';
import { cleanSlug } from './names.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { SurveyedDocument } from './survey.ts';

export interface PermalinkInput {
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
  return usablePattern(inferPermalink(linked)) ?? '/{slug}/';
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
    date: source.date,
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
