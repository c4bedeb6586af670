import type { Embed } from 'agentsite/model';
import type { LossCode } from './losses.ts';

/**
 * Content of a WordPress export ("WXR", Tools > Export) as it is in the file. Strings are raw as stored, dates are `YYYY-MM-DD HH:MM:SS` (`0000-00-00 00:00:00` where there is none).
 */

export interface ExportHead {
  readonly title: string;
  readonly tagline: string;
  /** What the source was taken for, and the file that shows it. */
  readonly readAs?: string;
  /** Home address without a trailing slash: `https://old.example`. */
  readonly home: string;
  /** Of a vault: were its addresses never public? Its folders are no pattern of addresses. */
  readonly isPrivate?: boolean;
  /** Are formulas written as `$…$`? */
  readonly usesDollars?: boolean;
  /** Where WordPress itself is installed, if not at `home`. */
  readonly siteUrl: string;
  readonly language: string;
  readonly timezone?: string;
  /** Folder of files, from the root of the site; `/` if files are anywhere. Default: inferred from the attachments. */
  readonly uploads?: string;
  /** Paths of lists of posts; they redirect to the new site's list. */
  readonly postLists?: readonly string[];
  readonly redirects?: readonly { readonly from: string; readonly to: string; readonly status: number }[];
  /** Paths of feeds of posts; they redirect to the new site's feed. */
  readonly feeds?: readonly string[];
  /** Patterns of term archives, if they are not those of WordPress. */
  /** Codes of the languages, the default first, with the words that a site has in them. */
  readonly languages?: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>;
  readonly termPermalinks?: { readonly category?: string; readonly tag?: string };
}

export interface ExportAuthor {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  /** Slug in the author's address, if the source contains it. */
  readonly slug?: string;
  readonly description?: string;
  readonly url?: string;
  /** Only documents mention this author. */
  readonly undeclared?: true;
}

/** Name of the author where a source says none: the owner of the new site. */
export const unknownOwner = 'Owner';

export interface ExportTerm {
  /** `category`, `post_tag`, or a taxonomy of a plugin. */
  readonly taxonomy: string;
  readonly id: number | null;
  /** Percent-encoded in other scripts. */
  readonly slug: string;
  /** Slug of the parent; empty without one. */
  readonly parent: string;
  /** As stored: with HTML entities. */
  readonly name: string;
  readonly description: string;
  readonly meta?: readonly MetaEntry[];
  /** As in items. */
  readonly language?: string;
  readonly group?: string;
}

/** A field as stored: lists are PHP-serialized. */
export interface MetaEntry {
  readonly key: string;
  readonly value: string;
}

export interface ExportComment {
  readonly id: number;
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly ip: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  /** `1` is approved; `0`, `trash`, `post-trashed`, `spam` are not. */
  readonly approved: string;
  readonly type: string;
  readonly parent: number;
  readonly userId: number;
  readonly meta?: readonly MetaEntry[];
}

export interface TermMention {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

export interface ExportItem {
  readonly file: string;
  readonly line: number;
  /** Position in its file: several items may start in one line. */
  readonly ordinal?: number;
  readonly id: number | null;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  /** Login; empty if the account was deleted. */
  readonly creator: string;
  readonly content: string;
  /** The content is HTML as readers saw it, not as stored. */
  readonly isRendered?: true;
  readonly excerpt: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly slug: string;
  readonly parent: number;
  readonly order: number;
  readonly password: string;
  readonly sticky: boolean;
  readonly attachmentUrl: string;
  readonly terms: readonly TermMention[];
  readonly meta: readonly MetaEntry[];
  readonly comments: readonly ExportComment[];
  /** The content is Markdown; its addresses may be relative to its file. */
  readonly markdown?: { resolve(written: string): string };
  readonly image?: { readonly url: string; readonly alt: string };
  /** Custom fields, as plain values. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly series?: string;
  /** What cards of links in the text show. */
  readonly embeds?: readonly Embed[];
  /** Code of its language, if the source says one. */
  readonly language?: string;
  /** The same for all versions of a document in different languages. */
  readonly group?: string;
  /** Old paths that redirect to the document. */
  readonly oldPaths?: readonly string[];
  /** Losses that the reader of the source found. */
  readonly lost?: readonly Lost[];
}

export interface Lost {
  readonly code: LossCode;
  readonly what: string;
  readonly fix: string;
}

/** Fields of an item that only WordPress stores. */
export const withoutWordPress = {
  id: null,
  parent: 0,
  password: '',
  attachmentUrl: '',
  meta: [],
  comments: [],
} satisfies Partial<ExportItem>;

export interface MenuItem {
  readonly id: number;
  readonly menu: string;
  readonly title: string;
  readonly type: string;
  readonly object: string;
  readonly objectId: number;
  readonly url: string;
  readonly parentItem: number;
  readonly order: number;
}

/** Invalid characters, malformed markup, or bytes that are not in the file's encoding. */
export type Repair = 'control-characters' | 'markup' | 'encoding';

/** Records of an export, in the order of the file. */
export type ExportRecord =
  | { readonly kind: 'head'; readonly head: ExportHead }
  | { readonly kind: 'author'; readonly author: ExportAuthor }
  | { readonly kind: 'term'; readonly term: ExportTerm }
  | { readonly kind: 'item'; readonly item: ExportItem }
  | { readonly kind: 'menu-item'; readonly item: MenuItem }
  /** A public file: its path from the root of the site, and on disk. */
  | { readonly kind: 'file'; readonly path: string; readonly from: string }
  /** A loss that concerns the whole site. */
  | ({ readonly kind: 'lost' } & Lost)
  /** Broken input that was repaired; `title` is the document that contains it. */
  | {
      readonly kind: 'repaired';
      readonly what: Repair;
      readonly count: number;
      readonly place: Place;
    };

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly ordinal?: number;
  readonly id: number | null;
  readonly title: string;
}

/** A loss that concerns the whole site. */
export const lostRecord = (code: LossCode, what: string, fix: string): ExportRecord => ({
  kind: 'lost',
  ...{ code, what, fix },
});

export const menuLink = (
  menu: string,
  order: number,
  title: string,
  url: string,
  isBelowAnother = false,
): ExportRecord => ({
  kind: 'menu-item',
  item: {
    ...{ id: 0, menu, title, url, order, type: 'custom', object: '', objectId: 0 },
    parentItem: isBelowAnother ? 1 : 0,
  },
});

/** The first value of a field of an item; empty without one. */
export function metaOf(item: Pick<ExportItem, 'meta'>, key: string): string {
  return item.meta.find((entry) => entry.key === key)?.value ?? '';
}

/** Message that an export cannot be read, with its line. */
export class UnreadableExport extends Error {
  override readonly name = 'UnreadableExport';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Reads a file of the old site, or its folder. Called once per pass. */
export type ReadSource = (file: string) => AsyncGenerator<ExportRecord>;
