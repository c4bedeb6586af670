/** The files of a site: settings, documents, lists, and what is compiled from them. */

/** What the site in the working folder publishes. Exits if its content has problems. */
export { loadOwnLibrary } from '../cli/site/own-library.ts';

/**
 * The settings of the site in the working folder, with the overrides of the environment. Exits if they are
 * invalid.
 */
export { readOwnSite } from '../cli/site/own-site.ts';

/** What an owner writes for a comment, as a JSON Schema. */
export { describeComment } from '../content/compile/comments.ts';

/** Comments as their files have them, also those that wait or are hidden: what packages read and write. */
export {
  changeComments,
  type NewComment,
  readStoredComments,
  type StoredComment,
} from '../content/compile/stored-comments.ts';

/** A compiler over a project. It reads other files only for their addresses, and images for protected documents. */
export { createCompiler } from '../content/compile/compile-document.ts';

/** Reads and compiles the archive; a site without one has none. */
export { readComments } from '../content/compile/comments.ts';

/** Why a comment that isn't in a file yet could not be read from one, as a sentence; null if it could. */
export { whyNoComment } from '../content/compile/comments.ts';

/** HTML as the Markdown of a site: lists, tables, code, links and images. What has no Markdown becomes its text. */
export { htmlToMarkdown } from '../content/compile/html-to-markdown.ts';

/** A line that is a link, in angle or square brackets or bare, and its address. */
export { lonelyLink } from '../content/compile/markup/link-card.ts';

/** What a process that loads again and again keeps in memory. */
export type { LoadMemory } from '../content/library/load-library.ts';

/** Digest of the code that a compiled document of the site in `root` depends on, packages included. */
export { digestCompiler } from '../content/library/load-library.ts';

/**
 * Reads `content/`, compiles what changed since the last load, checks everything against everything, and lets only
 * published documents through.
 */
export { loadLibrary } from '../content/library/load-library.ts';

/** What cards of links show, stored by `agentsite embeds` for all documents. */
export { embedsFile } from '../content/read/embeds.ts';

/** The entries of {@link embedsFile}, and problems with their lines. */
export { readEmbeds } from '../content/read/embeds.ts';

/** What an author of a kind may write, as a JSON Schema. */
export { describeFields } from '../content/read/front-matter.ts';

/** Lists `content/`. Names that begin with a dot or an underscore, and all below them, are not content. */
export { listContent } from '../content/read/list-content.ts';

/** Every file below a folder, relative, with forward slashes; none where there is no folder. */
export { listFiles } from '../content/read/list-files.ts';

/** Every problem of a run, in the order of files and lines. */
export { ContentError } from '../content/read/problems.ts';

/** A problem in `content/` for its author to fix. Lines and columns count from 1. */
export type { Problem } from '../content/read/problems.ts';

/** `content/posts/hello.md:3:1 titel: is not a field of posts; did you mean "title"?` */
export { formatProblem } from '../content/read/problems.ts';

/** A text without the byte order mark that editors on Windows write. */
export { withoutMark } from '../content/read/read-text.ts';

/** What an owner writes for a redirect, as a JSON Schema. */
export { describeRedirect } from '../content/read/redirects.ts';

/** What an owner writes for an author, as a JSON Schema. */
export { describeAuthor } from '../content/read/terms.ts';

/** What an owner writes for a term, as a JSON Schema. */
export { describeTerm } from '../content/read/terms.ts';

/**
 * Adds the variables of a folder's `.env` to the environment, except those that are set already. Unlike
 * `process.loadEnvFile` it reads what Windows writes: a byte order mark, which would become part of the first
 * name, and UTF-16.
 */
export { loadEnvFile } from '../settings/load-env-file.ts';

/** Does a folder have the settings of a site? */
export { isSiteFolder } from '../settings/read-site.ts';

/** Untrusted Markdown: no HTML, no images from elsewhere, no headings above those of the page. */
export { compileComment } from '../content/compile/comments.ts';

/** How Markdown is written, here and by an import. */
export { markdownStyle } from '../content/compile/html-to-markdown.ts';

/** What plays the file at an address; null for what is no video or sound. */
export { playerOf } from '../content/compile/markup/player.ts';

/** Checks that the elements which a Markdown text writes as HTML are finished, closed and nested. */
export { HtmlElements } from '../content/compile/markup/raw-html.ts';

/** Finds what an author may take for markup, outside of code, HTML and addresses. */
export { findSilentMarkup } from '../content/compile/text/silent-markup.ts';

/** Is it an image that browsers show as it is published? `file` is a name, or a path from the project's root. */
export { isImageFile } from '../content/images/images.ts';

/** Removes elements and attributes; all else stays to the byte. */
export { cutSvg } from '../content/images/svg.ts';

/**
 * The slug that a file's name gives: `2026-11-21-hello.md`, `hello/index.md` and `hello.de.md` are all `hello`. A
 * note without a title keeps the date: `2026-11-21-0910.md` and `2026-11-22-0910.md` are two addresses.
 */
export { defaultSlug } from '../content/read/sources.ts';

/** FNV-1a over kind and name, in 31 bits, never 0: the same on every machine and in every build. */
export { stableId } from '../content/read/stable-id.ts';

/** The validated settings of a site. */
export { readSite } from '../settings/read-site.ts';

/** The settings are invalid; the message has one line per problem. */
export { SettingsError } from '../settings/settings-error.ts';

/** Says that something needs an add-on, with the command that installs it. */
export { explainMissing } from '../add-ons/add-ons.ts';
