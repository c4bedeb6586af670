import type { Author, Document, DocumentKind, Image, Translation } from '../model/document.ts';
import type { HomeSectionName, ListLayout } from '../model/settings/home.ts';
import type { SearchChoice, SearchFilter } from './search-filters.ts';

/** Every HTML page as plain data. Its JSON and its body's digest determine its bytes, so the build knows what to render. */
export type Page = HomePage | DocumentPage | ArchivePage | NotFoundPage | SearchPage;

interface PageBase {
  readonly path: string;
  readonly title: string;
  /** Plain text for search engines and link previews. */
  readonly description: string;
  /** Newest change of what the page shows, UTC `YYYY-MM-DDTHH:MM:SS`; null when it has no date of its own. */
  readonly modifiedGmt: string | null;
  /** From the home page down to the parent; empty on the home page. */
  readonly breadcrumbs: readonly PageLink[];
  /** The same page in all languages that have it, itself included, in their order; absent where it is alone. */
  readonly translations?: readonly PageVersion[] | undefined;
}

export type PageVersion = Pick<Translation, 'language' | 'path' | 'locked'>;

export interface PageLink {
  readonly title: string;
  readonly path: string;
  /** Protected by a password, so that it has no twin to link to. */
  readonly locked?: boolean;
}

export interface TreeLink extends PageLink {
  /** The pages below it, where it is open: above the page that shows the tree, or that page. */
  readonly below?: readonly TreeLink[];
}

/** A link to a list, with the number of documents in it. */
export interface CountedLink extends PageLink {
  readonly count: number;
  readonly description?: string;
  /** Levels above it in the same list; absent at the top. */
  readonly depth?: number;
}

/** Terms of one taxonomy. */
export interface TermGroup {
  /** Its field in the front matter: `cuisines`. */
  readonly field: string;
  readonly title: string;
  readonly terms: readonly PageLink[];
}

/** What a list marks, since it is not an article. */
export type EntryMark = 'link' | 'note' | 'audio' | 'photo';

/** A document in a list. */
export interface Entry extends PageLink {
  readonly kind: DocumentKind;
  readonly date: string;
  /** The document's summary. */
  readonly excerpt: string;
  readonly locked: boolean;
  /** Reading time; 0 where there is nothing to read without a password. */
  readonly minutes: number;
  /** What its kind shows in lists: event and place of a talk, version of a plugin entry. */
  readonly detail: string | null;
  readonly categories: readonly PageLink[];
  /** Has the document no title of its own? Then its text is shown instead. */
  readonly untitled?: true;
  /** Of a link post: where its title links to. */
  readonly link?: string;
  /** What it is, where it is not an article. */
  readonly mark?: EntryMark;
  /** The document's image, with its size; absent where it has none, or the site shows no covers. */
  readonly cover?: Image;
  /** Only in a preview, as in {@link Document}. */
  readonly unpublished?: 'draft' | 'scheduled';
}

export interface HomePage extends PageBase {
  readonly view: 'home';
  /** `content/pages/index.md`. */
  readonly document: Document | null;
  /** The owner, where the page begins with them. */
  readonly profile?: Profile;
  /** What is below, in the order of the settings. No entry is in two of them. */
  readonly sections: readonly HomeSection[];
  readonly sticky: readonly Entry[];
  /** The latest posts, without those that are featured. */
  readonly recent: readonly Entry[];
}

/** Who writes here. */
export type Profile = Pick<Author, 'name' | 'description' | 'image' | 'links'>;

/** How a list shows its entries: `images` is that of the home page as a portfolio. */
export type EntryLayout = ListLayout | 'images';

/** A part of the home page; the one named `text` shows the text of its document, `others` has no images. */
export interface HomeSection {
  readonly name: HomeSectionName | 'others';
  readonly title: string;
  readonly layout: EntryLayout;
  readonly entries: readonly Entry[];
  /** The whole list. */
  readonly more?: PageLink;
  /** By the paths of their documents: bodies that are shown instead of summaries. */
  readonly bodies?: Readonly<Record<string, ShownBody>>;
}

/** A body as a list shows it. */
export interface ShownBody {
  readonly html: string;
  readonly images: readonly Image[];
}

export interface DocumentPage extends PageBase {
  readonly view: 'document';
  readonly document: Document;
  readonly author: PageLink;
  readonly minutes: number;
  readonly categories: readonly PageLink[];
  readonly tags: readonly PageLink[];
  /** Of the owner's taxonomies, those that the document carries terms of; absent where there are none. */
  readonly ownTerms?: readonly TermGroup[];
  readonly series: {
    readonly name: string;
    readonly path: string;
    readonly parts: readonly PageLink[];
  } | null;
  /** Other posts with common terms, the nearest first. */
  readonly related: readonly RelatedPost[];
  /** Drawn for links to the page; null where the author chose an image, and for old documents. */
  readonly card: SocialCard | null;
  /** Pages below this one, in their order. */
  readonly children: readonly PageLink[];
  /** The folder that the page is in, open where the page is; absent for what is in none. */
  readonly tree?: TreeLink;
  /** The older and the newer document of the same kind; for pages, the neighbours in their tree, as in a book. */
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

/** What a list is a list of: a kind, a taxonomy by its key, or one of these; `index` lists lists. */
export type ArchiveSubject =
  | DocumentKind
  | 'year'
  | 'notes'
  | 'category'
  | 'tag'
  | 'series'
  | 'author'
  | 'index';

export interface ArchivePage extends PageBase {
  readonly view: 'archive';
  readonly about: ArchiveSubject;
  /** Address of the term or the author in the JSON interface. */
  readonly restPath?: string;
  /** The author whose posts these are. */
  readonly author?: Profile;
  /** What the list is about: prose of the term or the author. */
  readonly prose: string;
  /** Archives below this one: child categories, the years of all posts. */
  readonly children: readonly CountedLink[];
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly number: number;
  readonly pages: number;
  readonly previous: PageLink | null;
  readonly next: PageLink | null;
}

export type MissingStatus = 404 | 410;

export interface NotFoundPage extends PageBase {
  readonly view: 'not-found';
  /** 410 for an address of `content/redirects.yaml` that is gone for good. */
  readonly status: MissingStatus;
  /** The newest posts. */
  readonly recent: readonly PageLink[];
  /** Documents for programs that show the way. */
  readonly places: readonly { readonly href: string; readonly type: string; readonly title: string }[];
}

/** The search form; what it finds depends on the reader, so it is not a page for indexes and has no twin. */
export interface SearchPage extends PageBase {
  readonly view: 'search';
  /** What the sidecar searched for; null on the empty form, whose script searches by itself. */
  readonly found: {
    readonly query: string;
    /** What was searched instead, as nothing has the words of the query. */
    readonly searched?: string | undefined;
    readonly choice: SearchChoice;
    /** Were all languages searched? */
    readonly everywhere?: boolean;
    readonly hits: readonly FoundPage[];
    readonly total: number;
  } | null;
  readonly filters: readonly SearchFilter[];
}

export interface FoundPage extends PageLink {
  /** Tag; empty on a site of one language. */
  readonly language?: string;
  readonly description: string;
  /** Address of a small form of its cover; empty without one. */
  readonly thumbnail?: string;
  /** Its best passage, as plain text, and where that is. */
  readonly passage?: { readonly text: string; readonly href: string };
}

/** A page with an address and a twin of its own. */
export type ListedPage = HomePage | DocumentPage | ArchivePage;

/** One page of the site, as lists of pages need it. */
export interface PageAddress extends PageLink {
  /** A content type, `home`, `archive`, `contact`, or `own` for a page that the owner made with Astro. */
  readonly kind: string;
  readonly modifiedGmt: string | null;
  readonly translations?: readonly PageVersion[] | undefined;
  /** A list without entries. */
  readonly empty?: true;
}

/** Another post worth reading, and why it is offered: the terms that both carry. */
export interface RelatedPost extends PageLink {
  readonly shared: readonly string[];
}

/** The generated image of a page without one: its title and the site's name. Its address follows from the page's path. */
export interface SocialCard {
  /** Path from the root of the site: `/media/_cards/one-gate.png`. */
  readonly src: string;
  readonly title: string;
  /** Small line below the title. */
  readonly line: string;
  /** Of the site: decides where lines begin, and how Chinese characters look. */
  readonly language: string;
}
