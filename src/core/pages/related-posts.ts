import type { Document } from '../model/document.ts';
import type { RelatedPost } from './page.ts';
import { linkTo, type Relations } from './page-relations.ts';

/** Finds the related posts of a document, the most alike first; none for anything but a post. */
export type FindRelated = (document: Document) => RelatedPost[];

const shown = 3;
/** Carriers of a term that are checked, nearest in time: keeps the cost of a post independent of their number. */
const neighbours = 20;
const weights = { post_tag: 3, category: 1 } as const;
const taxonomies = ['post_tag', 'category'] as const;

/** Posts that share the most terms: tags weigh more than categories, then the nearest date. Not of its series, no neighbours. */
export function createRelatedPosts(relations: Relations): FindRelated {
  const posts = relations.ordered.get('post') ?? [];
  const places = taxonomies.map((taxonomy) => [taxonomy, placesOf(relations, taxonomy)] as const);

  return (document) => {
    if (document.kind !== 'post') return [];
    const position = relations.positions.get(document) ?? 0;
    const scores = new Map<number, number>();
    for (const [taxonomy, carriersOf] of places) {
      for (const slug of document.terms[taxonomy] ?? []) {
        const carriers = carriersOf.get(slug) ?? [];
        const start = windowStart(carriers, position);
        for (const place of carriers.slice(start, start + neighbours))
          scores.set(place, (scores.get(place) ?? 0) + weights[taxonomy]);
      }
    }
    const rank = ([place, score]: readonly [number, number]) =>
      score * 1e9 - Math.abs(place - position) * 2 - (place > position ? 1 : 0);
    const isOffered = (other: Document) => document.series === null || other.series !== document.series;
    return [...scores]
      .filter(([place]) => Math.abs(place - position) >= 2)
      .sort((a, b) => rank(b) - rank(a))
      .flatMap(([place]) => posts[place] ?? [])
      .filter(isOffered)
      .slice(0, shown)
      .map((other) => describe(document, other, relations));
  };
}

/** Only of posts: other kinds may carry the same terms. */
function placesOf(relations: Relations, taxonomy: string): Map<string, readonly number[]> {
  const placeOf = (post: Document) => relations.positions.get(post) ?? 0;
  return new Map(
    [...relations.carriers(taxonomy)].map(([slug, carriers]) => [
      slug,
      carriers.filter(({ kind }) => kind === 'post').map(placeOf),
    ]),
  );
}

/** Where the carriers nearest to a position begin in their ascending list. */
function windowStart(places: readonly number[], position: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, Math.min(low - neighbours / 2, places.length - neighbours));
}

function describe(document: Document, other: Document, relations: Relations): RelatedPost {
  const common = (taxonomy: string) =>
    relations.links(
      taxonomy,
      (document.terms[taxonomy] ?? []).filter((slug) => other.terms[taxonomy]?.includes(slug)),
    );
  return { ...linkTo(other), shared: taxonomies.flatMap(common).map((term) => term.title) };
}
