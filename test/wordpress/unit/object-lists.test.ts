import { describe, expect, it } from 'vitest';
import {
  filterByDates,
  filterByIds,
  filterObjects,
  searchObjects,
  sortObjects,
} from '../../../sidecar/wp/collections/object-lists.ts';
import type { ListedObject } from '../../../sidecar/wp/content-tables.ts';

const hour = 3_600;
const list: ListedObject[] = ['Äpfel', 'Birnen', 'Citrus'].map((name, index) => ({
  id: index + 1,
  place: index,
  fields: {
    name,
    slug: encodeURIComponent(name.toLowerCase()),
    nameRank: index,
    slugRank: 2 - index,
    // One hour apart, on a clock one hour ahead of UTC.
    date: (index + 1) * hour,
    dateGmt: index * hour,
    post: index % 2,
  },
}));
const ids = (found: readonly ListedObject[]) => found.map(({ id }) => id);

describe('objects of a collection', () => {
  it('are filtered by ID; nothing is excluded from what is included', () => {
    expect(ids(filterObjects(list, { include: [3, 1] }))).toEqual([1, 3]);
    expect(ids(filterObjects(list, { include: [3, 1], exclude: [1] }))).toEqual([1, 3]);
    expect(ids(filterObjects(list, { exclude: [-1] }))).toEqual([2, 3]);
  });

  it('are filtered by slugs, encoded or not', () => {
    expect(ids(filterObjects(list, { slug: ['ÄPFEL', 'citrus'] }))).toEqual([1, 3]);
    expect(ids(filterObjects(list, { slug: ['...'] }))).toEqual([]);
  });

  it('are filtered by a field, where IDs are given', () => {
    const postOf = ({ fields }: ListedObject) => fields.post ?? 0;
    expect(ids(filterByIds(list, [1], true, postOf))).toEqual([2]);
    expect(ids(filterByIds(list, [1], false, postOf))).toEqual([1, 3]);
    expect(ids(filterByIds(list, [], true, postOf))).toEqual([1, 2, 3]);
  });

  it('are filtered by dates, on the clock of the site or in the given zone', () => {
    const names = ['after', 'before'];
    expect(ids(filterByDates(list, { after: '1970-01-01T01:00:00' }, names))).toEqual([2, 3]);
    expect(ids(filterByDates(list, { after: '1970-01-01T01:00:00Z' }, names))).toEqual([3]);
    expect(ids(filterByDates(list, { before: '1970-01-01T02:00:00' }, names))).toEqual([1]);
    expect(ids(filterByDates(list, { modified_after: '1970-01-01T02:00:00' }, names))).toEqual([1, 2, 3]);
  });

  it('are searched in name and slug, ignoring case and accents', () => {
    expect(ids(searchObjects(list, 'APF'))).toEqual([1]);
    expect(ids(searchObjects(list, 'r'))).toEqual([2, 3]);
  });

  it('are sorted by a key, the newest ID first among equals', () => {
    const keys = { slug: ({ fields }: ListedObject) => fields.slugRank, same: () => 0 };
    expect(ids(sortObjects(list, { orderby: 'slug', order: 'asc' }, keys))).toEqual([3, 2, 1]);
    expect(ids(sortObjects(list, { orderby: 'slug', order: 'desc' }, keys))).toEqual([1, 2, 3]);
    expect(ids(sortObjects(list, { orderby: 'same', order: 'asc' }, keys))).toEqual([3, 2, 1]);
    expect(ids(sortObjects(list, { orderby: 'toString', order: 'asc' }, keys))).toEqual([1, 2, 3]);
  });

  it('follow the order of the request, reversed only where the collection does that', () => {
    const include = { orderby: 'include', include: [2, 3, 1], order: 'desc' };
    expect(ids(sortObjects(list, include, {}))).toEqual([2, 3, 1]);
    expect(ids(sortObjects(list, include, {}, ['include']))).toEqual([1, 3, 2]);
    const slugs = { orderby: 'include_slugs', slug: ['citrus', 'äpfel', 'birnen'], order: 'asc' };
    expect(ids(sortObjects(list, slugs, {}))).toEqual([3, 1, 2]);
  });
});
