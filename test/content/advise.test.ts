import { expect, it } from 'vitest';
import { advise } from '../../src/content/advise.ts';
import { ContentProject, post } from '../helpers/content-project.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('names pictures without a text, pages that nothing links to, and documents without a description', async () => {
  const project = new ContentProject({
    'content/posts/a.md': post('![](dot.png) [linked](../pages/linked.md)', 'description: One sentence.\n'),
    'content/posts/dot.png': pixel,
    'content/pages/linked.md': '---\ntitle: Linked\n---\nText\n',
    'content/pages/lonely.md': '---\ntitle: Lonely\ndescription: One sentence.\n---\nText\n',
  });
  const loaded = await project.load();
  const advice = advise(loaded.library, loaded.references).map(({ file, message }) => `${file}: ${message}`);
  loaded.close();
  project.remove();
  expect(advice.sort()).toEqual([
    'content/pages/linked.md: description: is missing, so lists show the first words of the text.',
    'content/pages/lonely.md: nothing links to /lonely/; link it from a page, or put it into the navigation of src/site.ts.',
    'content/posts/a.md: the picture /media/posts/dot.png has no text for those who do not see it; write it between ![ and ].',
  ]);
});
