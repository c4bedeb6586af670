import type { Episode } from './settings/podcasts.ts';
import type { Site } from './site.ts';

/** The published content, from which every representation is rendered. */

/** Name of a kind of the site's table, see `kinds.ts`: `post`, `page`, `talk`, `plugin`, or one of the owner's. */
export type DocumentKind = string;

/** A value of a field of the owner's own. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An image that belongs to the site. `src` is a path from the root of the site, or an absolute URL. */
export interface Image {
  readonly src: string;
  readonly alt: string;
  /** Pixels; null where the image is not ours to measure (another host). */
  readonly width: number | null;
  readonly height: number | null;
  /** Moves, so that there are no other forms of it. */
  readonly animated?: true;
}

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** The body of a password-protected document, as the browser needs it to decrypt. All values base64. */
export interface LockedBody {
  readonly iterations: number;
  readonly salt: string;
  readonly iv: string;
  readonly data: string;
}

/** WordPress's post formats: what a post is, for themes that set a quote differently from an essay. */
export const postFormats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;
export type PostFormat = (typeof postFormats)[number];

/** A value of a field that documents of one kind have. */
export type Fact = string | number | boolean;

/** A version of a document or of a term in one language. */
export interface Translation {
  /** Tag of the language, as in the settings. */
  readonly language: string;
  readonly id: number;
  readonly path: string;
  readonly locked?: true;
}

/** One published Markdown file without its {@link Body}. Dates are `YYYY-MM-DDTHH:MM:SS`, site-local, or UTC in `…Gmt`. */
export interface Document {
  readonly kind: DocumentKind;
  /** Positive 31-bit integer, unique among all documents and media. */
  readonly id: number;
  readonly slug: string;
  /** Path of the HTML page, with leading and trailing slash: `/manual/writing/`. */
  readonly path: string;
  /** Path of the Markdown file from the project's root, for messages. */
  readonly source: string;
  /** Plain text, never empty: where the author wrote none, the first words of the text, or the date. */
  readonly title: string;
  /** Did the author write no title? Then WordPress's clients get an empty one. */
  readonly untitled?: true;
  readonly date: string;
  readonly dateGmt: string;
  /** Neither its author nor Git says a date: those here are of the file, for WordPress's objects and orders alone. */
  readonly undated?: true;
  readonly modified: string;
  readonly modifiedGmt: string;
  /** What the last change was, in the author's words: plain text. */
  readonly changed?: string;
  /** The author's own summary, plain text; null where excerpt and summary are cut from the text. */
  readonly description: string | null;
  /** WordPress's excerpt, plain text: the description, or the first 55 words; empty when the text is locked. */
  readonly excerpt: string;
  /** Plain text: the description, or up to 160 characters of the content; empty when it is locked. */
  readonly summary: string;
  /** Title and summary as they were written, where that was with markup: what substring search searches. */
  readonly written?: { readonly title: string; readonly summary: string };
  /** Tag of its language; absent on a site of one language. */
  readonly language?: string;
  /** All published versions of the document, itself included, in the order of the site's languages; absent where it is alone. */
  readonly translations?: readonly Translation[];
  /** Slug of an {@link Author}. */
  readonly author: string;
  /** Slugs of terms by the taxonomy's name: `{ category: ['notes'], post_tag: ['http'] }`. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly sticky: boolean;
  /** Non-null when the body opens with a password only; then its {@link Body} is empty. */
  readonly locked: LockedBody | null;
  readonly image: Image | null;
  readonly series: string | null;
  /** Of a link post: the URL that its title links to. */
  readonly link?: string;
  /** The sound of a podcast's episode. */
  readonly audio?: Episode;
  /** Path of the parent page, for pages in folders. */
  readonly parent: string | null;
  /** Id of the parent page, also where that page is not published; absent or 0 without a parent. */
  readonly parentId?: number;
  /** Posts only; absent means `standard`. */
  readonly format?: PostFormat;
  readonly order: number;
  /** Old paths that redirect here. */
  readonly redirectFrom: readonly string[];
  /** The file says its path itself: neither pattern nor folder gives it. */
  readonly ownPath?: true;
  /** What feed readers know the document by; absent means its URL. */
  readonly guid?: string;
  /** Fields of the owner's own, by name. */
  readonly fields?: Readonly<Record<string, Json>>;
  /** What the document says in the fields of its kind, by name: `{ event: 'Field day' }`. */
  readonly facts: Readonly<Record<string, Fact>>;
  readonly headings: readonly Heading[];
  /** Other places in the text that links may point to, by their ids. */
  readonly anchors?: readonly string[];
  /** Every local image that the body shows, in order, without repetition. */
  readonly images: readonly Image[];
  /** The archive of its comments, oldest first; absent where there are none. */
  readonly comments?: readonly Comment[];
  readonly wordCount: number;
  /** Digest of the source and of what it names in other files: under the same code and settings, equal digests mean equal documents and bodies. */
  readonly digest: string;
  /** In no list: only its page and its twin are published, for those who know the address. */
  readonly unlisted?: true;
  /** Only in a preview, or of a shared draft: why a build would leave the document out. */
  readonly unpublished?: 'draft' | 'scheduled';
  /** Only of a shared draft: when its secret address ends, in the time zone of the site. */
  readonly sharedUntil?: string;
}

/** Is it a short post: one without a title, or of the format `aside` or `status`? */
export function isNote({ kind, untitled, format }: Document): boolean {
  return kind === 'post' && (untitled === true || format === 'aside' || format === 'status');
}

/** The text of one document in the forms that representations need. */
export interface Body {
  /** HTML fragment without inline style or script. Links within the site are root-relative; see {@link absolutizeHtml}. */
  readonly html: string;
  /** GitHub-flavoured Markdown without front matter and without raw HTML, links absolute and, within the site, to twins; starts below the title. */
  readonly markdown: string;
  readonly text: string;
  /** The source, where it has raw HTML; substring search uses it, as WordPress searches stored posts. */
  readonly stored?: string | undefined;
}

export interface Term {
  /** Name of a taxonomy of the site's table: `category`, `post_tag`, or one of the owner's. */
  readonly taxonomy: string;
  readonly id: number;
  readonly slug: string;
  /** Path of the archive page: `/category/notes/linux/`. */
  readonly path: string;
  readonly name: string;
  /** Plain text or Markdown prose for the top of the archive; empty when there is none. */
  readonly description: string;
  /** Slug of the term above, in a hierarchical taxonomy. */
  readonly parent: string | null;
  /** Published documents that carry this very term. */
  readonly count: number;
  /** Tag of its language; absent on a site of one language. */
  readonly language?: string;
  /** Its slug in the list of terms, by which documents of any language may name it. */
  readonly key?: string;
  /** Does no one say what it is called in its language? Then it is there only for documents that carry it. */
  readonly implied?: true;
  readonly translations?: readonly Translation[];
  /** Old paths of its page, such as those of its former slug. */
  readonly redirectFrom?: readonly string[];
}

export interface Author {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** Portrait: the address of a file of `public/`. */
  readonly image?: string;
  /** Other homes on the web. */
  readonly links?: Site['social'];
  /** Path of the author's page on this site. */
  readonly path: string;
  /** Name and description in other languages, by tag. */
  readonly translations?: Readonly<Record<string, Pick<Author, 'name' | 'description'>>>;
  /** As those of a term. */
  readonly redirectFrom?: readonly string[];
}

/** A file of the site, as the media routes show it. */
export interface Media {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly alt: string;
  /** Path of the file from the root of the site. */
  readonly src: string;
  readonly mimeType: string;
  /** Pixels; 0 for a file that is not an image. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly animated?: true;
  /** The document that it belongs to: the first that shows it, unless `content/media.yaml` says another; 0 for none. */
  readonly documentId: number;
  readonly date: string;
  readonly dateGmt: string;
  /** Plain text below the image; absent or empty where there is none. */
  readonly caption?: string;
  /** Plain text about the file; absent or empty where there is none. */
  readonly description?: string;
  /** Is it in `content/media.yaml`? Then its number has a meaning elsewhere. */
  readonly listed?: true;
  /** No text shows it: it is in that list only. */
  readonly unshown?: true;
  /** Old paths that link to the file. */
  readonly redirectFrom?: readonly string[];
  /** Slug of an {@link Author}; absent means the author of the first document that shows it. */
  readonly author?: string;
}

/** Next to comments, what other sites sent; the last three are webmentions without words of their own. */
export const commentTypes = ['comment', 'pingback', 'trackback', 'mention', 'like', 'repost'] as const;
export type CommentType = (typeof commentTypes)[number];

/** What a reader, or another site, said about a document: of `content/comments/`. */
export interface Comment {
  /** Unique among comments. */
  readonly id: number;
  /** Id of the comment that this one answers; 0 for none. */
  readonly parent: number;
  /** Plain text; empty for someone without a name. */
  readonly name: string;
  /** The writer's own place on the web, or what another site published; empty without one. */
  readonly url: string;
  /** Slug of the {@link Author} who wrote it; null for someone else. */
  readonly author: string | null;
  readonly date: string;
  readonly dateGmt: string;
  readonly type: CommentType;
  readonly markdown: string;
  /** HTML without anything but text, links and emphasis. */
  readonly html: string;
}

/** One agent skill: `content/skills/<name>/SKILL.md`, published byte for byte. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** What people ask for when they need the skill. */
  readonly queries?: readonly string[];
  /** The raw text of SKILL.md. */
  readonly text: string;
  /** `sha256:` and 64 hexadecimal digits over the bytes of `text`. */
  readonly digest: string;
}

/** An address that is no longer there, of `content/redirects.yaml`. */
export interface Redirect {
  /** Decoded path, a pattern such as `/archives/{id:number}`, or a query of the home page: `/?p=137`. */
  readonly from: string;
  /** A decoded path or a URL; null for what is gone (410). */
  readonly to: string | null;
  readonly status: 301 | 302 | 307 | 308 | 410;
}

/** A file of the owner's `src/pages/` and the address that it has: `/mine/` for a page, `/data.json` for an endpoint. */
export interface OwnFile {
  readonly path: string;
  /** `src/pages/mine.astro` */
  readonly source: string;
}

/** A page that the owner made with Astro, as its HTML says. */
export interface OwnPage extends OwnFile {
  readonly title: string;
  /** Plain text; may be empty. */
  readonly description: string;
  /** GitHub-flavoured Markdown of what is in `<main>` below the title; links are absolute. */
  readonly markdown: string;
  /** The same as plain text. */
  readonly text: string;
}

/** All that is published. Arrays are in publication order, so that output made from them is stable. */
export interface Library {
  readonly site: Site;
  /** In the library of one language, that of all of them; see `language-views.ts`. */
  readonly whole?: Library;
  /** Newest first; equal dates by id, highest first. */
  readonly documents: readonly Document[];
  /** Documents that nothing may list or mention: what is made of `documents` never sees them. */
  readonly unlisted?: readonly Document[];
  /** Taxonomy by taxonomy in the order of the site's table, the terms of one as listed. */
  readonly terms: readonly Term[];
  readonly authors: readonly Author[];
  readonly media: readonly Media[];
  readonly skills: readonly Skill[];
  /** Old addresses, next to those that documents name themselves. */
  readonly redirects?: readonly Redirect[];
  /** Pages that the owner made with Astro; absent until the theme is compiled. */
  readonly ownPages?: readonly OwnPage[];
  /** The text of one of `documents` or `unlisted`; read when asked for, since all bodies at once do not fit in little memory. */
  readonly body: (document: Document) => Body;
}
