import { foldText } from '../../src/core/search-text.ts';
import type { WpObjectFields } from '../../src/core/wp-objects.ts';
import type { WpValue } from '../../src/core/wp-schema.ts';
import type { CatalogObject } from './catalog.ts';
import { decodeSlug, slugList } from './documents.ts';
import { idList } from './parameters.ts';

/** The parts that filtering and ordering of terms, authors and pictures have in common. */

/** `include`, `exclude` and `slug`. */
export function filterObjects(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  let found = list;
  const include = new Set(idList(values.include));
  if (include.size > 0) found = found.filter(({ id }) => include.has(id));
  const exclude = new Set(idList(values.exclude));
  if (exclude.size > 0) found = found.filter(({ id }) => !exclude.has(id));
  const slugs = slugList(values.slug);
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
 * highest first. `include` and `include_slugs` keep the order of the request whatever the direction.
 */
export function sortObjects(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
  keys: Readonly<Record<string, (object: CatalogObject) => number>>,
): readonly CatalogObject[] {
  const orderBy = String(values.orderby);
  if (orderBy === 'include' && idList(values.include).length > 0) {
    const ids = idList(values.include);
    return list.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  }
  if (orderBy === 'include_slugs' && slugList(values.slug).length > 0) {
    const slugs = slugList(values.slug).map(decodeSlug);
    const placeOf = ({ fields }: CatalogObject) => slugs.indexOf(decodeSlug(fields.slug));
    return list.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
  const key = Object.hasOwn(keys, orderBy) ? keys[orderBy] : undefined;
  if (!key) return list;
  const direction = values.order === 'desc' ? -1 : 1;
  return list.toSorted((a, b) => direction * (key(a) - key(b)) || b.id - a.id);
}
