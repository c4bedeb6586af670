import type { Document } from './document.ts';
import type { Relations } from './page-relations.ts';
import type { PageLink } from './pages.ts';

/** Another post worth reading, and why it is offered: the terms that both carry. */
export interface RelatedPost extends PageLink {
  readonly shared: readonly string[];
}

const shown = 3;
/** Carriers of a term that are looked at, nearest in time: keeps the cost of a post independent of their number. */
const neighbours = 24;
const weights = { tags: 3, categories: 1 } as const;

/**
 * The posts that share most with one: tags count more than categories, equal scores go to the nearest in time.
 * Parts of its own series and its neighbours in the list are left out, since the page offers them anyway.
 */
export function relatedPosts(document: Document, relations: Relations): RelatedPost[] {
  if (document.kind !== 'post') return [];
  const position = relations.positions.get(document) ?? 0;
  const candidates = new Map<Document, number>();
  for (const field of ['tags', 'categories'] as const) {
    for (const slug of document[field]) {
      for (const other of nearby(relations.carriers[field].get(slug) ?? [], position, relations)) {
        candidates.set(other, (candidates.get(other) ?? 0) + weights[field]);
      }
    }
  }
  const distance = (other: Document) => Math.abs((relations.positions.get(other) ?? 0) - position);
  return [...candidates]
    .filter(
      ([other]) => distance(other) > 1 && (document.series === null || other.series !== document.series),
    )
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || distance(a) - distance(b))
    .slice(0, shown)
    .map(([other]) => ({
      title: other.title,
      path: other.path,
      shared: [
        ...relations.links('post_tag', common(document.tags, other.tags)),
        ...relations.links('category', common(document.categories, other.categories)),
      ].map((term) => term.title),
    }));
}

/** The carriers of a term around a position of the list of posts, which orders them as well. */
function nearby(carriers: readonly Document[], position: number, relations: Relations): readonly Document[] {
  if (carriers.length <= neighbours) return carriers;
  let low = 0;
  let high = carriers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = carriers[middle];
    if (other && (relations.positions.get(other) ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  const start = Math.max(0, Math.min(low - neighbours / 2, carriers.length - neighbours));
  return carriers.slice(start, start + neighbours);
}

function common(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((slug) => b.includes(slug));
}
