import type { ErrorObject } from '../../src/core/model/errors.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { isPhpArray, type PhpValue } from '../../src/core/wp/php-query.ts';
import { toInteger, toText } from '../../src/core/wp/validate-value.ts';
import type { Catalog } from './catalog.ts';
import type { WpContent } from './content.ts';
import { listPage, type WpOutcome } from './outcome.ts';
import type { WpParameters } from './parameters.ts';
import type { Given } from './reader.ts';

/** There are no comments; but what WordPress refuses to readers is refused here too. */
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

/** `/comments`: an empty collection. */
export function listComments(content: WpContent, parameters: WpParameters): WpOutcome {
  const page = Number(parameters.values.page);
  const perPage = Number(parameters.values.per_page);
  return listPage(content.base, { route: 'comments', query: parameters.query, page, perPage }, 'view', [], 0);
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
