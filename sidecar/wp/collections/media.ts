import type { ErrorObject } from '../../../src/core/model/errors.ts';
import { foldText } from '../../../src/core/search-index/search-text.ts';
import { parseWpDate } from '../../../src/core/wp/date.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { uploadTypes } from '../../../src/core/wp/objects/upload-types.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { parseSearch } from '../../../src/core/wp/parameters/search-terms.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import type { PhpValue } from '../../../src/core/wp/php-query.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { itemOf, listPage, refuse, type WpOutcome } from '../outcome.ts';
import { idList, isSearch, textList, type WpParameters } from '../parameters.ts';
import { filterObjects, sortObjects } from './object-lists.ts';

/** `/media`: the pictures of the site, newest first. */
export function listMedia(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  if (values.orderby === 'include' && idList(values.include).length === 0)
    return refuse(wpErrors.includeMissing());
  if (values.orderby === 'relevance' && !isSearch(values.search)) return refuse(wpErrors.searchMissing());
  const sorted = sortMedia(selectMedia(content.catalog, values), values);
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  const offset = values.offset === undefined ? null : Math.abs(Number(values.offset));
  const start = offset ?? (page - 1) * perPage;
  const rows = sorted.slice(start, start + perPage);
  const total = rows.length === 0 && offset !== null ? 0 : sorted.length;
  if (total > 0 && page > Math.ceil(total / perPage)) {
    return refuse(wpErrors.pastTheEnd('rest_post_invalid_page_number'));
  }
  const refs = rows.map(({ id }) => ({ kind: 'attachment' as const, id }));
  const form = values.context === 'embed' ? 'embed' : 'view';
  return listPage(
    content.base,
    { route: 'media', query: parameters.query, page, perPage },
    form,
    refs,
    total,
  );
}

/** `/media/301`. */
export function showMedia(content: WpContent, id: PhpValue, parameters: WpParameters): WpOutcome {
  const media = content.catalog.objects('attachment').byId.get(toInteger(id));
  if (!media) return refuse(wpErrors.invalidPost());
  const ref = { kind: 'attachment' as const, id: media.id };
  const { link } = content.store.parse(ref, 'embed');
  return itemOf(ref, parameters.values.context === 'embed' ? 'embed' : 'view', String(link));
}

export function mayReadMedia(
  catalog: Catalog,
  id: PhpValue,
  context: PhpValue | undefined,
): ErrorObject | null {
  if (!catalog.objects('attachment').byId.has(toInteger(id))) return wpErrors.invalidPost();
  return context === 'edit' ? wpErrors.forbiddenContext('edit this post') : null;
}

function selectMedia(catalog: Catalog, values: Readonly<Record<string, WpValue>>): readonly CatalogObject[] {
  const include = idList(values.include);
  // As with posts, nothing is excluded from what is asked for by id.
  let found = filterObjects(
    catalog.objects('attachment').list,
    include.length > 0 ? { ...values, exclude: [] } : values,
  );
  const among = (name: string, field: (object: CatalogObject) => number, wanted: boolean) => {
    const ids = new Set(idList(values[name]));
    if (ids.size > 0) found = found.filter((object) => ids.has(field(object)) === wanted);
  };
  const parentOf = ({ fields }: CatalogObject) => fields.parent ?? 0;
  const authorOf = ({ fields }: CatalogObject) => fields.author ?? 0;
  // As with posts, only one of each pair is heard.
  if (idList(values.parent).length > 0) among('parent', parentOf, true);
  else among('parent_exclude', parentOf, false);
  if (idList(values.author_exclude).length > 0) among('author_exclude', authorOf, false);
  else among('author', authorOf, true);
  for (const name of ['after', 'modified_after', 'before', 'modified_before']) {
    const date = parseWpDate(toText((values[name] as PhpValue | undefined) ?? ''));
    if (!date) continue;
    const later = name.endsWith('after');
    found = found.filter(({ fields }) => {
      const seconds = (date.zoned ? fields.dateGmt : fields.date) ?? 0;
      return later ? seconds > date.seconds : seconds < date.seconds;
    });
  }
  // A MIME type that WordPress knows replaces the kind of file; any other is ignored.
  if (uploadTypes.has(String(values.mime_type ?? ''))) {
    found = found.filter(({ fields }) => fields.mimeType === values.mime_type);
  } else if (values.media_type) {
    found = found.filter(({ fields }) => fields.mimeType?.startsWith(`${values.media_type}/`));
  }
  return searchMedia(found, values);
}

/** As posts are searched, with the name of the file besides. */
function searchMedia(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  const query = parseSearch(toText((values.search as PhpValue | undefined) ?? ''));
  if (!query) return list;
  const columns = textList(values.search_columns);
  const among = (column: string) => columns.length === 0 || columns.includes(column);
  return list.filter(({ fields }) => {
    const texts = [
      among('post_title') ? fields.name : '',
      among('post_excerpt') ? fields.text : '',
      fields.file,
    ].map((text) => foldText(text ?? ''));
    return query.terms.every(({ text, excluded }) => texts.some((one) => one.includes(text)) !== excluded);
  });
}

function sortMedia(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  return sortObjects(list, values, {
    id: ({ id }) => id,
    date: ({ fields }) => fields.date ?? 0,
    modified: ({ fields }) => fields.date ?? 0,
    relevance: ({ fields }) => fields.date ?? 0,
    author: ({ fields }) => fields.author ?? 0,
    parent: ({ fields }) => fields.parent ?? 0,
    title: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    include_slugs: ({ fields }) => fields.date ?? 0,
  });
}
