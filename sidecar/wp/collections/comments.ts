import type { ErrorObject } from '../../../src/core/model/errors.ts';
import { parseWpDate } from '../../../src/core/wp/date.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { toInteger, toText } from '../../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpValue } from '../../../src/core/wp/php-query.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { itemOf, listPage, refuse, type WpOutcome } from '../outcome.ts';
import { idList, type WpParameters } from '../parameters.ts';
import type { Given } from '../reader.ts';
import { filterObjects, pageOf, sortObjects } from './object-lists.ts';

/** What WordPress refuses to readers is refused here too. */
export function mayListComments(catalog: Catalog, given: Given): ErrorObject | null {
  for (const id of idsIn(given('post'))) {
    const position = catalog.positionOf(id);
    if (position !== null && catalog.columns.locked[position]) return wpErrors.lockedComments();
    if (id === 0) return wpErrors.refused('rest_cannot_read', 'read comments without a post');
  }
  if (given('context') === 'edit') return wpErrors.forbiddenContext('edit comments');
  const type = given('type');
  const status = given('status');
  const hidden = ['author', 'author_exclude'].filter((name) => idsIn(given(name)).length > 0);
  if (!['', '0'].includes(toText(given('author_email') ?? ''))) hidden.push('author_email');
  if (type !== undefined && type !== 'comment') hidden.push('type');
  if (status !== undefined && status !== 'approve') hidden.push('status');
  if (hidden.length === 0) return null;
  return {
    code: 'rest_forbidden_param',
    message: `Query parameter not permitted: ${hidden.join(', ')}`,
    data: { status: 401 },
  };
}

/** `/comments`: the archive, newest first. */
export function listComments(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  const keys: Readonly<Record<string, (object: CatalogObject) => number>> = {
    id: ({ id }) => id,
    date: ({ fields }) => fields.date ?? 0,
    date_gmt: ({ fields }) => fields.dateGmt ?? 0,
    post: ({ fields }) => fields.post ?? 0,
    parent: ({ fields }) => fields.parent ?? 0,
  };
  const sorted = sortObjects(selectComments(content.catalog, values), values, keys, ['include']);
  const { page, perPage, start } = pageOf(values);
  const refs = sorted.slice(start, start + perPage).map(({ id }) => ({ kind: 'comment' as const, id }));
  const form = values.context === 'embed' ? 'embed' : 'view';
  const request = { route: 'comments', query: parameters.query, page, perPage };
  return listPage(content.base, request, form, refs, sorted.length);
}

/** `/comments/7`. */
export function showComment(content: WpContent, id: PhpValue, parameters: WpParameters): WpOutcome {
  const comment = content.catalog.objects('comment');
  const pingback = content.catalog.objects('pingback');
  const number = toInteger(id);
  const kind = comment.byId.has(number) ? 'comment' : 'pingback';
  if (kind === 'pingback' && !pingback.byId.has(number)) return refuse(wpErrors.invalidComment());
  return itemOf({ kind, id: number }, parameters.values.context === 'embed' ? 'embed' : 'view', null);
}

export function mayReadComment(
  { objects }: Catalog,
  id: PhpValue,
  context: PhpValue | undefined,
): ErrorObject | null {
  const number = toInteger(id);
  if (!objects('comment').byId.has(number) && !objects('pingback').byId.has(number))
    return wpErrors.invalidComment();
  return context === 'edit' ? wpErrors.forbiddenContext('edit comments') : null;
}

function selectComments(
  catalog: Catalog,
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  let found = filterObjects(catalog.objects('comment').list, { ...values, slug: [] });
  const among = (name: string, field: (object: CatalogObject) => number, wanted: boolean) => {
    const ids = new Set(idList(values[name]));
    if (ids.size > 0) found = found.filter((object) => ids.has(field(object)) === wanted);
  };
  among('post', ({ fields }) => fields.post ?? 0, true);
  among('parent', ({ fields }) => fields.parent ?? 0, true);
  among('parent_exclude', ({ fields }) => fields.parent ?? 0, false);
  for (const name of ['after', 'before']) {
    const date = parseWpDate(toText((values[name] as PhpValue | undefined) ?? ''));
    if (!date) continue;
    found = found.filter(({ fields }) => {
      const seconds = (date.zoned ? fields.dateGmt : fields.date) ?? 0;
      return name === 'after' ? seconds > date.seconds : seconds < date.seconds;
    });
  }
  return found;
}

function idsIn(value: PhpValue | undefined): number[] {
  if (value === undefined) return [];
  const items = isPhpArray(value)
    ? [...value.values()]
    : toText(value)
        .split(/[\s,]+/)
        .filter((part) => part !== '');
  return items.map((item) => Math.abs(toInteger(isPhpArray(item) ? '' : item)));
}
