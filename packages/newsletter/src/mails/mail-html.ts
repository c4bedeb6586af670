import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';

/** Pixels of the column of text. */
export const mailWidth = 600;

/** Colours have no place here: dark mode changes those of the page around. */
const styles: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  h1: 'margin:32px 0 12px;font-size:26px;line-height:1.25',
  h2: 'margin:32px 0 12px;font-size:22px;line-height:1.3',
  h3: 'margin:24px 0 8px;font-size:19px;line-height:1.3',
  h4: 'margin:24px 0 8px;font-size:17px',
  ul: 'margin:0 0 16px;padding:0 0 0 24px',
  ol: 'margin:0 0 16px;padding:0 0 0 24px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #9aa0a6',
  pre: 'margin:0 0 16px;padding:12px;border:1px solid #9aa0a6;font-family:Menlo,Consolas,monospace;font-size:14px;white-space:pre-wrap;word-break:break-word',
  code: 'font-family:Menlo,Consolas,monospace;font-size:14px',
  img: 'max-width:100%;height:auto;border:0',
  figure: 'margin:0 0 16px',
  figcaption: 'margin:4px 0 0;font-size:14px',
  table: 'margin:0 0 16px;border-collapse:collapse',
  th: 'padding:6px 10px;border:1px solid #9aa0a6;text-align:left',
  td: 'padding:6px 10px;border:1px solid #9aa0a6',
  hr: 'margin:24px 0;border:0;border-top:1px solid #9aa0a6',
  div: 'margin:0 0 16px',
};

/** What is left of an element's attributes. */
const kept = new Set([
  'href',
  'src',
  'alt',
  'width',
  'height',
  'colSpan',
  'rowSpan',
  'lang',
  'dir',
  'start',
  'cite',
]);
const dropped = new Set(['script', 'style', 'template', 'source', 'track', 'noscript', 'annotation']);
/** Their children stay where they were. */
const unwrapped = new Set([
  'picture',
  'form',
  'button',
  'label',
  'select',
  'textarea',
  'fieldset',
  'span',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
]);
/** Gmail and Outlook show no SVG. */
const unshown = /\.svg(?:$|[?#])/i;

/**
 * The text of a document as mail programs show it: styles on the elements, absolute addresses, images with their sizes,
 * formulas as TeX, players, embeds and diagrams as links, tabs and details open.
 * @param page URL that addresses are relative to, and that what a mail can't show links to
 */
export function toMailHtml(html: string, page: string): string {
  const tree = fromHtml(html, { fragment: true });
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return;
    const replaced = replace(node, page);
    if (replaced === null) return;
    parent.children.splice(index, 1, ...(replaced as typeof parent.children));
    return [SKIP, index];
  });
  visit(tree, 'element', (node) => finish(node, page));
  visit(tree, 'comment', (_, index, parent) => {
    if (parent && index !== undefined) parent.children.splice(index, 1);
    return [SKIP, index ?? 0];
  });
  return toHtml(tree);
}

/** What an element becomes; null where it stays. The walk goes on with its children, or with what it became. */
function replace(node: Element, page: string): ElementContent[] | null {
  const { tagName: name, properties, children } = node;
  if (dropped.has(name)) return [];
  const tex = properties.dataTex;
  if (typeof tex === 'string') return [element(name === 'div' ? 'pre' : 'code', [text(tex)])];
  if (properties.dataMermaid !== undefined || name === 'svg' || name === 'canvas' || name === 'math')
    return [linkTo(page, String(properties.ariaLabel ?? (textOf(node).trim().slice(0, 100) || page)))];
  if (name === 'video' || name === 'audio') return [renderPlayer(node, page)];
  if (['iframe', 'embed', 'object'].includes(name))
    return [
      linkTo(
        String(properties.src ?? properties.data ?? page),
        String(properties.title ?? properties.src ?? page),
      ),
    ];
  if (name === 'input') return properties.type === 'checkbox' ? [text(properties.checked ? '☑ ' : '☐ ')] : [];
  if (name === 'summary') return [element('p', [element('strong', children)])];
  if (name === 'details') return [element('div', children)];
  if (name === 'img' && unshown.test(String(properties.src ?? '')))
    return [linkTo(String(properties.src), String(properties.alt || properties.src))];
  return unwrapped.has(name) ? children : null;
}

function renderPlayer({ properties }: Element, page: string): Element {
  const label = `▶ ${String(properties.ariaLabel ?? properties.src ?? page)}`;
  const target = String(properties.src ?? page);
  if (typeof properties.poster !== 'string') return element('p', [linkTo(target, label)]);
  const { width, height, poster } = properties;
  const image = element('img', [], { src: poster, alt: '', ...(width && height ? { width, height } : {}) });
  return element('p', [element('a', [image, element('br', []), text(label)], { href: target })]);
}

/** Attributes and elements that mail programs understand, with the style of the element. */
function finish(node: Element, page: string): void {
  const { tagName: name, properties } = node;
  if (/^fig/.test(name)) node.tagName = 'div';
  const centred = String(properties.className ?? '').match(/\balign-?(center|right)\b/)?.[1];
  node.properties = Object.fromEntries(Object.entries(properties).filter(([key]) => kept.has(key)));
  for (const key of ['href', 'src'] as const) {
    const address = node.properties[key];
    if (typeof address === 'string') node.properties[key] = URL.parse(address, page)?.href ?? page;
  }
  const own = [styles[name], centred && /^t[dh]$/.test(name) ? `text-align:${centred}` : ''].filter(Boolean);
  if (own.length > 0) node.properties.style = own.join(';');
  if (name === 'img') scale(node);
}

/** Outlook takes sizes from attributes alone. */
function scale({ properties }: Element): void {
  const [width, height] = [Number(properties.width), Number(properties.height)];
  properties.alt ??= '';
  if (!(width > mailWidth)) return;
  properties.width = mailWidth;
  if (height > 0) properties.height = Math.round((height * mailWidth) / width);
}

/**
 * The beginning of a text, whole elements of the first level alone.
 * @param bytes that it may have; Gmail cuts a mail off at 102 KB
 * @returns is something left out?
 */
export function cutHtml(html: string, bytes: number): { readonly html: string; readonly isCut: boolean } {
  if (Buffer.byteLength(html) <= bytes) return { html, isCut: false };
  const parts: string[] = [];
  let used = 0;
  for (const child of fromHtml(html, { fragment: true }).children) {
    const part = toHtml({ type: 'root', children: [child] } as Root);
    used += Buffer.byteLength(part);
    if (used > bytes) break;
    parts.push(part);
  }
  return { html: parts.join(''), isCut: true };
}

/** The same for plain text, whole paragraphs alone. */
export function cutText(text: string, bytes: number): { readonly text: string; readonly isCut: boolean } {
  if (Buffer.byteLength(text) <= bytes) return { text, isCut: false };
  const cut = Buffer.from(text).subarray(0, bytes).toString();
  return { text: cut.slice(0, cut.lastIndexOf('\n\n')), isCut: true };
}

const text = (value: string): ElementContent => ({ type: 'text', value });
const element = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({ type: 'element', tagName, properties, children });
const linkTo = (href: string, label: string): Element => element('a', [text(label)], { href });
