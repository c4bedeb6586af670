import { afterEach, expect, it } from 'vitest';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { renderPost } from '../../../src/core/wp/objects/post.ts';
import { ContentProject } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

it('an empty title is empty for WordPress’s clients, and the first words of the text everywhere else', async () => {
  project = new ContentProject({
    'content/posts/aside.md':
      '---\ntitle: ""\ndate: 2026-01-02\n---\nThe rain stopped at four and the bees came out.\n',
    'content/posts/short.md': "---\ntitle: ''\ndate: 2026-01-03\n---\nSnow again.\n",
    'content/posts/bare.md': '---\ntitle: ""\ndate: 2026-01-04\n---\n',
  });
  const loaded = await project.load();
  const { library } = loaded;
  expect(library.documents.map(({ title }) => title)).toEqual([
    '2026-01-04',
    'Snow again.',
    'The rain stopped at four and …',
  ]);
  const context = createWpContext(library);
  const sent = library.documents.map((document) => {
    const { title } = JSON.parse(renderPost(context, document, library.body(document))) as { title: object };
    return title;
  });
  expect(sent).toEqual([{ rendered: '' }, { rendered: '' }, { rendered: '' }]);
  loaded.close();
});
