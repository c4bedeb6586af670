import { decodeHTML } from 'entities';

/** Elements whose end separates words, so that "…end</p><p>Start…" does not become one word. */
const blockTag =
  /<\/?(?:address|article|aside|blockquote|br|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|section|summary|table|td|th|tr|ul)\b[^>]*>/gi;
const invisible = /<(script|style|template)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi;
/** The label above footnotes and the arrows back into the text are navigation, not text. */
const navigation = /<a [^>]*data-footnote-backref[^>]*>.*?<\/a>|<h2 class="sr-only"[^>]*>.*?<\/h2>/g;

/** The words of an HTML fragment, entities decoded, white space collapsed. */
export function htmlToText(html: string): string {
  const bare = html
    .replace(invisible, ' ')
    .replace(navigation, ' ')
    .replace(blockTag, ' ')
    .replace(/<[^>]*>/g, '');
  return decodeHTML(bare).replace(/\s+/g, ' ').trim();
}

/** The first `count` words and, where something was left out, ` […]`: WordPress's automatic excerpt. */
export function cutWords(text: string, count: number): string {
  const words = text.split(' ');
  return words.length <= count ? text : `${words.slice(0, count).join(' ')} […]`;
}

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/** Words of a text; in scripts without spaces each character counts. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(word)) count++;
  return count;
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
