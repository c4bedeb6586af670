import type { ErrorObject } from '../../../src/core/model/errors.ts';
import type { Taxonomy } from '../../../src/core/model/kinds.ts';
import { createNameOrder } from '../../../src/core/text/name-order.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { normalizeSlug, removeAccents } from '../../../src/core/wp/parameters/sanitize.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import { toInteger } from '../../../src/core/wp/parameters/validate-value.ts';
import type { PhpValue } from '../../../src/core/wp/php-query.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import type { WpContent } from '../content.ts';
import { itemOf, listPage, refuse, type WpOutcome } from '../outcome.ts';
import { isSearch, type WpParameters } from '../parameters.ts';
import { filterObjects, pageOf, searchObjects, sortObjects } from './object-lists.ts';
import { withDescendants } from './term-filter.ts';

/** `/categories`, `/tags` and those of the owner's taxonomies. A page past the end is empty and keeps the real totals. */
export function listTerms(
  content: WpContent,
  { name: taxonomy, restBase }: Taxonomy,
  parameters: WpParameters,
): WpOutcome {
  const { values } = parameters;
  const { catalog } = content;
  const sorted = sortTerms(selectTerms(catalog, taxonomy, values), values);
  const { page, perPage, start } = pageOf(values);
  const refs = sorted.slice(start, start + perPage).map(({ id }) => ({ kind: taxonomy, id }));
  const form = values.context === 'embed' ? 'embed' : 'view';
  const request = { route: restBase, query: parameters.query, page, perPage };
  return listPage(content.base, request, form, refs, sorted.length);
}

/** `/categories/4`, `/tags/10`. */
export function showTerm(
  content: WpContent,
  taxonomy: string,
  id: PhpValue,
  parameters: WpParameters,
): WpOutcome {
  const term = content.catalog.objects(taxonomy).byId.get(toInteger(id));
  if (!term) return refuse(wpErrors.invalidTerm());
  return itemOf(
    { kind: taxonomy, id: term.id },
    parameters.values.context === 'embed' ? 'embed' : 'view',
    null,
  );
}

/** May readers list the terms, where `post` asks for those of one post? */
export function mayListTerms(
  catalog: Catalog,
  taxonomy: Taxonomy,
  context: PhpValue | undefined,
  post: PhpValue | undefined,
): ErrorObject | null {
  if (context === 'edit') return wpErrors.forbiddenContext('edit terms in this taxonomy');
  const id = post === undefined ? 0 : toInteger(post);
  if (id === 0) return null;
  const position = catalog.positionOf(id);
  if (position === null && !catalog.objects('attachment').byId.has(id)) return wpErrors.invalidPost(400);
  const carries = position !== null && taxonomy.kinds.includes(catalog.kindAt(position) ?? '');
  return carries ? null : wpErrors.forbiddenContext('view terms for this post');
}

function selectTerms(
  catalog: Catalog,
  taxonomy: string,
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  let found = filterObjects(catalog.objects(taxonomy).list, values, termSlug);
  if (typeof values.post === 'number' && values.post !== 0) {
    const position = catalog.positionOf(values.post) ?? 0;
    const carried = new Set(catalog.termsOf(position, taxonomy).map(({ id }) => id));
    found = found.filter(({ id }) => carried.has(id));
  }
  if (typeof values.parent === 'number')
    found = found.filter(({ fields }) => fields.parent === values.parent);
  if (values.hide_empty === true) {
    // A category above one that is used is not empty to WordPress.
    const isUsed = ({ id }: CatalogObject) =>
      withDescendants(catalog, taxonomy, [id]).some(
        (one) => catalog.objects(taxonomy).byId.get(one)?.fields.count,
      );
    found = found.filter(isUsed);
  }
  return isSearch(values.search) ? searchTerms(found, values.search) : found;
}

/** Slugs of terms are looked up without accents, as they are made. */
function termSlug(text: string): string {
  return normalizeSlug(removeAccents(text));
}

/** The whole text as one piece of the name, as it is sent, or of the slug. */
export function searchTerms(list: readonly CatalogObject[], search: string): readonly CatalogObject[] {
  return searchObjects(list, search, ({ name, slug }) => [name, slug]);
}

function sortTerms(
  list: readonly CatalogObject[],
  values: Readonly<Record<string, WpValue>>,
): readonly CatalogObject[] {
  if (values.orderby === 'description') {
    const compare = createNameOrder();
    const direction = values.order === 'desc' ? -1 : 1;
    return list.toSorted(
      (a, b) => direction * compare(a.fields.description ?? '', b.fields.description ?? '') || b.id - a.id,
    );
  }
  const keys: Readonly<Record<string, (object: CatalogObject) => number>> = {
    id: ({ id }) => id,
    name: ({ fields }) => fields.nameRank,
    slug: ({ fields }) => fields.slugRank,
    count: ({ fields }) => fields.count ?? 0,
    term_group: () => 0,
    include: ({ fields }) => fields.nameRank,
    include_slugs: ({ fields }) => fields.nameRank,
  };
  return sortObjects(list, values, keys, ['include', 'include_slugs']);
}
