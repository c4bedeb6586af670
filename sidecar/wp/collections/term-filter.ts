import type { Taxonomy } from '../../../src/core/model/kinds.ts';
import {
  type BitSet,
  bitSetOf,
  createBitSet,
  intersect,
  subtract,
  unite,
} from '../../../src/core/search-index/bit-set.ts';
import type { WpValue } from '../../../src/core/wp/parameters/schema.ts';
import type { ContentTables } from '../content-tables.ts';
import { idList, type WpValues } from '../parameters.ts';

/** Documents that meet the conditions on terms (`categories`, `tags_exclude`, `tax_relation`, …); null for no condition. */
export function filterByTerms(
  tables: ContentTables,
  taxonomies: readonly Taxonomy[],
  values: WpValues,
): BitSet | null {
  const clauses: BitSet[] = [];
  for (const { name: taxonomy, restBase } of taxonomies) {
    const included = readCondition(values[restBase]);
    if (included) clauses.push(matchTerms(tables, taxonomy, included));
    const excluded = readCondition(values[`${restBase}_exclude`]);
    // Excluding only what does not exist is not a condition at all, which counts where one of several is enough.
    if (excluded?.terms.some((id) => tables.objects(taxonomy).byId.has(id))) {
      const others = tables.all.slice();
      subtract(others, matchTerms(tables, taxonomy, { ...excluded, all: false }));
      clauses.push(others);
    }
  }
  const [first, ...rest] = clauses;
  if (!first) return null;
  const join = values.tax_relation === 'OR' ? unite : intersect;
  for (const clause of rest) join(first, clause);
  return first;
}

interface TermCondition {
  readonly terms: readonly number[];
  readonly withChildren: boolean;
  /** All of the terms instead of any. */
  readonly all: boolean;
}

function readCondition(value: WpValue | undefined): TermCondition | null {
  if (Array.isArray(value)) return value.length === 0 ? null : condition(value, false, false);
  if (typeof value !== 'object' || value === null) return null;
  const query = value as WpValues;
  const terms = query.terms;
  if (!Array.isArray(terms) || terms.length === 0) return null;
  return condition(terms, query.include_children === true, query.operator === 'AND');
}

function condition(terms: readonly WpValue[], withChildren: boolean, all: boolean): TermCondition {
  return { terms: [...new Set(idList([...terms]))], withChildren, all };
}

function matchTerms(
  tables: ContentTables,
  taxonomy: string,
  { terms, withChildren, all }: TermCondition,
): BitSet {
  const wanted = withChildren ? withDescendants(tables, taxonomy, terms) : terms;
  const known = wanted.filter((id) => tables.objects(taxonomy).byId.has(id));
  const lists = known.map((id) => bitSetOf(tables.size, tables.positionsOfTerm(id)));
  const [first = createBitSet(tables.size), ...rest] = lists;
  // A term that does not exist cannot be carried, so that all of them never are.
  if (all && known.length < wanted.length) return createBitSet(tables.size);
  for (const list of rest) (all ? intersect : unite)(first, list);
  return first;
}

export function withDescendants(tables: ContentTables, taxonomy: string, terms: readonly number[]): number[] {
  const found = new Set(terms);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, fields } of tables.objects(taxonomy).list)
      if (found.has(fields.parent ?? 0)) found.add(id);
  }
  return [...found];
}
