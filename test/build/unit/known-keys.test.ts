import { describe, expect, it } from 'vitest';
import { describeInputs as describeAll, recallPageKeys } from '../../../src/build/fast/known-keys.ts';
import { fileOf } from '../../../src/build/pages/render-pages.ts';
import type { PageInputs } from '../../../src/build/plan/output.ts';
import { pageKey } from '../../../src/build/plan/page-key.ts';
import type { Library } from '../../../src/core/model/document.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';

const site = createSite({ postsPerPage: 2 });

/** @param change of the second post, whose digest changes with it */
function libraryWith(change: Partial<DocumentFields> | null, of = site): Library {
  const shared = { tags: ['tea'], categories: ['notes'], series: 'Cups' };
  const posts: DocumentFields[] = ['One', 'Two', 'Three', 'Four'].map((title, index) => ({
    title,
    id: index + 1,
    digest: `${index}`,
    wordCount: 400,
    ...shared,
  }));
  const second = { ...posts[1], title: 'Two', digest: change ? 'changed' : '1', ...change };
  const about = { kind: 'page', title: 'About', id: 9, digest: '9', parent: '/two/' };
  return createLibrary({
    site: of,
    documents: [...posts.slice(0, 1), second, ...posts.slice(2), about],
    categories: [{ slug: 'notes' }, { slug: 'plans' }],
    tags: [{ slug: 'tea' }],
  });
}

const none = { shared: '', rest: '', documents: {} };
const describeInputs = (library: Library, before: PageInputs) =>
  describeAll({ library, assets: [] }, 'nowhere', before);
const keysOf = (library: Library) =>
  Object.fromEntries(describePages(library).map((page) => [fileOf(page, site), pageKey(page)]));

function keysAfter(library: Library, previous: Readonly<Record<string, string>>) {
  const before = describeInputs(libraryWith(null), none);
  recallPageKeys(library, previous, before, describeInputs(library, before));
  return keysOf(library);
}

const inside: readonly Partial<DocumentFields>[] = [
  {},
  { headings: [{ depth: 2, id: 'more', text: 'More' }] },
  { anchors: ['more'] },
  { images: [{ src: '/a.png', alt: '', width: 1, height: 1 }] },
  { comments: [] },
  { wordCount: 401 },
];
const shownElsewhere: readonly Partial<DocumentFields>[] = [
  { title: 'Second', slug: 'two' },
  { path: '/second/' },
  { excerpt: 'Another beginning.', summary: 'Another beginning.', description: null },
  { date: '2026-08-11T09:40:00' },
  { modifiedGmt: '2026-08-12T09:40:00' },
  { categories: ['plans'] },
  { tags: [] },
  { series: null },
  { sticky: true },
  { locked: lockedBody },
  { wordCount: 4000 },
  { kind: 'talk', facts: { event: 'Field day' } },
  { author: 'somebody' },
];

it.each([
  ['letter', true],
  ['index', true],
  ['journal', false],
  ['notebook', false],
] as const)('a body is inside of one page alone where the home page is a %s: %s', (form, isAlone) => {
  const own = createSite({ postsPerPage: 2, home: { form } });
  const [before, after] = [null, {}].map((change) => describeInputs(libraryWith(change, own), none).shared);
  expect(before === after).toBe(isAlone);
});

describe('the pages of other documents', () => {
  it.each(inside)('are not described again after a change inside of a text: %j', (change) => {
    const kept = Object.fromEntries(Object.keys(keysOf(libraryWith(null))).map((file) => [file, 'kept']));
    const keys = keysAfter(libraryWith(change), kept);
    expect(Object.entries(keys).filter(([, key]) => key !== 'kept')).toEqual([
      ['two/index.html', keysOf(libraryWith(change))['two/index.html']],
    ]);
  });

  it.each([...inside, ...shownElsewhere])(
    'have the keys that they would have without a last build: %j',
    (change) => {
      const keys = keysAfter(libraryWith(change), keysOf(libraryWith(null)));
      expect(keys).toEqual(keysOf(libraryWith(change)));
    },
  );

  it('are described again where one of them is new or gone, and where a term or an author changed', () => {
    const previous = keysOf(libraryWith(null));
    const { documents, ...rest } = libraryWith(null);
    for (const library of [
      { ...rest, documents: documents.slice(1) },
      { ...rest, documents: documents.toReversed() },
      { ...rest, documents, terms: rest.terms.map((term) => ({ ...term, name: 'Renamed' })) },
      { ...rest, documents, authors: rest.authors.map((author) => ({ ...author, name: 'Renamed' })) },
    ]) {
      expect(keysAfter(library, previous)).toEqual(keysOf({ ...library }));
      expect(keysOf(library)).not.toEqual(previous);
    }
  });

  it('depend on what other documents decide of one: the number of the page above, and whether it is published', () => {
    const { documents, ...rest } = libraryWith(null);
    const before = describeInputs({ ...rest, documents }, none);
    for (const change of [{ parentId: 77 }, { unpublished: 'draft' as const }]) {
      const changed = documents.map((document, index) =>
        index === 1 ? { ...document, ...change } : document,
      );
      const now = describeInputs({ ...rest, documents: changed }, before);
      expect(now.shared).not.toBe(before.shared);
      expect(now).toEqual(describeInputs({ ...rest, documents: changed }, none));
    }
  });

  it('are distinguished as they are without a last build', () => {
    const before = describeInputs(libraryWith(null), none);
    for (const change of [...inside, ...shownElsewhere]) {
      const library = libraryWith(change);
      expect(describeInputs(library, before)).toEqual(describeInputs(library, none));
    }
  });
});
