import { expect, it } from 'vitest';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, testSite } from '../../helpers/content-project.ts';

const owner = {
  name: 'Zoë',
  slug: 'zoe',
  description: 'Grows vegetables.',
  url: 'https://zoe.example',
  image: '/zoe.jpg',
};
const social = [{ label: 'Mastodon', url: 'https://social.example/@zoe' }];
const site = siteSchema.parse({
  title: testSite.title,
  description: testSite.description,
  url: testSite.url,
  owner,
  social,
});

/** The owner and another author, as a list of authors has them. */
async function authorsOf(list: string) {
  const project = new ContentProject({ 'content/authors.yaml': list, 'public/zoe.jpg': '' });
  const loaded = await project.load(undefined, site);
  const { authors } = loaded.library;
  loaded.close();
  project.remove();
  return authors;
}

it.each([
  ['no entry', '- slug: ada\n  name: Ada\n', {}],
  ['an entry with a name alone', '- slug: zoe\n  name: Zoë Meyer\n', { name: 'Zoë Meyer' }],
  [
    'an entry without a description',
    '- slug: zoe\n  name: Zoë\n  url: https://z.example\n',
    { url: 'https://z.example' },
  ],
  [
    'an entry with a description',
    '- slug: zoe\n  name: Zoë\n  description: Writes.\n',
    { description: 'Writes.' },
  ],
])('%s keeps what the settings say of the owner', async (_what, list, own) => {
  const authors = await authorsOf(list);
  const { name, description, url, image } = owner;
  expect(authors.find(({ slug }) => slug === 'zoe')).toMatchObject({
    name,
    description,
    url,
    image,
    links: social,
    ...own,
  });
});

it('other authors have nothing of the owner', async () => {
  const ada = (await authorsOf('- slug: ada\n  name: Ada\n')).find(({ slug }) => slug === 'ada');
  expect(ada).toMatchObject({ description: '', url: '' });
  expect(ada).not.toHaveProperty('image');
  expect(ada).not.toHaveProperty('links');
});
