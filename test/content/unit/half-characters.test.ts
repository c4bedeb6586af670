import { expect, it } from 'vitest';
import { ContentProject, testSite } from '../../helpers/content-project.ts';

const load = async (title: string) => {
  const project = new ContentProject({
    'content/posts/a.md': `---\ntitle: "${title}"\ndate: 2026-01-03\n---\nText.\n`,
  });
  try {
    const { library, ...loaded } = await project.load(undefined, testSite);
    loaded.close();
    return library.documents.map((document) => document.title).join();
  } catch (error) {
    return String(error);
  } finally {
    project.remove();
  }
};

it('a title with half a character is a problem with its line, and whole ones are read', async () => {
  for (const half of ['\\uD83D', 'a \\uDE00 b', '\\U0000D800'])
    expect(await load(half)).toMatch(/a\.md:2:\d+ .*half a character/);
  expect(await load('\\uD83D\\uDE00')).toBe('😀');
  expect(await load('\\\\uD83D')).toBe('\\uD83D');
});
