import type { ContactField, ContactPage } from '../core/contact/page.ts';
import type { HeadPage } from '../core/html/head.ts';
import type { Body, Comment, Heading, LockedBody } from '../core/model/document.ts';
import type { Service } from '../core/model/settings/services.ts';
import type { Site } from '../core/model/site.ts';
import type {
  ArchivePage,
  DocumentPage,
  Entry,
  EntryLayout,
  HomePage,
  NotFoundPage,
  Page,
  RelatedPost,
  SearchPage,
  ShownBody,
  TreeLink,
} from '../core/pages/page.ts';
import type { SearchChoice, SearchFilter } from '../core/pages/search-filters.ts';

/** Props of the theme's components, and of an owner's components that replace them: `type Props = SiteHeaderProps`. */

/** What a page's head says about it. */
export interface HeadProps {
  page: HeadPage;
  site: Site;
}

export interface SiteHeaderProps {
  page: HeadPage;
  /** The entry of the navigation that links to this page or to one above it. */
  current: Site['navigation'][number] | undefined;
  site: Site;
}

/** Name and logo in the header, as a link to the home page. */
export interface SiteNameProps {
  path: string;
  site: Site;
}

/** The languages of the site as links; given on every page, also of a site of one language. */
export interface LanguageLinksProps {
  page: HeadPage;
  site: Site;
}

export interface SiteFooterProps {
  page: HeadPage;
  site: Site;
}

/** The front page. `body` is the text of `content/pages/index.md`, null without one. */
export interface HomeViewProps {
  page: HomePage;
  body: Body | null;
  site: Site;
}

/** A post, page, talk or plugin entry. `body` is null where the text opens with a password. */
export interface DocumentViewProps {
  page: DocumentPage;
  body: Body | null;
  site: Site;
}

export interface ArchiveViewProps {
  page: ArchivePage;
  site: Site;
}

/** The search page: as a file its script searches in the browser; the sidecar renders the same with results. */
export interface SearchViewProps {
  page: SearchPage;
}

/** What is shown where no page is. */
export interface NotFoundViewProps {
  page: NotFoundPage;
  site: Site;
}

/** Title of a page with the way up to the home page; what is below the title comes in the slot. */
export interface PageHeadProps {
  page: Pick<Page, 'title' | 'path' | 'breadcrumbs'>;
  /** Where the title of a link post links to. */
  link?: string | undefined;
  /** Does the text begin with the title? Then only screen readers get it as a heading. */
  quiet?: boolean;
  /** Has the page a Markdown twin that can be read? {@link MarkdownMenuProps} links to it. */
  twin: boolean;
}

/** The pages of the folder that a page is in. */
export interface PageTreeProps {
  tree: TreeLink;
  path: string;
}

/** At the end of a text: its Markdown. */
export interface MarkdownMenuProps {
  path: string;
}

/** Below the title: who and when for documents, event and slides for talks, version and source for plugin entries. */
export interface DocumentFactsProps {
  page: DocumentPage;
  site: Site;
}

export interface ContentsProps {
  headings: readonly Heading[];
}

/** Instead of a protected text: the form that decrypts it in the browser. */
export interface LockedTextProps {
  locked: LockedBody;
}

/** What readers said, and what other sites say about the document. */
export interface DocumentCommentsProps {
  comments: readonly Comment[];
  /** Where readers write a comment to the owner; absent where they can't. */
  write?: string | null;
}

/** Where to go from the end of a text: its series, the pages below, its terms, related posts, the neighbours. */
export interface DocumentFootProps {
  page: DocumentPage;
}

/** Other posts worth reading; given only where there are some. */
export interface RelatedPostsProps {
  related: readonly RelatedPost[];
}

/** Documents with date and summary. */
export interface EntryListProps {
  entries: readonly Entry[];
  language: string;
  /** Level of their headings. Default: 2. */
  level?: 2 | 3;
  /** Default: the setting `lists`. */
  layout?: EntryLayout | undefined;
  /** Bodies that are shown instead of summaries, by the paths of their documents. */
  bodies?: Readonly<Record<string, ShownBody>> | undefined;
  /** Divides them by year, where they are of several. */
  byYear?: boolean;
}

/** The search form; it works without a script too. */
export interface SearchFormProps {
  query?: string | undefined;
  filters?: readonly SearchFilter[];
  choice?: SearchChoice | undefined;
  /** Are all languages searched? */
  everywhere?: boolean | undefined;
}

/** The contact form; it works without a script too. */
export interface ContactFormProps {
  contact: ContactPage;
}

/** One field of the contact form with its label, its hint and its problem, tied together for those who hear the page. */
export interface ContactInputProps {
  name: ContactField;
  contact: ContactPage;
  limit: number;
  type?: 'text' | 'email';
  autocomplete?: string;
  hint?: string;
  required?: boolean;
  /** More than one makes it a field of several lines. */
  lines?: number;
}

/** What another service brings: comments, the form of a newsletter, the question whether it may be loaded. */
export interface ServiceProps {
  service: Service;
}

/** A place for components of the owner's own: `HeadEnd`, `HeaderEnd`, `BeforeText`, `AfterText`, `FooterEnd`. */
export interface PlaceProps {
  page: HeadPage;
  site: Site;
}
