/** Plain text in WordPress's forms: titles, names of terms and descriptions are each escaped differently. */

/** A title or an excerpt: `Fish & Chips <3` gives `Fish &#038; Chips &lt;3`. Quotes and dashes stay as written. */
export function renderTitle(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&#038;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A name (term, author): `R&D` gives `R&amp;D`. */
export function renderName(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The site's name, which WordPress also escapes for attributes. */
export function renderSiteName(text: string): string {
  return renderName(text).replaceAll('"', '&quot;').replaceAll("'", '&#039;');
}

const proseTag = /<(?:(\/?)(em|strong|b|i|code|s|del|q|cite|abbr|blockquote)|[^>]*)>/gi;

/** A description: inline emphasis stays, every other tag goes, a bare `&` becomes `&amp;`. */
export function renderProse(text: string): string {
  if (!/[&<]/.test(text)) return text;
  return text
    .replace(/&(?!(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replace(proseTag, (_, slash: string | undefined, name: string | undefined) =>
      name ? `<${slash ?? ''}${name.toLowerCase()}>` : '',
    );
}

/** An excerpt as a paragraph; nothing for nothing. */
export function renderExcerpt(text: string): string {
  return text === '' ? '' : `<p>${renderTitle(text).replace(/\[…\]$/, '[&hellip;]')}</p>\n`;
}

/** A slug as WordPress stores and sends it: `東京` gives `%e6%9d%b1%e4%ba%ac`. */
export function encodeSlug(slug: string): string {
  return isAscii(slug)
    ? slug
    : slug.replace(/\P{ASCII}+/gu, (text) => encodeURIComponent(text.toWellFormed()).toLowerCase());
}

/** A decoded path (`/tag/日本/`) with the same lower-case encoding, as it is in `link`. */
export function encodeLinkPath(path: string): string {
  return isAscii(path)
    ? encodeURI(path).replaceAll('?', '%3F')
    : encodeSlug(path).replace(/[ "<>\\^`{|}?#]/g, encodeURIComponent);
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** A slug as part of a CSS class; the id is in for one that has no letters left. */
export function slugClass(slug: string, id: number): string {
  const name = encodeSlug(slug)
    .replace(/%[\da-f]{2}/gi, '')
    .replace(/[^\w-]/g, '');
  return name === '' || /^(?:\d+|-+)$/.test(name) ? String(id) : name;
}
