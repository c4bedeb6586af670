import type { ErrorObject } from '../../src/core/errors.ts';
import { isPhpArray, type PhpValue } from '../../src/core/php-query.ts';
import { wpErrors } from '../../src/core/wp-errors.ts';
import { toInteger, toText } from '../../src/core/wp-schema.ts';
import type { Catalog } from './catalog.ts';
import type { WpContent } from './documents.ts';
import { filterObjects, searchObjects, sortObjects } from './object-lists.ts';
import { itemOf, listPage, refuse, type WpOutcome } from './outcome.ts';
import type { WpParameters } from './parameters.ts';

/** `/users`: the authors who have published something. */
export function listUsers(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  let found = filterObjects(content.catalog.objects.user.list, values);
  const search = toText((values.search as PhpValue | undefined) ?? '').replace(/^\*+|\*+$/g, '');
  if (search !== '') found = searchObjects(found, search, ({ name, slug, text }) => [name, slug, text]);
  const sorted = sortObjects(found, values, {
    id: ({ id }) => id,
    name: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    url: ({ place }) => place,
  });
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  const start = values.offset === undefined ? (page - 1) * perPage : Math.abs(Number(values.offset));
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

/** `/users/2`. */
export function showUser(content: WpContent, id: PhpValue, parameters: WpParameters): WpOutcome {
  const user = content.catalog.objects.user.byId.get(toInteger(id));
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
  const { user, hidden_user: hidden } = catalog.objects;
  if (!user.byId.has(number) && !hidden.byId.has(number)) return wpErrors.invalidUser();
  if (hidden.byId.has(number) || context === 'edit') {
    return wpErrors.refused('rest_user_cannot_view', 'list users');
  }
  return null;
}

function isSet(value: PhpValue | undefined): boolean {
  return value !== undefined && (isPhpArray(value) ? value.size > 0 : toText(value) !== '');
}
