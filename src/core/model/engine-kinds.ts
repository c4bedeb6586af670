/** Content types and taxonomies of every site; `kinds.ts` describes the columns and adds the owner's. */

const text = (name: string, inLists = false) => ({ name, type: 'text', inLists }) as const;
/** A URL, or a path on this site. */
const address = (name: string) => ({ name, type: 'address', inLists: false }) as const;
const url = (name: string) => ({ name, type: 'url', inLists: false }) as const;

export const engineKinds = {
  post: {
    name: 'post',
    folder: 'posts',
    restBase: 'posts',
    hierarchical: false,
    dated: true,
    signed: true,
    archive: '/posts/',
    hasArchive: false,
    hasFeeds: false,
    taxonomies: ['category', 'post_tag'],
    fields: [],
    labels: { name: 'Posts', singular: 'Post' },
    schema: 'Post',
    section: 'Posts, newest first',
    icon: 'dashicons-admin-post',
  },
  page: {
    name: 'page',
    folder: 'pages',
    restBase: 'pages',
    hierarchical: true,
    dated: false,
    signed: false,
    archive: null,
    hasArchive: false,
    hasFeeds: false,
    taxonomies: [],
    fields: [],
    labels: { name: 'Pages', singular: 'Page' },
    schema: 'Page',
    icon: 'dashicons-admin-page',
  },
  talk: {
    name: 'talk',
    folder: 'talks',
    restBase: 'talks',
    hierarchical: false,
    dated: true,
    signed: true,
    archive: '/talks/',
    hasArchive: true,
    hasFeeds: false,
    taxonomies: [],
    fields: [text('event', true), text('location', true), address('slides'), address('video')],
    labels: { name: 'Talks', singular: 'Talk' },
    schema: 'Talk',
    section: 'Talks, newest first',
    icon: 'dashicons-megaphone',
  },
  plugin: {
    name: 'plugin',
    folder: 'plugins',
    restBase: 'plugin-entries',
    hierarchical: false,
    dated: false,
    signed: true,
    archive: '/plugins/',
    hasArchive: true,
    hasFeeds: false,
    taxonomies: [],
    fields: [url('repository'), address('homepage'), text('version', true), text('license')],
    labels: { name: 'Plugins', singular: 'Plugin' },
    schema: 'PluginEntry',
    icon: 'dashicons-admin-plugins',
  },
} as const;

export const engineTaxonomies = {
  category: {
    name: 'category',
    key: 'category',
    restBase: 'categories',
    hierarchical: true,
    labels: { name: 'Categories', singular: 'Category' },
    schema: 'Category',
  },
  tag: {
    name: 'post_tag',
    key: 'tag',
    restBase: 'tags',
    hierarchical: false,
    labels: { name: 'Tags', singular: 'Tag' },
    schema: 'Tag',
  },
} as const;
