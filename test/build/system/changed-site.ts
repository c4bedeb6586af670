/** A site that changes the theme without a fork: files next to those of `test/helpers/own-site.ts`. */
export const changedSite: Readonly<Record<string, string>> = {
  'site.ts': `export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  owner: { name: 'The owner', slug: 'owner' },
  navigation: [{ label: 'Writing', path: '/posts/' }, { label: 'About', path: '/about/' }],
  components: {
    SiteFooter: './theme/site-footer.astro',
    PageHead: './theme/page-head.astro',
    BeforeText: './theme/before-text.astro',
    HeadEnd: './theme/head-end.astro',
  },
  customCss: ['./theme/my.css'],
  head: [
    { tag: 'meta', attrs: { name: 'fediverse:creator', content: '@owner@example.org' } },
    { tag: 'script', attrs: { type: 'application/ld+json' }, content: '{"@type":"Thing","name":"</script>"}' },
  ],
  logo: { src: '/logo.svg', dark: '/logo-dark.svg' },
  favicon: '/logo.svg',
  social: [{ label: 'Fediverse', url: 'https://social.example.org/@owner' }],
  connect: {
    analytics: { service: 'plausible', domain: 'notes.example.org' },
    comments: {
      service: 'giscus',
      repository: 'owner/notes',
      repositoryId: 'R_1',
      category: 'Comments',
      categoryId: 'DIC_1',
    },
    newsletter: { service: 'buttondown', user: 'notes' },
    video: ['youtube'],
    forms: ['https://forms.example.org'],
  },
  show: { markdownLink: false, readingTime: false, relatedPosts: false, contents: false },
};
`,
  'theme/site-footer.astro': `---
import type { SiteFooterProps } from '../../engine/src/components/props.ts';
import Default from '../../engine/src/components/site-footer.astro';

type Props = SiteFooterProps;
const { page } = Astro.props;
---
<Default {...Astro.props} />
<aside class="colophon" aria-label="Colophon"><p>At the end of {page.path}</p></aside>
`,
  'theme/page-head.astro': `---
import type { PageHeadProps } from '../../engine/src/components/props.ts';

type Props = PageHeadProps;
const { page } = Astro.props;
---
<header class="page-head own-head"><p class="kicker">{Astro.locals.site.title}</p><h1>{page.title}</h1><slot /></header>
<style>
  .kicker { color: var(--accent); letter-spacing: 0.1em; }
</style>
`,
  'theme/before-text.astro': '<p class="before-canary">{Astro.props.page.title} begins here.</p>\n',
  'theme/head-end.astro': '<meta name="end-canary" content={Astro.props.page.path}>\n',
  'theme/my.css': ':root {\n  --accent: light-dark(#7a1f4b, #f0a3c8);\n  --measure: 34rem;\n}\n',
  'src/pages/ask.astro': `---
import Page from '../../../engine/src/layouts/page.astro';
---
<Page title="Ask for a visit" description="When you would like to come.">
  <p>See <a href="/about/">about</a> first. The word is askcanary.</p>
  <form action="https://forms.example.org/visit" method="post">
    <label for="day">Day</label> <input id="day" name="day" type="date" required>
    <button>Send</button>
  </form>
</Page>
<style>
  form { border: 1px solid var(--line); padding: 1rem; }
</style>
`,
  'src/pages/steps/[step].astro': `---
import Page from '../../../../engine/src/layouts/page.astro';

export const getStaticPaths = () => [{ params: { step: 'one' } }, { params: { step: 'two' } }];
const { step } = Astro.params;
---
<Page title={\`Step \${step}\`}><p>Walk.</p></Page>
`,
  'src/pages/data.json.ts': "export const GET = () => Response.json({ endpoint: 'canary' });\n",
  'public/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#7a1f4b"/></svg>\n',
  'public/logo-dark.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#f0a3c8"/></svg>\n',
  'content/pages/about.md': '---\ntitle: About\n---\n\nA page. [Ask](/ask/) for a visit.\n',
  'content/categories.yaml': '- slug: guides\n  name: Guides\n',
  'content/posts/long.md': `---
title: A long one
date: 2026-01-04
categories: [guides]
---

## One

Words.

## Two

Words.

## Three

Words.
`,
  'content/posts/near.md':
    '---\ntitle: Near\ndate: 2026-01-05\ncategories: [guides]\n---\n\nAlso words.\n\n[A film](https://www.youtube.com/watch?v=abcdefghijk)\n',
};
