import { foldText } from '../../../src/core/search-index/search-text.ts';
import type { WpObjectFields } from '../../../src/core/wp/objects/objects.ts';
import { normalizeSlug } from '../../../src/core/wp/parameters/sanitize.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import type { CatalogObject } from '../catalog.ts';
import { decodeSlug, idList, slugList, textList } from '../parameters.ts';

/** The parts that filtering and ordering of terms, authors and pictures have in common. */

/** `include`, `exclude` and `slug`. Nothing is excluded where ids are asked for. `slugOf` cleans a piece of `slug`. */
export function filterObjects(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
  slugOf: (text: string) => string = normalizeSlug,
): readonly CatalogObject[] {
  let found = list;
  const include = new Set(idList(values.include));
  if (include.size > 0) found = found.filter(({ id }) => include.has(id));
  const exclude = new Set(idList(values.exclude));
  if (include.size === 0 && exclude.size > 0) found = found.filter(({ id }) => !exclude.has(id));
  const slugs = textList(values.slug).map(slugOf);
  if (slugs.length > 0) {
    const wanted = new Set(slugs.map(decodeSlug));
    found = found.filter(({ fields }) => wanted.has(decodeSlug(fields.slug)));
  }
  return found;
}

/** What contains the whole text, without regard to case and accents, in one of its texts. */
export function searchObjects(
  list: readonly CatalogObject[],
  search: string,
  texts: (fields: WpObjectFields) => readonly (string | undefined)[],
): readonly CatalogObject[] {
  const needle = foldText(search);
  return list.filter(({ fields }) => texts(fields).some((text) => foldText(text ?? '').includes(needle)));
}

/**
 * Sorts by `orderby`: `keys` gives the value of each order that is more than the default; equal values by id,
 * highest first. `include` and `include_slugs` follow the order of the request; those that `reversible` names
 * turn round with the direction.
 */
export function sortObjects(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
  keys: Readonly<Record<string, (object: CatalogObject) => number>>,
  reversible: readonly string[] = [],
): readonly CatalogObject[] {
  const orderBy = String(values.orderby);
  const direction = values.order === 'desc' ? -1 : 1;
  const place = placeInRequest(values, orderBy);
  if (place) {
    const sign = reversible.includes(orderBy) ? direction : 1;
    return list.toSorted((a, b) => sign * (place(a) - place(b)));
  }
  const key = Object.hasOwn(keys, orderBy) ? keys[orderBy] : undefined;
  if (!key) return list;
  return list.toSorted((a, b) => direction * (key(a) - key(b)) || b.id - a.id);
}

/** Where the request names an object, for the two orders that are its own. */
function placeInRequest(
  values: Readonly<Record<string, WpValue>>,
  orderBy: string,
): ((object: CatalogObject) => number) | null {
  const ids = orderBy === 'include' ? idList(values.include) : [];
  if (ids.length > 0) return ({ id }) => ids.indexOf(id);
  const slugs = orderBy === 'include_slugs' ? slugList(values.slug).map(decodeSlug) : [];
  return slugs.length > 0 ? ({ fields }) => slugs.indexOf(decodeSlug(fields.slug)) : null;
}

/** One page of a collection that takes `offset` for nothing when it is 0, and counts pages from it otherwise. */
export function pageOf(values: Readonly<Record<string, WpValue>>): {
  readonly page: number;
  readonly perPage: number;
  readonly start: number;
} {
  const perPage = Number(values.per_page);
  const offset = Number(values.offset ?? 0);
  if (offset === 0) {
    const page = Number(values.page);
    return { page, perPage, start: (page - 1) * perPage };
  }
  return { page: Math.ceil(offset / perPage + 1), perPage, start: Math.abs(offset) };
}
