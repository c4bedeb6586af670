import type { ErrorObject } from '../../../src/core/model/errors.ts';
import { foldText } from '../../../src/core/search-index/search-text.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { itemOf, listPage, refuse, type WpOutcome } from '../outcome.ts';
import { decodeSlug, isSearch, textList, type WpParameters } from '../parameters.ts';
import { filterObjects, pageOf, searchObjects, sortObjects } from './object-lists.ts';

/** `/users`: the authors who have published something. */
export function listUsers(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  const keys: Readonly<Record<string, (object: CatalogObject) => number>> = {
    id: ({ id }) => id,
    name: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    url: ({ fields }) => fields.urlRank ?? 0,
  };
  const sorted = sortObjects(selectUsers(content.catalog, values), values, keys, ['include']);
  const { page, perPage, start } = pageOf(values);
  const refs = sorted.slice(start, start + perPage).map(({ id }) => ({ kind: 'user' as const, id }));
  const form = values.context === 'embed' ? 'embed' : 'view';
  return listPage(
    content.base,
    { route: 'users', query: parameters.query, page, perPage },
    form,
    refs,
    sorted.length,
  );
}

function selectUsers(catalog: Catalog, values: Readonly<Record<string, WpValue>>): readonly CatalogObject[] {
  let found = filterObjects(catalog.objects('user').list, { ...values, slug: [] });
  const slugs = new Set(textList(values.slug).map(foldText));
  if (slugs.size > 0) found = found.filter(({ fields }) => slugs.has(foldText(decodeSlug(fields.slug))));
  const types = textList(values.has_published_posts);
  if (types.length > 0) {
    const kinds = new Set(types);
    const authors = new Set<number>();
    for (let position = 1; position <= catalog.size; position++) {
      if (kinds.has(catalog.kindAt(position) ?? '')) authors.add(catalog.columns.author[position] ?? 0);
    }
    found = found.filter(({ id }) => authors.has(id));
  }
  return isSearch(values.search) ? searchUsers(found, values.search) : found;
}

/** Name and slug hold the text, or the id is the number that it begins with, as the database compares the two. */
function searchUsers(list: readonly CatalogObject[], search: string): readonly CatalogObject[] {
  const text = search.replace(/^\*+|\*+$/g, '');
  const named = new Set(searchObjects(list, text, ({ name, slug }) => [name, slug]));
  const number = Number.parseFloat(text);
  return list.filter((user) => named.has(user) || user.id === number);
}

/** `/users/2`. */
export function showUser(content: WpContent, id: PhpValue, parameters: WpParameters): WpOutcome {
  const user = content.catalog.objects('user').byId.get(toInteger(id));
  if (!user) return refuse(wpErrors.invalidUser());
  return itemOf(
    { kind: 'user', id: user.id },
    parameters.values.context === 'embed' ? 'embed' : 'view',
    null,
  );
}

/** Readers may not ask what only the site's staff may know. */
export function mayListUsers(given: (name: string) => PhpValue | undefined): ErrorObject | null {
  if (isSet(given('roles'))) return wpErrors.refused('rest_user_cannot_view', 'filter users by role');
  if (isSet(given('capabilities')))
    return wpErrors.refused('rest_user_cannot_view', 'filter users by capability');
  if (given('context') === 'edit') return wpErrors.forbiddenContext('list users');
  const orderBy = given('orderby');
  if (orderBy === 'email' || orderBy === 'registered_date') {
    return wpErrors.refused('rest_forbidden_orderby', 'order users by this parameter');
  }
  return given('who') === 'authors'
    ? wpErrors.refused('rest_forbidden_who', 'query users by this parameter')
    : null;
}

export function mayReadUser(
  catalog: Catalog,
  id: PhpValue,
  context: PhpValue | undefined,
): ErrorObject | null {
  const number = toInteger(id);
  const user = catalog.objects('user');
  const hidden = catalog.objects('hidden_user');
  if (!user.byId.has(number) && !hidden.byId.has(number)) return wpErrors.invalidUser();
  if (hidden.byId.has(number) || context === 'edit') {
    return wpErrors.refused('rest_user_cannot_view', 'list users');
  }
  return null;
}

function isSet(value: PhpValue | undefined): boolean {
  return value !== undefined && (isPhpArray(value) ? value.size > 0 : toText(value) !== '');
}
