import { type DocumentKind, documentKinds } from '../../src/core/document.ts';
import type { PhpValue } from '../../src/core/php-query.ts';
import { wpErrors } from '../../src/core/wp-errors.ts';
import { toText, type WpValue } from '../../src/core/wp-schema.ts';
import { parseSearch } from '../../src/core/wp-search-terms.ts';
import type { CatalogObject, ObjectKind } from './catalog.ts';
import type { WpContent } from './documents.ts';
import { filterObjects, searchObjects } from './object-lists.ts';
import { listPage, refuse, type WpOutcome } from './outcome.ts';
import { idList, textList, type WpParameters } from './parameters.ts';
import { matchSearch, sortByRelevance } from './search-match.ts';
import type { ObjectRef } from './store.ts';
import { searchTerms } from './terms.ts';

/** `/search`: documents of all types mixed, terms, or the post formats in use. */
export function searchAll(content: WpContent, parameters: WpParameters): WpOutcome {
  const { values } = parameters;
  if (values.type === 'post') return searchDocuments(content, parameters);
  const sorted = values.type === 'term' ? findTerms(content, values) : findFormats(content, values);
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  if (sorted.length > 0 && page > Math.ceil(sorted.length / perPage)) {
    return refuse(wpErrors.pastTheEnd('rest_search_invalid_page_number'));
  }
  const refs = sorted.slice((page - 1) * perPage, page * perPage);
  const request = { route: 'search', query: parameters.query, page, perPage };
  return listPage(content.base, request, 'hit', refs, sorted.length, false);
}

function searchDocuments(content: WpContent, parameters: WpParameters): WpOutcome {
  const { catalog, text } = content;
  const { values } = parameters;
  const query = parseSearch(toText((values.search as PhpValue | undefined) ?? ''));
  const marks = query ? matchSearch(catalog, text, query) : null;
  const kinds = kindsOf(values.subtype);
  const include = new Set(idList(values.include));
  const exclude = new Set(include.size > 0 ? [] : idList(values.exclude));
  const { id, kind } = catalog.columns;
  const found: number[] = [];
  for (let position = 1; position <= catalog.size; position++) {
    if (marks && !marks[position]) continue;
    if (!kinds.has(kind[position] ?? 0)) continue;
    if (include.size > 0 && !include.has(id[position] ?? 0)) continue;
    if (exclude.has(id[position] ?? 0)) continue;
    found.push(position);
  }
  const page = Number(values.page);
  const perPage = Number(values.per_page);
  const sorted = query ? sortByRelevance(text, query, found, page * perPage) : found;
  const positions = sorted.slice((page - 1) * perPage, page * perPage);
  const refs = positions.map((position): ObjectRef => ({ kind: 'document', position }));
  // A page past the end finds nothing, and so counts nothing.
  const total = positions.length === 0 ? 0 : found.length;
  const request = { route: 'search', query: parameters.query, page, perPage };
  return listPage(content.base, request, 'hit', refs, total, false);
}

/** `any` is every kind; subtypes that belong to terms leave posts alone. */
function kindsOf(subtype: WpValue | undefined): ReadonlySet<number> {
  const names = textList(subtype);
  if (names.includes('any')) return new Set(documentKinds.keys());
  const kinds = names.length === 0 ? ['post'] : names;
  return new Set(kinds.map((name) => documentKinds.indexOf(name as DocumentKind)));
}

/** Both taxonomies in one order, by name. Subtypes that belong to posts leave all of them. */
function findTerms({ catalog }: WpContent, values: Readonly<Record<string, WpValue>>): ObjectRef[] {
  const names = textList(values.subtype);
  const wanted = (['category', 'post_tag'] as const).filter(
    (taxonomy) => names.length === 0 || names.includes('any') || names.includes(taxonomy),
  );
  const search = toText((values.search as PhpValue | undefined) ?? '');
  const found: { object: CatalogObject; kind: ObjectKind }[] = [];
  for (const kind of wanted) {
    const listed = filterObjects(catalog.objects[kind].list, {
      include: values.include ?? [],
      exclude: values.exclude ?? [],
    });
    const matching = search === '' ? listed : searchTerms(listed, search);
    for (const object of matching) found.push({ object, kind });
  }
  found.sort((a, b) => a.object.fields.nameRank - b.object.fields.nameRank || b.object.id - a.object.id);
  return found.map(({ object, kind }) => ({ kind, id: object.id }));
}

function findFormats({ catalog }: WpContent, values: Readonly<Record<string, WpValue>>): ObjectRef[] {
  const { list } = catalog.objects.format;
  const search = toText((values.search as PhpValue | undefined) ?? '');
  const found = search === '' ? list : searchObjects(list, search, ({ name, slug }) => [name, slug]);
  return found.map(({ id }) => ({ kind: 'format', id }));
}
