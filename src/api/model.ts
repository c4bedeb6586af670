/** The domain of Agentsite: sites, documents, kinds, URLs, dates and the words of the interface. Pure. */

/** The page that the subject of a comment names, decoded; null for none. */
export { commentedPath } from '../core/contact/comment-link.ts';

/** Addresses of the three forms of the feed of a page: `/feed.xml`, `/tag/http/atom.xml`, … */
export { feedPaths } from '../core/feeds/feeds.ts';

/**
 * The feeds of the site: one for all posts, one for each term, each series, each author, and each list of a kind
 * that has feeds. A list without entries has none, but for terms and authors: their pages stay, and so do their
 * subscribers.
 */
export { listFeeds } from '../core/feeds/feeds.ts';

/** A podcast has all its episodes, since apps show no others. */
export { shownIn } from '../core/feeds/feeds.ts';

/** The interface in one language. */
export type { Interface } from '../core/languages/words.ts';

/** The catalog for a language among `all`, which are by primary language. */
export { findCatalog } from '../core/languages/words.ts';

/** A catalog with an owner's words instead of its own, by their keys behind `prefix`. */
export { replaceWords } from '../core/languages/words.ts';

/** The interface of a site. A language without a catalog gets English. */
export { wordsOf } from '../core/languages/words.ts';

/** Why {@link parseMoment} could not read a date, for its author: continues a sentence that names the field. */
export { explainDate } from '../core/model/dates.ts';

/**
 * Reads an author's date: a day, a day and a time, or a time with `Z` or an offset (`+02:00`). Without either it
 * is on the clock of `timezone` (IANA); a day without a time is midnight there. A date with an offset keeps its
 * own clock, so that neither its day nor an address that is made of it changes with the site's time zone.
 */
export { parseMoment } from '../core/model/dates.ts';

/** Is it a short post: one without a title, or of the format `aside` or `status`? */
export { isNote } from '../core/model/document.ts';

/** A comment of a reader, or a mention by another site. */
export type { CommentType } from '../core/model/document.ts';

/**
 * One published Markdown file: everything about it except its text, which is a {@link Body}. Dates are `YYYY-MM-
 * DDTHH:MM:SS`: site-local without a zone, or UTC where the name ends in Gmt.
 */
export type { Document } from '../core/model/document.ts';

/** All that is published. Arrays are in publication order, so that output made from them is stable. */
export type { Library } from '../core/model/document.ts';

/** What the card of a link shows. */
export type { Embed } from '../core/model/embed.ts';

/** The service that a link belongs to, such as YouTube; undefined for other sites. */
export { findEmbedService } from '../core/model/embeds.ts';

/**
 * The table of content types and the table of taxonomies: the engine's rows, and below them those that the owner
 * declares in `site.ts`. Whatever lists kinds reads these: folders, front matter, addresses, archives, feeds,
 * llms.txt, the JSON interface, MCP, OpenAPI, the search. The engine's rows are in `engine-kinds.ts`.
 */
export type { Kind } from '../core/model/kinds.ts';

/** A set of terms. `post_tag` is its name inside; readers and authors say `tag`. */
export type { Taxonomy } from '../core/model/kinds.ts';

/** The content types of a site: the engine's, then the owner's. */
export { kindsOf } from '../core/model/kinds.ts';

/** The taxonomies of a site: the engine's, then the owner's. */
export { taxonomiesOf } from '../core/model/kinds.ts';

/** The taxonomies whose terms documents of a kind may have. */
export { taxonomiesOfKind } from '../core/model/kinds.ts';

/**
 * The library in each language of the site, with the settings of that language: whatever is made of a library
 * (lists, feeds, llms.txt) is made of each. A library of one language is its own and only view.
 */
export { viewsOf } from '../core/model/language-views.ts';

/** Why readers do not reach a site at such a base URL, and what to set, as a sentence. */
export { describeLocalUrl } from '../core/model/local-host.ts';

/** Does the name stand for the machine that asks? No one else reaches a site there. */
export { isLocalHost } from '../core/model/local-host.ts';

/** Does the base URL of a site lead only the owner to it? */
export { isLocalUrl } from '../core/model/local-host.ts';

/** Media types of files by extension, as the site serves them. Text is UTF-8 and says so. */
export { mimeTypes } from '../core/model/media-types.ts';

/** Packages of this project that only some sites install. */
export type { AddOnName } from '../core/model/site-packages.ts';

/** Versions for the `package.json` of a site. */
export type { SitePackages } from '../core/model/site-packages.ts';

/** The versions in a `package.json`: that of this project, or of a package built from it. */
export type { VersionFacts } from '../core/model/site-packages.ts';

/** A packed add-on in such a site: `vendor/agentsite-import.tgz`. */
export { addOnFile } from '../core/model/site-packages.ts';

/** `astro.config.mjs` of a new site. */
export { astroConfig } from '../core/model/site-packages.ts';

/** The least version of Node that the engine runs on. */
export { leastNode } from '../core/model/site-packages.ts';

/** The packages of a site, from the `package.json` of the engine or of a package that is made from it. */
export { listSitePackages } from '../core/model/site-packages.ts';

/** ASCII letters, digits and hyphens. */
export { packageName } from '../core/model/site-packages.ts';

/** The packed engine in a site that does not install it from a registry. */
export { vendoredEngine } from '../core/model/site-packages.ts';

/** What an owner writes (`SiteSettings`), with its defaults, checked. */
export type { Site } from '../core/model/site.ts';

/**
 * `https://example.org` and `/über/` give `https://example.org/%C3%BCber/`; what the sidecar answers is on its
 * host.
 */
export { absoluteUrl } from '../core/model/urls.ts';

/** The file of `content/` that is published at a {@link mediaPath}. */
export { contentPathOfMedia } from '../core/model/urls.ts';

/**
 * Where a file of `content/` is published: `posts/plan.png` gives `/media/posts/plan.png`, and `posts/weir.heic`
 * gives `/media/posts/weir.heic.jpg`.
 */
export { mediaPath } from '../core/model/urls.ts';

/** Where the parts of the site that are not documents live. */
export { paths } from '../core/model/urls.ts';

/** A moment of the site with its distance from UTC: `2026-08-10T09:40:00+02:00`. */
export { formatWithOffset } from '../core/model/dates.ts';

/** The zone's distance from UTC at `gmt`, in hours: 1, 2, -3.5. WordPress calls it `gmt_offset`. */
export { offsetHours } from '../core/model/dates.ts';

/** An address that is no longer there, of `content/redirects.yaml`. */
export type { Redirect } from '../core/model/document.ts';

/** The content types that every site has: posts, pages, talks, plugin entries and notes. */
export { engineKinds } from '../core/model/engine-kinds.ts';

/** The taxonomies that every site has: categories and tags. */
export { engineTaxonomies } from '../core/model/engine-kinds.ts';

/** The part of a pattern before its first placeholder: `/recipes/{slug}/` gives `/recipes/`. */
export { startOfPattern } from '../core/model/kinds.ts';

/** `31:04`, `1:02:03` or a number of seconds; null for anything else. */
export { parseDuration } from '../core/model/settings/podcasts.ts';

/** The zod schema of the settings in `site.ts`. */
export { siteSchema } from '../core/model/site.ts';

/** The path of an author's page. */
export { authorPath } from '../core/model/urls.ts';

/** Percent-encodes a decoded path, leaving slashes and a `#fragment` in place. */
export { encodePath } from '../core/model/urls.ts';

/** Is this an address of the system that is not an HTML page: a feed, an index, an interface? */
export { isSystemPath } from '../core/model/urls.ts';

/** Max bytes of a name of a file or folder: file systems take 255, and endings such as `.1600.avif` are added. */
export { maxNameBytes } from '../core/model/urls.ts';

/** What the system keeps at a path, in words; null where documents may be. */
export { reservedBy } from '../core/model/urls.ts';

/** The path of a term's page, with its parents. */
export { termPath } from '../core/model/urls.ts';

/** {@link reservedBy}, for the old address of a redirect. */
export { whyNoRedirect } from '../core/model/urls.ts';

/** Settings of memory for the processes of the engine, as environment variables. */
export { memorySettings } from '../hosts/memory-settings.ts';

/** Tested versions of what publishes a site, and of Node for hosts that build it. */
export { toolVersions } from '../hosts/how-to-publish.ts';
