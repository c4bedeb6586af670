/**
 * Every component of the theme that `components` in the settings can replace, by name: the file of the theme's own,
 * below `src/`. What each is given is in `src/components/props.ts`.
 */
export const themeComponents = {
  Head: 'layouts/head.astro',
  SiteHeader: 'components/site-header.astro',
  SiteName: 'components/site-name.astro',
  LanguageLinks: 'components/language-links.astro',
  ThemeChoice: 'components/theme-choice.astro',
  SiteFooter: 'components/site-footer.astro',
  HomeView: 'components/views/home-view.astro',
  DocumentView: 'components/views/document-view.astro',
  ArchiveView: 'components/views/archive-view.astro',
  SearchView: 'components/views/search-view.astro',
  NotFoundView: 'components/views/not-found-view.astro',
  PageHead: 'components/views/page-head.astro',
  PageTree: 'components/document/page-tree.astro',
  MarkdownMenu: 'components/document/markdown-menu.astro',
  DocumentFacts: 'components/document/document-facts.astro',
  Contents: 'components/document/contents.astro',
  LockedText: 'components/document/locked-text.astro',
  DocumentComments: 'components/document/document-comments.astro',
  DocumentFoot: 'components/document/document-foot.astro',
  RelatedPosts: 'components/document/related-posts.astro',
  EntryList: 'components/views/entry-list.astro',
  SearchForm: 'components/search-form.astro',
  ContactForm: 'components/contact-form.astro',
  ContactInput: 'components/contact-input.astro',
  Comments: 'components/document/comments.astro',
  Newsletter: 'components/newsletter.astro',
  Consent: 'components/consent.astro',
  // Places: nothing is there unless the owner puts something there.
  HeadEnd: 'components/place.astro',
  HeaderEnd: 'components/place.astro',
  BeforeText: 'components/place.astro',
  AfterText: 'components/place.astro',
  FooterEnd: 'components/place.astro',
} as const;

export type ThemeComponent = keyof typeof themeComponents;
