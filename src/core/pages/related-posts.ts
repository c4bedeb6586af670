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
  const places = {
    post_tag: placesOf(relations, 'post_tag'),
    category: placesOf(relations, 'category'),
  };
  /** By position of a post; all zero between two calls. */
  const scores = new Uint16Array(posts.length);

  return (document) => {
    if (document.kind !== 'post') return [];
    const position = relations.positions.get(document) ?? 0;
    const touched: number[] = [];
    for (const taxonomy of taxonomies) {
      for (const slug of document.terms[taxonomy] ?? []) {
        const carriers = places[taxonomy].get(slug);
        if (!carriers) continue;
        const start = windowStart(carriers, position);
        for (const place of carriers.subarray(start, start + neighbours)) {
          if (scores[place] === 0) touched.push(place);
          scores[place] = (scores[place] ?? 0) + weights[taxonomy];
        }
      }
    }
    const best = choose(touched, scores, position, (place) => isOffered(document, posts[place]));
    for (const place of touched) scores[place] = 0;
    return best.flatMap((place) => describe(document, posts[place], relations));
  };
}

/** Only of posts: other kinds may carry the same terms. */
function placesOf(relations: Relations, taxonomy: string): Map<string, Int32Array> {
  return new Map(
    [...relations.carriers(taxonomy)].map(([slug, carriers]) => [
      slug,
      Int32Array.from(
        carriers.filter(({ kind }) => kind === 'post'),
        (carrier) => relations.positions.get(carrier) ?? 0,
      ),
    ]),
  );
}

/** Where the carriers nearest to a position begin in their ascending list. */
function windowStart(places: Int32Array, position: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, Math.min(low - neighbours / 2, places.length - neighbours));
}

/** The best of the touched places: highest score, then nearest, then newest. */
function choose(
  touched: readonly number[],
  scores: Uint16Array,
  position: number,
  isWanted: (place: number) => boolean,
): number[] {
  const rank = (place: number) =>
    (scores[place] ?? 0) * 1e9 - Math.abs(place - position) * 2 - (place > position ? 1 : 0);
  const best: { place: number; rank: number }[] = [];
  for (const place of touched) {
    if (Math.abs(place - position) < 2) continue;
    const own = rank(place);
    const last = best.at(-1);
    if (best.length === shown && last && own <= last.rank) continue;
    if (!isWanted(place)) continue;
    if (best.length === shown) best.pop();
    const at = best.findIndex((other) => other.rank < own);
    best.splice(at < 0 ? best.length : at, 0, { place, rank: own });
  }
  return best.map(({ place }) => place);
}

function isOffered(document: Document, other: Document | undefined): boolean {
  return other !== undefined && (document.series === null || other.series !== document.series);
}

function describe(document: Document, other: Document | undefined, relations: Relations): RelatedPost[] {
  if (!other) return [];
  const shared = [
    ...relations.links('post_tag', common(document, other, 'post_tag')),
    ...relations.links('category', common(document, other, 'category')),
  ].map((term) => term.title);
  return [{ ...linkTo(other), shared }];
}

function common(a: Document, b: Document, taxonomy: string): readonly string[] {
  return (a.terms[taxonomy] ?? []).filter((slug) => b.terms[taxonomy]?.includes(slug));
}
