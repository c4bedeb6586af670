import type { System } from './systems.ts';

/** A reachable old site, and the account to use. */
export interface LiveSite {
  readonly url: string;
  /** Name and application password; null for anonymous requests. */
  readonly account: { readonly user: string; readonly password: string } | null;
}

export interface ImportOptions {
  readonly system: System;
  /** Address of the old site; null if it is not given. */
  readonly home: string | null;
  /** Pattern of posts' addresses, if the source doesn't contain it. */
  readonly permalink: string | null;
  /** Generator of a Markdown folder; null to detect it. */
  readonly generator: SiteGenerator | null;
  /** Files of one export, in any order; empty for a recording only. For Markdown, the folder. */
  readonly files: readonly string[];
  readonly into: string;
  /** Recording of the old site's `wp/v2`. */
  readonly rest: string | null;
  /** The old site itself, to record it and to download its files. */
  readonly site: LiveSite | null;
  /** Copy of the folder of images and files. */
  readonly media: string | null;
  /** Export of WordPress's Redirection plugin, or Ghost's redirects. */
  readonly redirects: string | null;
  /** More post types that readers could see. */
  readonly publicTypes: readonly string[];
  readonly dryRun: boolean;
  /** Builds the site, serves it, and compares it with the old one. */
  readonly verify: boolean;
  /** List of old addresses to check, one per line. */
  readonly addresses: string | null;
}

export const generators = ['hugo', 'jekyll', 'eleventy', 'astro', 'hexo', 'obsidian'] as const;
export type SiteGenerator = (typeof generators)[number];

export type ReportProgress = (done: number, total: number, what: string) => void;
