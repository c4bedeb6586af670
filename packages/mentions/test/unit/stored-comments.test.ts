import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { changeComments, readStoredComments } from '../../../../src/content/compile/stored-comments.ts';
import { renderComments } from '../../../../src/core/markdown/comments.ts';
import { ContentProject, post, testSite } from '../../../../test/helpers/content-project.ts';

const list = `# Of the old blog
- id: 1
  date: 2026-01-03T08:00:00
  text: >-
    Seen by all.
- id: 2 # a rude one
  date: 2026-01-03T09:00:00
  status: hidden
  text: Rude.
- id: 3
  parent: 2
  date: 2026-01-03T10:00:00
  text: An answer.
- id: 4
  parent: 1
  date: 2026-01-03T11:00:00
  via: fediverse
  source: https://social.example/notes/1
  status: waiting
  text: Perhaps.
`;

function open() {
  const project = new ContentProject({
    'content/posts/hello.md': post('Text.', 'id: 137\n'),
    'content/comments/137.yaml': list,
  });
  onTestFinished(() => project.remove());
  return project;
}

it('comments that wait or are hidden are not in the library, and answers to them are on top', async () => {
  const { library, ...loaded } = await open().load();
  loaded.close();
  const comments = library.documents[0]?.comments ?? [];
  expect(comments.map(({ id, parent }) => [id, parent])).toEqual([
    [1, 0],
    [3, 0],
  ]);
  expect(renderComments(comments, testSite)).not.toMatch(/Rude|Perhaps/);
});

it('a change leaves the rest of the file as it is, and numbers what is new', () => {
  const { root } = open();
  const { file, comments } = changeComments(root, 137, (known) => [
    ...known
      .filter(({ id }) => id !== 3)
      .map((one) => (one.id === 4 ? { ...one, status: 'hidden' as const } : one)),
    { date: '2026-01-04T08:00:00', text: 'Cut \ud83d' },
  ]);
  expect(comments.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  const answer = '- id: 3\n  parent: 2\n  date: 2026-01-03T10:00:00\n  text: An answer.\n';
  expect(readFileSync(join(root, file), 'utf8')).toBe(
    `${list.replace(answer, '').replace('waiting', 'hidden')}- id: 5\n  date: 2026-01-04T08:00:00\n  text: Cut \ufffd\n`,
  );
  changeComments(root, 9, () => [{ date: '2026-01-04T08:00:00' }]);
  expect(readStoredComments(root).get(9)).toEqual([{ id: 6, date: '2026-01-04T08:00:00' }]);
});
