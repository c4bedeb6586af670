import { ownText } from './own-text.ts';

/** Stable codes of losses, and their titles in the report. */
export const lossCodes = {
  'access-restricted': 'Restricted content',
  'address-changed': 'Changed addresses',
  'address-twice': 'Addresses used twice',
  'author-slug-guessed': 'Guessed author addresses',
  'block-dynamic': 'Generated blocks',
  'clock-differs': 'Dates in another time zone',
  'comment-held': 'Comments that were not public',
  'comment-not-kept': 'Comments that are not shown',
  'control-characters': 'Invalid characters in XML',
  'conversion-as-html': 'Content that stays HTML',
  'cut-off': 'Truncated files',
  'date-unreadable': 'Unreadable dates',
  'embed-as-link': 'Embedded content that became a link',
  'field-kept': 'Custom fields that are kept',
  'field-not-kept': 'Custom fields that are not kept',
  'file-edited': 'Files that you edited',
  'file-missing': 'Missing media files',
  'file-refused': 'Refused files',
  'file-removed': 'Files that you removed or renamed',
  'file-unpublished': 'Unpublished files',
  'html-removed': 'Removed HTML',
  'id-changed': 'Changed IDs',
  'link-dead': 'Dead links',
  'list-made': 'Generated lists',
  'markup-mended': 'Broken XML that was repaired',
  'media-not-given': 'Media files that were not given',
  'menu-item-dropped': 'Menu entries',
  'personal-left': 'Messages, orders and other data about persons',
  'parent-changed': 'Changed parents',
  'image-elsewhere': 'Images and sound that stay at the old host',
  'recording-differs': 'Differences between recording and export',
  'redirect-not-kept': 'Redirects',
  'ref-missing': 'Missing references',
  'shortcode-unknown': 'Shortcodes, components and other code',
  'setting-replaced': 'Settings that were replaced',
  'site-part-dropped': 'Parts of the old theme',
  'slug-changed': 'Changed slugs',
  'status-mapped': 'Content that became a draft',
  'term-changed': 'Changed categories and tags',
  'time-zone-guessed': 'Time zone',
  'title-made': 'Documents without a title',
  'translation-left': 'Documents in other languages',
  'trash-left': 'Documents in the trash',
  'type-mapped': 'Content types that changed',
  unreadable: 'Unreadable files',
} as const;
export type LossCode = keyof typeof lossCodes;

/** Notes: nothing is lost, but the owner should check. */
const notes: ReadonlySet<LossCode> = new Set([
  'author-slug-guessed',
  'clock-differs',
  'field-kept',
  'file-removed',
  'recording-differs',
  'setting-replaced',
  'file-unpublished',
  'media-not-given',
  'time-zone-guessed',
]);

export const isLoss = ({ code }: Loss): boolean => !notes.has(code);

export interface LossPlace {
  readonly id: number | null;
  readonly title: string;
  /** Old address; may be empty. */
  readonly address: string;
  /** Written file, relative to the site's folder; may be empty. */
  readonly file: string;
}

export interface Loss {
  readonly code: LossCode;
  /** Null for the whole site. */
  readonly place: LossPlace | null;
  /** What is lost: short, quoted. */
  readonly what: string;
  /** What to do about it; may be empty. */
  readonly fix: string;
}

const quotedLength = 160;

/** Collects losses in order; repeated ones of a document count once. */
export class Losses {
  readonly #found: Loss[] = [];
  /** Of the current document only, to bound memory. */
  readonly #seen = new Set<string>();
  #seenPlace: LossPlace | null = null;
  readonly #mediaGiven: boolean;
  readonly #mediaName: string;
  readonly #notGiven = new Set<string>();

  /** @param mediaGiven without it, each missing file is reported once, for the site; @param mediaName what --media takes */
  constructor(mediaGiven: boolean, mediaName: string) {
    this.#mediaGiven = mediaGiven;
    this.#mediaName = mediaName;
  }

  add(code: LossCode, place: LossPlace | null, what: string, fix = ''): void {
    if (code === 'file-missing' && !this.#mediaGiven) {
      this.#notGiven.add(shorten(what));
      return;
    }
    if (place !== this.#seenPlace) this.#seen.clear();
    this.#seenPlace = place;
    const short = shorten(what);
    const key = `${code}\n${short}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#found.push({ code, place, what: short, fix });
  }

  addForSite(code: LossCode, what: string, fix = ''): void {
    this.add(code, null, what, fix);
  }

  get all(): readonly Loss[] {
    return this.#notGiven.size === 0
      ? this.#found
      : [...this.#found, ...filesNotGiven([...this.#notGiven], this.#mediaName)];
  }
}

/** Each file that documents or the library name; the fix of the first is for all. */
function filesNotGiven(files: readonly string[], mediaName: string): Loss[] {
  const site = /wp-content/.test(mediaName) ? '; while the old site is online, --site downloads them' : '';
  return files.map((what, index) => ({
    code: 'media-not-given',
    place: null,
    what,
    fix: index === 0 ? `Give --media ${mediaName}${site}.` : '',
  }));
}

function shorten(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a report shows no control characters.
  const line = text.replace(/[\s\u0000-\u001f]+/g, ' ').trim();
  return ownText(line.length <= quotedLength ? line : `${line.slice(0, quotedLength - 1)}…`);
}
