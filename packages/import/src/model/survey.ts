import type { DiskMap, Lookup } from './disk-map.ts';
import type {
  ExportAuthor,
  ExportHead,
  ExportItem,
  ExportRecord,
  ExportTerm,
  Lost,
  MenuItem,
  Place,
  TermMention,
} from './export-model.ts';

/**
 * Everything about the export that is needed before the first document can be converted: documents without their content,
 * the media library, reusable blocks, menus, terms, authors. Content is read in a second pass, so that memory does not
 * depend on the size of the export.
 */
export interface Survey {
  readonly head: ExportHead | null;
  readonly authors: readonly ExportAuthor[];
  readonly terms: readonly ExportTerm[];
  /** Terms on documents, by `taxonomy:slug`: some files declare none of them. */
  readonly mentions: ReadonlyMap<string, TermMention>;
  readonly documents: DiskMap<string, SurveyedDocument>;
  /** Titles of documents by ID; the first one wins. */
  readonly titles: Lookup<number, string>;
  /** By position in the export, from 0. */
  readonly attachments: DiskMap<number, SurveyedAttachment>;
  /** Stored content of public reusable blocks, by ID. */
  readonly reusable: ReadonlyMap<number, string>;
  /** Evidence of reusable blocks that hide something from anonymous readers, by ID. */
  readonly restrictedPatterns: ReadonlyMap<number, string>;
  readonly accessRules: readonly AccessRule[];
  /** Names that indicate a membership plugin. */
  readonly membershipNames: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly menuItems: readonly MenuItem[];
  /** Files of the source: their paths from the root of the site, and on disk. */
  readonly files: ReadonlyMap<string, string>;
  readonly lost: readonly Lost[];
  /** Templates, styles and navigation of the theme: reported, not imported. */
  readonly siteParts: readonly Pick<ExportItem, 'type' | 'title'>[];
  /** Items that were left in the export, by type: what they contain, and how many there are. */
  readonly personal: ReadonlyMap<string, { readonly what: string; readonly count: number }>;
  readonly repaired: readonly Extract<ExportRecord, { kind: 'repaired' }>[];
  readonly counts: ReadonlyMap<string, number>;
  readonly comments: { readonly approved: number; readonly held: number; readonly other: number };
}

/** Access rule that MemberPress stores as an item: `single_post` and `17`, `category` and `news`, `all`. */
export interface AccessRule {
  readonly written: string;
  /** `all`, `all_post`, `single_page`, `parent_page`, `category`, `tag`, `tax_genre`, `custom`. */
  readonly scope: string;
  /** ID, slug or part of an address; may be empty. */
  readonly content: string;
}

/** Identity of an item across passes: IDs are missing or repeated in some files. */
export const keyOf = ({ file, line, ordinal = 0 }: Pick<Place, 'file' | 'line' | 'ordinal'>): string =>
  `${file}:${line}:${ordinal}`;

type Copied = 'slug' | 'title' | 'link' | 'parent' | 'creator' | 'date' | 'dateGmt';

export interface SurveyedDocument extends Pick<ExportItem, Copied | 'id' | 'type' | 'status'> {
  readonly key: string;
  readonly locked: boolean;
  readonly categories: readonly string[];
  /** As `taxonomy:slug`. */
  readonly terms: readonly string[];
  readonly oldSlugs: readonly string[];
  readonly oldPaths: readonly string[];
  /** Anchors of headings with their own IDs, and those of the build. */
  readonly anchors: readonly Anchor[];
  readonly empty: boolean;
  /** Code of its language, and what all its versions have in common; empty without one. */
  readonly language: string;
  readonly group: string;
  /** Evidence that anonymous readers did not see all of it; null for none. */
  readonly restriction: string | null;
  readonly isInSeries: boolean;
  /** IDs of the reusable blocks in its content. */
  readonly patterns: readonly number[];
}

/** An anchor on the old site, and on the new one. */
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
