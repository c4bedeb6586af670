import { decodeHTMLAttribute } from 'entities';
import { eachTag, type HtmlTag, readAttributes } from './html-tags.ts';
import { escapeHtml } from './plain-text.ts';
import { applyEdits, type Edit } from './text-edits.ts';

/** The attributes that hold an address, by element. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  audio: ['src'],
  blockquote: ['cite'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  iframe: ['src'],
  img: ['src', 'srcset'],
  input: ['src'],
  ins: ['cite'],
  link: ['href'],
  object: ['data'],
  q: ['cite'],
  script: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  video: ['src', 'poster'],
};

/** Replaces addresses in HTML tags, `srcset` included; null keeps one. */
export function rewriteAddresses(
  html: string,
  rewrite: (address: string, tag: HtmlTag, attribute: string) => string | null,
): string {
  const edits: Edit[] = [];
  eachTag(html, (tag) => {
    const names =
      tag.kind === 'open' && Object.hasOwn(attributesOf, tag.name) ? attributesOf[tag.name] : null;
    if (!names) return;
    for (const { name, value, start, end } of readAttributes(html, tag)) {
      if (!names.includes(name) || start === end) continue;
      const written = value.includes('&') ? decodeHTMLAttribute(value) : value;
      const change = (address: string) => rewrite(address, tag, name) ?? address;
      const changed = name === 'srcset' ? mapSrcset(written, change) : change(written.trim());
      if (changed === written) continue;
      const text = escapeHtml(changed).replaceAll("'", '&#39;');
      edits.push({ start, end, text: /["']/.test(html[start - 1] ?? '') ? text : `"${text}"` });
    }
  });
  return edits.length === 0 ? html : applyEdits(html, edits);
}

/** `a.png 1x, b.png 2x`: an address ends at white space, or at a comma before it. */
function mapSrcset(value: string, change: (address: string) => string): string {
  return value.replace(
    /(^|,)(\s*)([^\s,]\S*?)(?=,?\s|,?$)/g,
    (_, comma: string, space: string, address: string) => `${comma}${space}${change(address)}`,
  );
}

/** Makes the addresses of a fragment absolute. @param page URL for addresses such as `#part` */
export function absolutizeHtml(html: string, origin: string, page: string | null = null): string {
  return rewriteAddresses(html, (address) => {
    if (address.startsWith('/')) return address.startsWith('//') ? null : origin + address;
    return address.startsWith('#') && page !== null ? page + address : null;
  });
}
