import { decodeHTMLAttribute } from 'entities';
import type { Image } from '../model/document.ts';
import {
  coverSizes,
  gallerySizes,
  imageVariants,
  textSizes,
  variantFormats,
  wideSizes,
} from '../model/image-variants.ts';
import { encodePath } from '../model/urls.ts';
import { eachTag, type HtmlAttribute, type HtmlTag, readAttributes } from '../text/html-tags.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { applyEdits, type Edit } from '../text/text-edits.ts';

/**
 * The HTML of a body on a page: headings link to themselves, tables scroll, and images have the sizes that screens need.
 * @param images of the body, as its document lists them
 * @param measure width of the text column in rem
 */
export function toPageHtml(html: string, images: readonly Image[], measure = 39): string {
  const bySource = new Map(images.map((image) => [encodePath(image.src), image]));
  const edits: Edit[] = [];
  /** A heading that was opened, and how many edits there were then. */
  let heading: { readonly tag: HtmlTag; readonly id: string; readonly place: number } | null = null;
  let shown = 0;
  let isInPicture = false;
  /** Where images are in the figures that are open. */
  const figures: string[] = [];
  /** Tables that are open, and where the outermost of them begins; -1 where its author gave it a box that scrolls. */
  let tables = 0;
  let table = -1;
  let box = '';
  eachTag(html, (tag) => {
    const { kind, name, start } = tag;
    const isOpen = kind === 'open';
    if (name === 'table') {
      tables = Math.max(0, tables + (isOpen ? 1 : -1));
      if (isOpen && tables === 1) table = isTableBox.test(box) ? -1 : start;
      if (!isOpen && tables === 0 && table >= 0) {
        edits.push(...boxTable(table, tag.end));
        table = -1;
      }
    }
    box = isOpen && name === 'div' ? classOf(html, tag) : '';
    if (name === 'figure') {
      if (isOpen) figures.push(sizesIn(html, tag, measure) ?? figures.at(-1) ?? textSizes(measure));
      else figures.pop();
    }
    if (name === 'picture') isInPicture = isOpen;
    else if (isOpen && name === 'img') {
      const sizes = figures.at(-1) ?? textSizes(measure);
      edits.push(...editImage(html, tag, isInPicture ? null : bySource, shown === 0, sizes));
      shown++;
    } else if (isOpen && isHeading.test(name)) {
      const [first, ...others] = readAttributes(html, tag);
      heading =
        first?.name === 'id' && others.length === 0 ? { tag, id: first.value, place: edits.length } : null;
    } else if (isOpen && name === 'a') {
      // A link cannot hold another one.
      heading = null;
    } else if (heading && kind === 'close' && name === heading.tag.name) {
      const { tag: opening, id, place } = heading;
      const link = `<a class="heading-link" href="#${id.replaceAll('"', '&quot;')}">`;
      edits.splice(place, 0, { start: opening.end, end: opening.end, text: link });
      edits.push({ start, end: start, text: '</a>' });
      heading = null;
    }
  });
  return edits.length === 0 ? html : applyEdits(html, edits);
}

const isHeading = /^h[2-6]$/;

/** `table-scroll` is what it was called before: readability-lxml removes elements with "scroll" in their class. */
const isTableBox = /^(?:wide-table|table-scroll)$/;

function sizesIn(html: string, figure: HtmlTag, measure: number): string | null {
  const className = classOf(html, figure);
  if (/\bwp-block-gallery\b/.test(className)) return gallerySizes(measure, countFigures(html, figure));
  return /\balign(?:wide|full)\b/.test(className) ? wideSizes : null;
}

/** Figures inside of one. */
function countFigures(html: string, { end }: HtmlTag): number {
  let depth = 1;
  let count = 0;
  eachTag(html.slice(end), ({ kind, name }) => {
    if (name !== 'figure' || depth === 0) return;
    if (kind === 'open' && depth++ === 1) count++;
    if (kind === 'close') depth--;
  });
  return count;
}

const classOf = (html: string, tag: HtmlTag) =>
  readAttributes(html, tag).find(({ name }) => name === 'class')?.value ?? '';

/** A table that was written as HTML gets the box that those of Markdown have. */
function boxTable(start: number, end: number): Edit[] {
  return [
    { start, end: start, text: '<div class="wide-table" tabindex="0">' },
    { start: end, end, text: '</div>' },
  ];
}

/**
 * An image with its variants.
 * @param bySource images by encoded path; null where the author wrote the `<picture>`
 * @param isFirst the first image loads at once, the others lazily
 */
function editImage(
  html: string,
  tag: HtmlTag,
  bySource: ReadonlyMap<string, Image> | null,
  isFirst: boolean,
  sizes: string,
): Edit[] {
  const attributes = readAttributes(html, tag);
  const source = attributes.find(({ name }) => name === 'src')?.value ?? '';
  const image = bySource?.get(decodeHTMLAttribute(source));
  const sources = image ? sourcesOf(image, sizes) : '';
  const wrapped = sources
    ? [
        { start: tag.start, end: tag.start, text: `<picture>${sources}` },
        { start: tag.end, end: tag.end, text: '</picture>' },
      ]
    : [];
  const lazy = isFirst ? attributes.find(isLazy) : undefined;
  return lazy ? [...wrapped, hurry(html, lazy)] : wrapped;
}

function isLazy({ name, value }: HtmlAttribute): boolean {
  return name === 'loading' && value === 'lazy';
}

/** `fetchpriority="high"` instead of `loading="lazy"`, whatever quotation marks it has. */
function hurry(html: string, { at, start, end }: HtmlAttribute): Edit {
  const isQuoted = /["']/.test(html[start - 1] ?? '');
  return { start: at, end: isQuoted ? end + 1 : end, text: 'fetchpriority="high"' };
}

/** An image outside of a body, such as the one that stands for a document, which is often the largest on the screen. */
export function imageHtml(image: Image, sizes = textSizes(39)): string {
  return outsideHtml(image, 'fetchpriority="high"', sizes);
}

/** The cover of an entry of a list. Its title is next to it, so that it needs no words. */
export function coverHtml(cover: Image, isFirst: boolean, sizes = coverSizes('list', 39, isFirst)): string {
  return outsideHtml({ ...cover, alt: '' }, isFirst ? 'fetchpriority="high"' : 'loading="lazy"', sizes);
}

function outsideHtml(image: Image, priority: string, sizes: string): string {
  const { src, alt, width, height } = image;
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const address = src.startsWith('/') ? encodePath(src) : src;
  const img = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${size} decoding="async" ${priority}>`;
  const sources = sourcesOf(image, sizes);
  return sources ? `<picture>${sources}${img}</picture>` : img;
}

function sourcesOf(image: Image, sizes: string): string {
  const variants = imageVariants(image);
  if (variants.length === 0) return '';
  return variantFormats
    .map((format) => {
      const set = variants
        .filter((variant) => variant.format === format)
        .map((variant) => `${encodePath(variant.src)} ${variant.width}w`);
      return `<source type="image/${format}" srcset="${escapeHtml(set.join(', '))}" sizes="${sizes}">`;
    })
    .join('');
}
