import { expect, it } from 'vitest';
import { digestFrame, rowKey } from '../../../src/build/index/index-meta.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { createLibrary, type LibraryFields } from '../../helpers/library.ts';

/** Digests of a site of two posts, of which the first has these fields. */
function digestsOf(first: Partial<NonNullable<LibraryFields['documents']>[number]>, pages: string[] = []) {
  const library = createLibrary({
    documents: [
      { id: 1, title: 'One', digest: 'a', ...first },
      { id: 2, title: 'Two', digest: 'b' },
    ],
  });
  const context = createWpContext(library);
  return {
    frame: digestFrame(
      context,
      pages.map((path) => ({ path, title: path, kind: 'archive' })),
    ),
    rows: library.documents.map((document) => rowKey(context, document)),
  };
}

it('a changed body changes the row of its document alone', () => {
  const [before, after] = [digestsOf({}), digestsOf({ digest: 'c' })];
  expect(after.frame).toBe(before.frame);
  expect(after.rows[0]).not.toBe(before.rows[0]);
  expect(after.rows[1]).toBe(before.rows[1]);
});

it('a title, an address or another page changes the frame, so that the index is rewritten', () => {
  const { frame } = digestsOf({});
  for (const changed of [
    digestsOf({ title: 'Uno' }),
    digestsOf({ path: '/uno/' }),
    digestsOf({}, ['/tag/x/']),
  ])
    expect(changed.frame).not.toBe(frame);
});
