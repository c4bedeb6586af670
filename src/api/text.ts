/**
 * Text: plain text, HTML tags, Markdown, JSON, and edits that preserve everything else. Pure; browsers can load
 * it.
 */

/** Values of a form by field; `_source` is the file as it was read, quoted, since the form trims strings. */
export type { FormValues } from '../core/text/edits/source-edits.ts';

/** A document whose old address redirects to it. */
export { addOldAddress } from '../core/text/edits/source-edits.ts';

/** The format of documents: a save changes only what the author changed, in front matter and body. */
export { documentFormat } from '../core/text/edits/source-edits.ts';

/** Is a date of front matter, on the site's clock, after a moment? */
export { isAfter } from '../core/text/edits/source-edits.ts';

/** The format of the lists of `content/`. The file is remembered, since a list has no place for it. */
export { listFormat } from '../core/text/edits/source-edits.ts';

/**
 * Changes values in a YAML text and nothing else: order, quotes, comments, lists in brackets and line endings of
 * everything that keeps its value stay as they are.
 */
export { editYaml } from '../core/text/edits/yaml-edits.ts';

/** Makes the addresses of a fragment absolute. */
export { absolutizeHtml } from '../core/text/html-addresses.ts';

/** One tag or comment: `html.slice(start, end)`. */
export type { HtmlTag } from '../core/text/html-tags.ts';

/** Calls `visit` for each tag and comment of a text, in order. */
export { eachTag } from '../core/text/html-tags.ts';

/** The same by name, with character references decoded. */
export { namedAttributes } from '../core/text/html-tags.ts';

/** The links of a `Link` header field. */
export type { LinkHeader } from '../core/text/link-header.ts';

/** One link of a `Link` header field. */
export type { WebLink } from '../core/text/link-header.ts';

/** The links of a `Link` header field (RFC 8288). */
export { readLinkHeader } from '../core/text/link-header.ts';

/** Plain text as one line of Markdown. */
export { escapeMarkdown } from '../core/text/markdown-text.ts';

/** The value of a JSON text; null where it isn't one. */
export { parseJson } from '../core/text/parse-json.ts';

/** Text as the content of an element or of a double-quoted attribute. */
export { escapeHtml } from '../core/text/plain-text.ts';

/** Text as the content of an XML element or attribute; characters that XML 1.0 forbids are left out. */
export { escapeXml } from '../core/text/plain-text.ts';

/** The words of an HTML fragment, entities decoded, white space collapsed. */
export { htmlToText } from '../core/text/plain-text.ts';

/** Names with equal keys differ at most in case and Unicode form: on some computers they are one file. */
export { nameKey } from '../core/text/slug.ts';

/**
 * A name as one part of an address: `Building Agentsite` gives `building-agentsite`. The slug of a name without a
 * letter or digit is its code points, `u1f331` for `🌱`, so only an empty name has none.
 */
export { slugOf } from '../core/text/slug.ts';

/** Replaces addresses in HTML tags, `srcset` included; null keeps one. */
export { rewriteAddresses } from '../core/text/html-addresses.ts';

/**
 * The first `count` words of a text whose white space is collapsed, and `mark` where it has more: WordPress's
 * automatic excerpt. Where words are sentences it ends after `letters` characters, as WordPress's does in Chinese
 * and Japanese.
 */
export { cutWords } from '../core/text/plain-text.ts';

/** A text of another system, whose signs are no notes. */
export { escapeNotes } from '../core/text/private-notes.ts';
