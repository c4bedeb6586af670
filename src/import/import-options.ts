import type { LiveSite } from './live/record-site.ts';

/** What the owner asks for. Paths are those of this machine. */
export interface ImportOptions {
  /** Files of one export, in any order; none where the recording is all there is. */
  readonly files: readonly string[];
  readonly into: string;
  /** A recording of the old site's `wp/v2`; null without one. */
  readonly rest: string | null;
  /** The old site itself, where it still answers: recorded, and its files downloaded. */
  readonly site: LiveSite | null;
  /** A copy of `wp-content/uploads`; null without one. */
  readonly media: string | null;
  /** An export of the Redirection plugin; null without one. */
  readonly redirects: string | null;
  /** Types of documents that readers could see, beside those that say so themselves. */
  readonly publicTypes: readonly string[];
  readonly dryRun: boolean;
  /** Build the site, serve it, and compare it with the old one? */
  readonly verify: boolean;
  /** A list of old addresses to try, one a line; null without one. */
  readonly addresses: string | null;
}
