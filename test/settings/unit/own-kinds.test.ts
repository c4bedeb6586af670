import { expect, it } from 'vitest';
import { kindNamed, kindsOf, taxonomiesOf } from '../../../src/core/model/kinds.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';

const plain = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
};
const read = (fields: object) => checkSettings({ ...plain, ...fields }, {}, 'site.ts');

function problemsOf(fields: object): string[] {
  try {
    read(fields);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

it('a kind needs a name only; the rest is as WordPress has it', () => {
  const site = read({ kinds: { recipe: {} }, taxonomies: { cuisine: { kinds: ['recipe'] } } });
  expect(kindNamed(site, 'recipe')).toMatchObject({
    folder: 'recipe',
    restBase: 'recipe',
    permalink: '/recipe/{slug}/',
    archive: '/recipe/',
    hasArchive: true,
    hierarchical: false,
    taxonomies: ['cuisine'],
    labels: { name: 'Recipe', singular: 'Recipe' },
  });
  expect(taxonomiesOf(site).at(-1)).toMatchObject({
    name: 'cuisine',
    restBase: 'cuisine',
    permalink: '/cuisine/{slug}/',
    kinds: ['recipe'],
  });
  expect(kindsOf(site).map(({ name }) => name)).toEqual(['post', 'page', 'talk', 'plugin', 'recipe']);
});

it('tag and post_tag name one taxonomy', () => {
  const site = read({
    kinds: { recipe: { taxonomies: ['tag', 'category'] }, note: { taxonomies: ['post_tag'] } },
  });
  expect(kindNamed(site, 'recipe').taxonomies).toEqual(['post_tag', 'category']);
  expect(kindNamed(site, 'note').taxonomies).toEqual(['post_tag']);
  expect(taxonomiesOf(site).map(({ kinds }) => kinds)).toEqual([
    ['post', 'recipe'],
    ['post', 'recipe', 'note'],
  ]);
});

it.each([
  [
    'a misspelt setting',
    { recipe: { foldr: 'recipes' } },
    'kinds.recipe.foldr: is not a setting; did you mean "folder"?',
  ],
  ['a name of WordPress', { attachment: {} }, '"attachment" is a name of the system; choose another.'],
  ['a name of the engine', { post: {} }, '"post" is that of kinds.post; choose another.'],
  ['a taken folder', { recipe: { folder: 'posts' } }, '"posts" is that of kinds.post; choose another.'],
  [
    'a taken collection',
    { recipe: { restBase: 'tags' } },
    '"tags" is that of taxonomies.post_tag; choose another.',
  ],
  [
    'a collection of WordPress',
    { recipe: { restBase: 'media' } },
    '"media" is a collection of WordPress; choose another.',
  ],
  [
    'an address of the system',
    { recipe: { archive: '/contact/' } },
    '"/contact/" is the address of the contact form; choose another.',
  ],
  [
    'an address of another kind',
    { recipe: { archive: '/talks/' } },
    '"/talks/" is that of kinds.talk; choose another.',
  ],
  [
    'addresses below a folder of the system',
    { recipe: { permalink: '/media/{slug}/', archive: false } },
    '/media/ contains the images of the content; choose another beginning.',
  ],
  [
    'a list at the front page',
    { recipe: { permalink: '/{slug}/' } },
    'give the list an address such as "/recipes/".',
  ],
  [
    'dates in the addresses of folders',
    { recipe: { hierarchical: true, permalink: '/r/{year}/{slug}/' } },
    'must end with {slug}/',
  ],
  [
    'an unknown taxonomy',
    { recipe: { taxonomies: ['categry'] } },
    'there is no taxonomy "categry"; did you mean "category"?',
  ],
  [
    'a field that every document has',
    { recipe: { fields: { title: {} } } },
    'is a field of every document; choose another.',
  ],
])('%s is refused', (_what, kinds, message) => {
  expect(problemsOf({ kinds }).join('\n')).toContain(message);
});

it.each([
  ['an unknown kind', { cuisine: { kinds: ['pots'] } }, 'there is no kind "pots"; did you mean "post"?'],
  [
    'a field of every document',
    { topic: { restBase: 'title', kinds: ['post'] } },
    'is a field or a parameter of every document',
  ],
  ['a name of the engine', { tag: {} }, '"tag" is a name of the system; choose another.'],
])('%s in a taxonomy is refused', (_what, taxonomies, message) => {
  expect(problemsOf({ taxonomies }).join('\n')).toContain(message);
});

it('says all problems at once, each with its setting', () => {
  const problems = problemsOf({
    kinds: { recipe: { folder: 'talks', taxonomies: ['cuisin'] } },
    taxonomies: { cuisine: { kinds: ['recip'] } },
  });
  expect(problems).toEqual([
    'site.ts kinds.recipe.folder: "talks" is that of kinds.talk; choose another.',
    'site.ts kinds.recipe.taxonomies: there is no taxonomy "cuisin"; did you mean "cuisine"?',
    'site.ts taxonomies.cuisine.kinds: there is no kind "recip"; did you mean "recipe"?',
  ]);
});
