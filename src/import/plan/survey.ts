import type {
  ExportAuthor,
  ExportHead,
  ExportItem,
  ExportTerm,
  Lost,
  MenuItem,
  Place,
  TermMention,
} from '../export-model.ts';
import type { Repair } from '../wordpress/xml-events.ts';
import type { Lookup, ShelfMap } from './shelf.ts';

/**
 * Everything about the export that is needed before the first document can be converted: documents without their content,
 * the media library, reusable blocks, menus, terms, authors. Content is read in a second pass, so that memory does not
 * depend on the size of the export.
 */
export interface Survey {
  readonly head: ExportHead | null;
  readonly authors: readonly ExportAuthor[];
  readonly terms: readonly ExportTerm[];
  /** Terms that documents carry, by `taxonomy:slug`: some files declare none of them. */
  readonly mentions: ReadonlyMap<string, TermMention>;
  /** By {@link keyOf}. */
  readonly documents: ShelfMap<string, SurveyedDocument>;
  /** Titles of documents by number; of several with one number, that of the first. */
  readonly titles: Lookup<number, string>;
  /** By their place in the export, counted from 0. */
  readonly attachments: ShelfMap<number, SurveyedAttachment>;
  /** Stored content of the reusable blocks that readers could see, by ID. */
  readonly reusable: ReadonlyMap<number, string>;
  /** Reusable blocks that hide something from anonymous readers, with what shows it. */
  readonly restrictedPatterns: ReadonlyMap<number, string>;
  readonly accessRules: readonly AccessRule[];
  /** Names that show a plugin for memberships. */
  readonly membershipNames: ReadonlySet<string>;
  /** IDs that links refer to. */
  readonly places: ReadonlySet<string>;
  readonly menuItems: readonly MenuItem[];
  /** Files of the source: their paths from the root of the site, and on disk. */
  readonly files: ReadonlyMap<string, string>;
  readonly lost: readonly Lost[];
  /** Templates, styles and navigation of the theme: listed, not carried over. */
  readonly siteParts: readonly {
    readonly type: string;
    readonly title: string;
    readonly id: number | null;
  }[];
  readonly repaired: readonly {
    readonly what: Repair;
    readonly count: number;
    readonly place: Place;
  }[];
  /** Items by `type status`. */
  readonly counts: ReadonlyMap<string, number>;
  readonly comments: { readonly approved: number; readonly held: number; readonly other: number };
}

/** Access rule that MemberPress stores as an item of its own: `single_post` and `17`, `category` and `news`, `all`. */
export interface AccessRule {
  readonly written: string;
  /** What it covers: `all`, `all_post`, `single_page`, `parent_page`, `category`, `tag`, `tax_genre`, `custom`. */
  readonly scope: string;
  /** ID, slug or part of an address; empty where the scope says it all. */
  readonly content: string;
}

/** Identity of an item across passes: numbers are missing or repeated in some files. */
export const keyOf = ({ file, line, ordinal = 0 }: Pick<Place, 'file' | 'line' | 'ordinal'>): string =>
  `${file}:${line}:${ordinal}`;

/** Fields of an item that are the same here. */
type Copied = 'slug' | 'title' | 'link' | 'parent' | 'creator' | 'date' | 'dateGmt';

export interface SurveyedDocument extends Pick<ExportItem, Copied | 'id' | 'type' | 'status'> {
  readonly key: string;
  readonly locked: boolean;
  /** Slugs of categories, as written. */
  readonly categories: readonly string[];
  /** All terms, as `taxonomy:slug`. */
  readonly terms: readonly string[];
  readonly oldSlugs: readonly string[];
  /** Old paths that redirect to it. */
  readonly oldPaths: readonly string[];
  /** Anchors of headings that say their own, and what the build makes of their words. */
  readonly anchors: readonly Anchor[];
  readonly empty: boolean;
  /** What shows that anonymous readers did not see all of it; null where nothing does. */
  readonly restriction: string | null;
  /** Reusable blocks that its text shows. */
  readonly patterns: readonly number[];
}

/** A name of a place in a text, and the one that it has on the new site. */
export type Anchor = readonly [old: string, made: string];

export interface SurveyedAttachment extends Pick<ExportItem, Copied | 'order'> {
  readonly id: number;
  readonly alt: string;
  readonly caption: string;
  readonly url: string;
  /** Path below the folder of uploads, as written. */
  readonly file: string;
  readonly description: string;
}
