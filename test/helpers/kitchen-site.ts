import type { SiteSettings } from '../../src/core/model/settings/site-settings.ts';

/** A site with kinds and taxonomies of its owner's: recipes by cuisine and by tag, and projects in folders. */
export const kitchenSettings = {
  title: 'Kitchen',
  description: 'What we cook.',
  url: 'https://kitchen.example.org',
  owner: { name: 'The cook', slug: 'cook' },
  kinds: {
    recipe: {
      labels: { name: 'Recipes', singular: 'Recipe' },
      folder: 'recipes',
      restBase: 'recipes',
      archive: '/recipes/',
      taxonomies: ['tag', 'cuisine'],
      fields: {
        servings: { type: 'number', label: 'Serves', inLists: true },
        source: { type: 'url' },
      },
    },
    project: {
      labels: { name: 'Projects', singular: 'Project' },
      permalink: '/made/{slug}/',
      hierarchical: true,
      archive: false,
      dated: false,
    },
  },
  taxonomies: { cuisine: { labels: { name: 'Cuisines', singular: 'Cuisine' }, hierarchical: true } },
} as const satisfies SiteSettings;

/** Its content, with an error nowhere. */
export const kitchenFiles: Readonly<Record<string, string>> = {
  'content/tags.yaml': '- { slug: fish, name: Fish, id: 15 }\n',
  'content/cuisine.yaml':
    '- { slug: italian, name: Italian, id: 21 }\n- { slug: sicilian, name: Sicilian, id: 22, parent: italian, description: From the island. }\n',
  'content/posts/hello.md': '---\ntitle: Hello\ndate: 2022-01-01\nid: 1\ntags: [fish]\n---\nWe cook.\n',
  'content/recipes/pasta-with-sardines.md':
    '---\ntitle: Pasta with sardines\ndate: 2022-09-01T12:00:00\nid: 301\ntags: [fish]\ncuisine: [sicilian]\nservings: 4\nsource: https://example.org/pasta\n---\nWild fennel, raisins, pine nuts.\n',
  'content/recipes/country-loaf.md':
    '---\ntitle: Country loaf\ndate: 2022-10-01T12:00:00\nid: 302\nfields: { rating: 5 }\n---\nFlour, water, salt, time.\n',
  'content/project/greenhouse.md': '---\ntitle: Greenhouse\nid: 311\n---\nGlass and larch.\n',
  'content/project/greenhouse/roof.md': '---\ntitle: Roof\nid: 312\n---\nIt opens by wax.\n',
};
