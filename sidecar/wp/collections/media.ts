import { foldText } from '../../../src/core/search-index/search-text.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { uploadTypes } from '../../../src/core/wp/objects/upload-types.ts';
import { parseSearch } from '../../../src/core/wp/parameters/search-terms.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import type { PhpValue } from '../../../src/core/wp/php-query.ts';
import type { ContentTables, ListedObject } from '../content-tables.ts';
import { inPages, listPage } from '../list-page.ts';
import { itemOf } from '../outcome.ts';
import { idList, textList, type WpValues } from '../parameters.ts';
import { type Reader, refuseEdit, type WpContent } from '../reader.ts';
import { refuseOrder } from './documents.ts';
import { filterByDates, filterByIds, filterObjects, refsTo, sortObjects } from './object-lists.ts';

/** `/media`: the images of the site, newest first. */
export function listMedia({ base, tables }: WpContent): Reader {
  const keys: Parameters<typeof sortObjects>[2] = {
    id: ({ id }) => id,
    date: ({ fields }) => fields.date ?? 0,
    modified: ({ fields }) => fields.date ?? 0,
    relevance: ({ fields }) => fields.date ?? 0,
    author: ({ fields }) => fields.author ?? 0,
    parent: ({ fields }) => fields.parent ?? 0,
    title: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    include_slugs: ({ fields }) => fields.date ?? 0,
  };
  return {
    permit: (given) => refuseEdit(given, 'edit posts in this post type'),
    run(parameters) {
      const { values } = parameters;
      const refused = refuseOrder(values);
      if (refused) return refused;
      const sorted = sortObjects(selectMedia(tables, values), values, keys);
      return listPage(base, 'media', 'posts', parameters, inPages(refsTo('attachment', sorted)));
    },
  };
}

/** `/media/301`. */
export function showMedia({ tables, store }: WpContent): Reader {
  return {
    permit(given) {
      const isKnown = tables.objects('attachment').byId.has(toInteger(given('id') ?? ''));
      return isKnown ? refuseEdit(given, 'edit this post') : wpErrors.invalidPost();
    },
    run(parameters, given) {
      const ref = { kind: 'attachment', id: toInteger(given('id') ?? '') };
      return itemOf(ref, parameters, String(store.parse(ref, 'embed').link));
    },
  };
}

function selectMedia(tables: ContentTables, values: WpValues): readonly ListedObject[] {
  const parentOf = ({ fields }: ListedObject) => fields.parent ?? 0;
  const authorOf = ({ fields }: ListedObject) => fields.author ?? 0;
  let found = filterObjects(tables.objects('attachment').list, values);
  // As with posts, only one of each pair counts.
  found =
    idList(values.parent).length > 0
      ? filterByIds(found, values.parent, true, parentOf)
      : filterByIds(found, values.parent_exclude, false, parentOf);
  found =
    idList(values.author_exclude).length > 0
      ? filterByIds(found, values.author_exclude, false, authorOf)
      : filterByIds(found, values.author, true, authorOf);
  found = filterByDates(found, values, ['after', 'modified_after', 'before', 'modified_before']);
  // A MIME type that WordPress knows replaces the type of file; any other is ignored.
  if (uploadTypes.has(String(values.mime_type ?? ''))) {
    found = found.filter(({ fields }) => fields.mimeType === values.mime_type);
  } else if (values.media_type) {
    found = found.filter(({ fields }) => fields.mimeType?.startsWith(`${values.media_type}/`));
  }
  return searchMedia(found, values);
}

/** Searched like posts, and by file name. */
function searchMedia(list: readonly ListedObject[], values: WpValues): readonly ListedObject[] {
  const query = parseSearch(toText((values.search as PhpValue | undefined) ?? ''));
  if (!query) return list;
  const columns = textList(values.search_columns);
  const among = (column: string) => columns.length === 0 || columns.includes(column);
  return list.filter(({ fields }) => {
    const searched = [
      among('post_title') ? fields.name : '',
      among('post_excerpt') ? fields.text : '',
      fields.file,
    ].map((text) => foldText(text ?? ''));
    return query.terms.every(({ text, excluded }) => searched.some((one) => one.includes(text)) !== excluded);
  });
}
