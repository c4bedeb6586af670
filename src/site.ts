/**
 * Everything about this site that its owner decides, as plain data.
 * `src/core/model/site.ts` documents and checks each field; SITE_URL in the environment overrides `url`.
 */
export const site = {
  title: 'Agentsite',
  description: 'A personal site that software can read: pages for people, and the same words for programs.',
  url: 'http://localhost:4321',
  language: 'en',
  timezone: 'Europe/Berlin',
  owner: {
    name: 'The Agentsite authors',
    slug: 'owner',
    description: 'We write the software that publishes this site.',
  },
  navigation: [
    { label: 'Writing', path: '/posts/' },
    { label: 'Manual', path: '/manual/' },
    { label: 'Talks', path: '/talks/' },
    { label: 'Plugins', path: '/plugins/' },
    { label: 'About', path: '/about/' },
  ],
  footerNavigation: [
    { label: 'For agents', path: '/agents/' },
    { label: 'Categories', path: '/category/' },
    { label: 'Tags', path: '/tag/' },
  ],
  lifecycle: [],
};
