/** One page that was found. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  /** HTML with `<mark>` around the words that were found; everything else in it is escaped. */
  readonly excerpt: string;
  /** Address of a small form of its cover; empty without one. */
  readonly thumbnail: string;
  /** Tag of a page in another language. */
  readonly language?: string | undefined;
}

export interface Found {
  readonly total: number;
  readonly hits: readonly Hit[];
  /** What was searched instead, as nothing has the words that were given. */
  readonly searched?: string | undefined;
}

/** Values of filters by their names, as `src/core/pages/search-filters.ts` has them. */
export type Choice = Readonly<Record<string, string>>;

/** The path that the site lives below, with a slash at its end. */
export const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** Milliseconds without a key before a search starts. */
export const pause = 120;
