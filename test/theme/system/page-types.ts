/** One page of each type, by the name of its screenshots. All are of the example content. */
export const pageTypes: Readonly<Record<string, string>> = {
  home: '/',
  post: '/everything-markdown-can-do-here/',
  series: '/one-address-two-forms/',
  page: '/manual/writing/markdown/',
  section: '/manual/',
  talk: '/talks/agentsite-in-ten-slides/',
  plugin: '/plugins/sidecar/',
  locked: '/manual/writing/locked-example/',
  posts: '/posts/',
  category: '/category/internals/',
  categories: '/category/',
  year: '/2026/',
  author: '/author/owner/',
  feeds: '/feeds/',
  search: '/search/',
  results: '/search/?q=draft',
  contact: '/contact/',
  'not-found': '/no-such-page/',
};

export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1360, height: 900 },
} as const;

export const themes = ['light', 'dark'] as const;
