import { decodeHTML } from 'entities';

/** Elements that run on within a line; the tags of all others separate words. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)(?![a-zA-Z0-9-])[^>]*>/g;
/** What holds no words: comments, code for the browser, and the arrows and the label of footnotes. */
const silent =
  /<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>|<a [^>]*data-footnote-backref[^>]*>.*?<\/a>|<h2 class="sr-only"[^>]*>.*?<\/h2>/g;
const tag = /<[^>]*>/g;
/** White space that is not a single space already. */
const spaces = /[^\S ]\s*| \s+/g;

/** The words of an HTML fragment, entities decoded, white space collapsed. */
export function htmlToText(html: string): string {
  const worded =
    html.includes('<!--') || /<(?:script|style|template)\b|data-footnote/.test(html)
      ? html.replace(silent, ' ')
      : html;
  const bare = worded.replace(inline, '').replace(tag, ' ');
  const decoded = bare.includes('&') ? decodeHTML(bare) : bare;
  return decoded.replace(spaces, ' ').trim();
}

/** The first `count` words and, where something was left out, ` […]`: WordPress's automatic excerpt. */
export function cutWords(text: string, count: number): string {
  let end = -1;
  for (let words = 0; words < count; words++) {
    end = text.indexOf(' ', end + 1);
    if (end < 0) return text;
  }
  return `${text.slice(0, end)} […]`;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words of a text whose white space is collapsed; in scripts without spaces each character counts. */
export function countWords(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++;
  // Latin text, by far the most, is not looked at letter by letter.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 to U+024F is Latin with its accents.
  return /^[\u0000-\u024f\u2000-\u206f]*$/.test(text) ? count : count + (text.match(unspaced)?.length ?? 0);
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as the content of an element or of a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}

/** Text as the content of an XML element or attribute; characters that XML 1.0 forbids are left out. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 forbids.
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

/** Makes the root-relative addresses of a fragment absolute, for readers that show it elsewhere. */
export function absolutizeHtml(html: string, origin: string): string {
  return html.replace(/(\s(?:href|src|poster)=["'])\/(?!\/)/g, `$1${origin}/`);
}
