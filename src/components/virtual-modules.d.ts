/**
 * Modules that `src/astro/virtual-theme.ts` makes of the settings. A component of the owner's own instead of the
 * theme's is given the same, so the theme's says the type.
 */
declare module 'virtual:agentsite/components/Head' {
  const Head: typeof import('../layouts/head.astro').default;
  export default Head;
}
declare module 'virtual:agentsite/components/SiteHeader' {
  const SiteHeader: typeof import('./site-header.astro').default;
  export default SiteHeader;
}
declare module 'virtual:agentsite/components/SiteName' {
  const SiteName: typeof import('./site-name.astro').default;
  export default SiteName;
}
declare module 'virtual:agentsite/components/LanguageLinks' {
  const LanguageLinks: typeof import('./language-links.astro').default;
  export default LanguageLinks;
}
declare module 'virtual:agentsite/components/ThemeChoice' {
  const ThemeChoice: typeof import('./theme-choice.astro').default;
  export default ThemeChoice;
}
declare module 'virtual:agentsite/components/SiteFooter' {
  const SiteFooter: typeof import('./site-footer.astro').default;
  export default SiteFooter;
}
declare module 'virtual:agentsite/components/HomeView' {
  const HomeView: typeof import('./views/home-view.astro').default;
  export default HomeView;
}
declare module 'virtual:agentsite/components/DocumentView' {
  const DocumentView: typeof import('./views/document-view.astro').default;
  export default DocumentView;
}
declare module 'virtual:agentsite/components/ArchiveView' {
  const ArchiveView: typeof import('./views/archive-view.astro').default;
  export default ArchiveView;
}
declare module 'virtual:agentsite/components/SearchView' {
  const SearchView: typeof import('./views/search-view.astro').default;
  export default SearchView;
}
declare module 'virtual:agentsite/components/NotFoundView' {
  const NotFoundView: typeof import('./views/not-found-view.astro').default;
  export default NotFoundView;
}
declare module 'virtual:agentsite/components/PageHead' {
  const PageHead: typeof import('./views/page-head.astro').default;
  export default PageHead;
}
declare module 'virtual:agentsite/components/DocumentFacts' {
  const DocumentFacts: typeof import('./document/document-facts.astro').default;
  export default DocumentFacts;
}
declare module 'virtual:agentsite/components/Contents' {
  const Contents: typeof import('./document/contents.astro').default;
  export default Contents;
}
declare module 'virtual:agentsite/components/LockedText' {
  const LockedText: typeof import('./document/locked-text.astro').default;
  export default LockedText;
}
declare module 'virtual:agentsite/components/DocumentComments' {
  const DocumentComments: typeof import('./document/document-comments.astro').default;
  export default DocumentComments;
}
declare module 'virtual:agentsite/components/DocumentFoot' {
  const DocumentFoot: typeof import('./document/document-foot.astro').default;
  export default DocumentFoot;
}
declare module 'virtual:agentsite/components/RelatedPosts' {
  const RelatedPosts: typeof import('./document/related-posts.astro').default;
  export default RelatedPosts;
}
declare module 'virtual:agentsite/components/EntryList' {
  const EntryList: typeof import('./views/entry-list.astro').default;
  export default EntryList;
}
declare module 'virtual:agentsite/components/SearchForm' {
  const SearchForm: typeof import('./search-form.astro').default;
  export default SearchForm;
}
declare module 'virtual:agentsite/components/ContactForm' {
  const ContactForm: typeof import('./contact-form.astro').default;
  export default ContactForm;
}
declare module 'virtual:agentsite/components/ContactInput' {
  const ContactInput: typeof import('./contact-input.astro').default;
  export default ContactInput;
}
declare module 'virtual:agentsite/components/Comments' {
  const Comments: typeof import('./document/comments.astro').default;
  export default Comments;
}
declare module 'virtual:agentsite/components/Newsletter' {
  const Newsletter: typeof import('./newsletter.astro').default;
  export default Newsletter;
}
declare module 'virtual:agentsite/components/Consent' {
  const Consent: typeof import('./consent.astro').default;
  export default Consent;
}
declare module 'virtual:agentsite/components/HeadEnd' {
  const HeadEnd: typeof import('./place.astro').default;
  export default HeadEnd;
}
declare module 'virtual:agentsite/components/HeaderEnd' {
  const HeaderEnd: typeof import('./place.astro').default;
  export default HeaderEnd;
}
declare module 'virtual:agentsite/components/BeforeText' {
  const BeforeText: typeof import('./place.astro').default;
  export default BeforeText;
}
declare module 'virtual:agentsite/components/AfterText' {
  const AfterText: typeof import('./place.astro').default;
  export default AfterText;
}
declare module 'virtual:agentsite/components/FooterEnd' {
  const FooterEnd: typeof import('./place.astro').default;
  export default FooterEnd;
}
declare module 'virtual:agentsite/styles';
declare module 'virtual:agentsite/components/MarkdownMenu' {
  const MarkdownMenu: typeof import('./document/markdown-menu.astro').default;
  export default MarkdownMenu;
}
declare module 'virtual:agentsite/components/PageTree' {
  const PageTree: typeof import('./document/page-tree.astro').default;
  export default PageTree;
}
