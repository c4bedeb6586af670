import { findLanguage } from '../../../src/core/model/languages.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { foldText } from '../../../src/core/search-index/search-text.ts';
import { parseWpDate } from '../../../src/core/wp/date.ts';
import { normalizeSlug } from '../../../src/core/wp/parameters/sanitize.ts';
import type { ListedObject, ObjectKind } from '../content-tables.ts';
import { decodeSlug, idList, slugList, textList, type WpValues } from '../parameters.ts';
import type { ObjectRef } from '../store.ts';

/** Filters and orders that terms, authors, comments and media share. */

type Objects = readonly ListedObject[];
type NumberOf = (object: ListedObject) => number;

export function refsTo(kind: ObjectKind, list: Objects): ObjectRef[] {
  return list.map(({ id }) => ({ kind, id }));
}

/** `include`, `exclude` and `slug`. Nothing is excluded where IDs are asked for. `slugOf` normalizes a piece of `slug`. */
export function filterObjects(list: Objects, values: WpValues, slugOf = normalizeSlug): Objects {
  const isIncluded = idList(values.include).length > 0;
  const found = isIncluded
    ? filterByIds(list, values.include, true, ({ id }) => id)
    : filterByIds(list, values.exclude, false, ({ id }) => id);
  // Slugs of terms may have accents here, which WordPress removes.
  const slugs = textList(values.slug).flatMap((slug) => [slugOf(slug), normalizeSlug(slug)]);
  if (slugs.length === 0) return found;
  const wanted = new Set(slugs.map(decodeSlug));
  return found.filter(({ fields }) => wanted.has(decodeSlug(fields.slug)));
}

/** Objects with (or without) one of the IDs in a field; all of them where no ID is given. */
export function filterByIds(
  list: Objects,
  given: WpValues[string] | undefined,
  wanted: boolean,
  field: NumberOf,
): Objects {
  const ids = new Set(idList(given));
  return ids.size === 0 ? list : list.filter((object) => ids.has(field(object)) === wanted);
}

/** Terms in one of the languages of `lang`. */
export function filterByLanguage(list: Objects, { lang }: WpValues, site: Site): Objects {
  const tags = new Set(textList(lang).map((slug) => findLanguage(site, slug)?.language));
  return tags.size === 0 ? list : list.filter(({ fields }) => tags.has(fields.language));
}

/** Applies date parameters such as `after` and `modified_before` to the date of publication. */
export function filterByDates(list: Objects, values: WpValues, names: readonly string[]): Objects {
  let found = list;
  for (const name of names) {
    const date = parseWpDate(String(values[name] ?? ''));
    if (!date) continue;
    const sign = name.endsWith('after') ? 1 : -1;
    found = found.filter(
      ({ fields }) => sign * (((date.zoned ? fields.dateGmt : fields.date) ?? 0) - date.seconds) > 0,
    );
  }
  return found;
}

/** Objects with the whole search in their name or slug, ignoring case and accents. */
export function searchObjects(list: Objects, search: string): Objects {
  const needle = foldText(search);
  return list.filter(({ fields: { name, slug } }) =>
    [name, slug].some((text) => foldText(text).includes(needle)),
  );
}

/** Sorts by `orderby`, with a key for each order; equal values by ID. `reversible`: orders of the request with a direction. */
export function sortObjects(
  list: Objects,
  values: WpValues,
  keys: Readonly<Record<string, NumberOf>>,
  reversible: readonly string[] = [],
): Objects {
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

/** Place of an object in the request, for the two orders that follow it. */
function placeInRequest(values: WpValues, orderBy: string): NumberOf | null {
  const ids = orderBy === 'include' ? idList(values.include) : [];
  if (ids.length > 0) return ({ id }) => ids.indexOf(id);
  const slugs = orderBy === 'include_slugs' ? slugList(values.slug).map(decodeSlug) : [];
  return slugs.length > 0 ? ({ fields }) => slugs.indexOf(decodeSlug(fields.slug)) : null;
}
