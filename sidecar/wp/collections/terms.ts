import { taxonomyNamed } from '../../../src/core/model/kinds.ts';
import { createNameOrder } from '../../../src/core/text/name-order.ts';
import { wpErrors } from '../../../src/core/wp/errors.ts';
import { normalizeSlug, removeAccents } from '../../../src/core/wp/parameters/sanitize.ts';
import { toInteger } from '../../../src/core/wp/parameters/validate-value.ts';
import type { ContentTables, ListedObject } from '../content-tables.ts';
import { inPages, listPage } from '../list-page.ts';
import { itemOf } from '../outcome.ts';
import { isSearch, type WpValues } from '../parameters.ts';
import { type Reader, refuseEdit, type WpContent } from '../reader.ts';
import { filterByLanguage, filterObjects, refsTo, searchObjects, sortObjects } from './object-lists.ts';
import { withDescendants } from './term-filter.ts';

/** `/categories`, `/tags` and those of the owner's taxonomies. */
export function listTerms({ site, base, tables }: WpContent, taxonomy: string): Reader {
  const { restBase, kinds } = taxonomyNamed(site, taxonomy);
  return {
    permit(given) {
      const refused = refuseEdit(given, 'edit terms in this taxonomy');
      const post = toInteger(given('post') ?? '');
      if (refused || post === 0) return refused;
      const position = tables.positionOf(post);
      if (position === null && !tables.objects('attachment').byId.has(post)) {
        return wpErrors.invalidPost(400);
      }
      const isCarrier = position !== null && kinds.includes(tables.kindAt(position) ?? '');
      return isCarrier ? null : wpErrors.forbiddenContext('view terms for this post');
    },
    run(parameters) {
      const { values } = parameters;
      const sorted = sortTerms(filterByLanguage(selectTerms(tables, taxonomy, values), values, site), values);
      return listPage(base, restBase, 'objects', parameters, inPages(refsTo(taxonomy, sorted)));
    },
  };
}

/** `/categories/4`, `/tags/10`. */
export function showTerm({ tables }: WpContent, taxonomy: string): Reader {
  return {
    permit(given) {
      const isKnown = tables.objects(taxonomy).byId.has(toInteger(given('id') ?? ''));
      return isKnown ? refuseEdit(given, 'edit this term') : wpErrors.invalidTerm();
    },
    run: (parameters, given) => itemOf({ kind: taxonomy, id: toInteger(given('id') ?? '') }, parameters),
  };
}

function selectTerms(tables: ContentTables, taxonomy: string, values: WpValues): readonly ListedObject[] {
  const { list, byId } = tables.objects(taxonomy);
  const ofPost = typeof values.post === 'number' && values.post !== 0 ? values.post : null;
  const start = ofPost === null ? list : tables.termsOf(tables.positionOf(ofPost) ?? 0, taxonomy);
  // Slugs of terms are looked up without accents, as they are stored.
  let found = filterObjects(start, values, (text) => normalizeSlug(removeAccents(text)));
  if (typeof values.parent === 'number')
    found = found.filter(({ fields }) => fields.parent === values.parent);
  if (values.hide_empty === true) {
    // To WordPress a category above one that is used is not empty.
    found = found.filter(({ id }) =>
      withDescendants(tables, taxonomy, [id]).some((one) => byId.get(one)?.fields.count),
    );
  }
  return isSearch(values.search) ? searchObjects(found, values.search) : found;
}

function sortTerms(list: readonly ListedObject[], values: WpValues): readonly ListedObject[] {
  if (values.orderby === 'description') {
    const compare = createNameOrder();
    const direction = values.order === 'desc' ? -1 : 1;
    return list.toSorted(
      (a, b) => direction * compare(a.fields.description ?? '', b.fields.description ?? '') || b.id - a.id,
    );
  }
  const keys: Parameters<typeof sortObjects>[2] = {
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
