import type { SiteGenerator } from './folder/generators.ts';
import type { LiveSite } from './live/record-site.ts';
import type { System } from './systems.ts';

/** What the owner asks for. Paths are those of this machine. */
export interface ImportOptions {
  /** Where the site comes from. */
  readonly system: System;
  /** Address of the old site; null if it is not given. */
  readonly home: string | null;
  /** Pattern of posts' addresses, where its files do not say it. */
  readonly permalink: string | null;
  /** What made a site of a folder of Markdown; null to find it out. */
  readonly generator: SiteGenerator | null;
  /** Files of one export, in any order; none where the recording is all there is. For Markdown, the folder. */
  readonly files: readonly string[];
  readonly into: string;
  /** A recording of the old site's `wp/v2`; null without one. */
  readonly rest: string | null;
  /** The old site itself, where it still answers: recorded, and its files downloaded. */
  readonly site: LiveSite | null;
  /** A copy of the folder of images and files; null without one. */
  readonly media: string | null;
  /** An export of WordPress's Redirection plugin, or Ghost's redirects; null without one. */
  readonly redirects: string | null;
  /** More post types that readers could see. */
  readonly publicTypes: readonly string[];
  readonly dryRun: boolean;
  /** Build the site, serve it, and compare it with the old one? */
  readonly verify: boolean;
  /** A list of old addresses to try, one a line; null without one. */
  readonly addresses: string | null;
}

/** An import of WordPress with nothing but its files. */
export const plainImport: Omit<ImportOptions, 'files' | 'into'> = {
  system: 'wordpress',
  home: null,
  permalink: null,
  generator: null,
  rest: null,
  site: null,
  media: null,
  redirects: null,
  publicTypes: [],
  dryRun: false,
  verify: false,
  addresses: null,
};
