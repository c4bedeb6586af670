import { type ErrorObject, errorObject } from '../../../src/core/model/errors.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import type { ContentTables } from '../content-tables.ts';
import { inPages, listPage } from '../list-page.ts';
import { itemOf } from '../outcome.ts';
import { splitList } from '../parameters.ts';
import { type Given, type Reader, refuseEdit, type WpContent } from '../reader.ts';
import { filterByDates, filterByIds, filterObjects, refsTo, sortObjects } from './object-lists.ts';

/** `/comments`: the archive, newest first. */
export function listComments({ base, tables }: WpContent): Reader {
  return {
    permit: (given) => refuseList(tables, given),
    run(parameters) {
      const { values } = parameters;
      let found = filterObjects(tables.objects('comment').list, { ...values, slug: [] });
      found = filterByIds(found, values.post, true, ({ fields }) => fields.post ?? 0);
      found = filterByIds(found, values.parent, true, ({ fields }) => fields.parent ?? 0);
      found = filterByIds(found, values.parent_exclude, false, ({ fields }) => fields.parent ?? 0);
      found = filterByDates(found, values, ['after', 'before']);
      const keys = {
        id: ({ id }) => id,
        date: ({ fields }) => fields.date ?? 0,
        date_gmt: ({ fields }) => fields.dateGmt ?? 0,
        post: ({ fields }) => fields.post ?? 0,
        parent: ({ fields }) => fields.parent ?? 0,
      } satisfies Parameters<typeof sortObjects>[2];
      const sorted = sortObjects(found, values, keys, ['include']);
      return listPage(base, 'comments', 'objects', parameters, inPages(refsTo('comment', sorted)));
    },
  };
}

/** `/comments/7`. */
export function showComment({ tables }: WpContent): Reader {
  const kindOf = (id: number) =>
    ['comment', 'pingback'].find((kind) => tables.objects(kind).byId.has(id)) ?? null;
  return {
    permit(given) {
      if (kindOf(toInteger(given('id') ?? '')) === null) return wpErrors.invalidComment();
      return refuseEdit(given, 'edit comments');
    },
    run(parameters, given) {
      const id = toInteger(given('id') ?? '');
      return itemOf({ kind: kindOf(id) ?? 'comment', id }, parameters);
    },
  };
}

/** The refusal that WordPress sends to anonymous clients; null for none. */
function refuseList(tables: ContentTables, given: Given): ErrorObject | null {
  for (const id of idsIn(given('post'))) {
    const position = tables.positionOf(id);
    if (position !== null && tables.columns.locked[position]) return wpErrors.lockedComments();
    if (id === 0) return wpErrors.refused('rest_cannot_read', 'read comments without a post');
  }
  const refused = refuseEdit(given, 'edit comments');
  if (refused) return refused;
  const type = given('type');
  const status = given('status');
  const hidden = ['author', 'author_exclude'].filter((name) => idsIn(given(name)).length > 0);
  if (!['', '0'].includes(toText(given('author_email') ?? ''))) hidden.push('author_email');
  if (type !== undefined && type !== 'comment') hidden.push('type');
  if (status !== undefined && status !== 'approve') hidden.push('status');
  if (hidden.length === 0) return null;
  return errorObject(401, 'rest_forbidden_param', `Query parameter not permitted: ${hidden.join(', ')}`);
}

function idsIn(value: PhpValue | undefined): number[] {
  if (value === undefined) return [];
  const items = isPhpArray(value) ? [...value.values()] : splitList(toText(value));
  return items.map((item) => Math.abs(toInteger(isPhpArray(item) ? '' : item)));
}
