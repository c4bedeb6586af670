import type { ErrorObject } from '../../../src/core/model/errors.ts';
import { foldText } from '../../../src/core/search-index/search-text.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import type { ContentTables, ListedObject } from '../content-tables.ts';
import { inPages, listPage } from '../list-page.ts';
import { itemOf } from '../outcome.ts';
import { decodeSlug, isSearch, textList, type WpValues } from '../parameters.ts';
import { type Given, type Reader, refuseEdit, type WpContent } from '../reader.ts';
import { filterObjects, refsTo, searchObjects, sortObjects } from './object-lists.ts';

/** `/users`: the authors with published content. */
export function listUsers({ base, tables }: WpContent): Reader {
  const keys: Parameters<typeof sortObjects>[2] = {
    id: ({ id }) => id,
    name: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    url: ({ fields }) => fields.urlRank ?? 0,
  };
  return {
    permit: refuseList,
    run(parameters) {
      const sorted = sortObjects(selectUsers(tables, parameters.values), parameters.values, keys, [
        'include',
      ]);
      return listPage(base, 'users', 'objects', parameters, inPages(refsTo('user', sorted)));
    },
  };
}

/** `/users/2`. */
export function showUser({ tables }: WpContent): Reader {
  return {
    permit(given) {
      const id = toInteger(given('id') ?? '');
      const isHidden = tables.objects('hidden_user').byId.has(id);
      if (!isHidden && !tables.objects('user').byId.has(id)) return wpErrors.invalidUser();
      return isHidden || given('context') === 'edit'
        ? wpErrors.refused('rest_user_cannot_view', 'list users')
        : null;
    },
    run: (parameters, given) => itemOf({ kind: 'user', id: toInteger(given('id') ?? '') }, parameters),
  };
}

function selectUsers(tables: ContentTables, values: WpValues): readonly ListedObject[] {
  let found = filterObjects(tables.objects('user').list, { ...values, slug: [] });
  const slugs = new Set(textList(values.slug).map(foldText));
  if (slugs.size > 0) found = found.filter(({ fields }) => slugs.has(foldText(decodeSlug(fields.slug))));
  const kinds = new Set(textList(values.has_published_posts));
  if (kinds.size > 0) {
    const authors = new Set<number>();
    for (let position = 1; position <= tables.size; position++) {
      if (kinds.has(tables.kindAt(position) ?? '')) authors.add(tables.columns.author[position] ?? 0);
    }
    found = found.filter(({ id }) => authors.has(id));
  }
  return isSearch(values.search) ? searchUsers(found, values.search) : found;
}

/** Name or slug contains the text, or the ID is the number that it begins with, as MySQL compares the two. */
function searchUsers(list: readonly ListedObject[], search: string): readonly ListedObject[] {
  const text = search.replace(/^\*+|\*+$/g, '');
  const named = new Set(searchObjects(list, text));
  const number = Number.parseFloat(text);
  return list.filter((user) => named.has(user) || user.id === number);
}

/** Anonymous clients can't filter by what only staff may know. */
function refuseList(given: Given): ErrorObject | null {
  if (isSet(given('roles'))) return wpErrors.refused('rest_user_cannot_view', 'filter users by role');
  if (isSet(given('capabilities')))
    return wpErrors.refused('rest_user_cannot_view', 'filter users by capability');
  const refused = refuseEdit(given, 'list users');
  if (refused) return refused;
  const orderBy = given('orderby');
  if (orderBy === 'email' || orderBy === 'registered_date') {
    return wpErrors.refused('rest_forbidden_orderby', 'order users by this parameter');
  }
  return given('who') === 'authors'
    ? wpErrors.refused('rest_forbidden_who', 'query users by this parameter')
    : null;
}

function isSet(value: PhpValue | undefined): boolean {
  return value !== undefined && (isPhpArray(value) ? value.size > 0 : toText(value) !== '');
}
