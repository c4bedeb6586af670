import type { Image } from '../model/document.ts';
import { encodePath } from '../model/urls.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { imageVariants, variantFormats, variantSizes } from './image-variants.ts';

/**
 * The HTML of a body as a page shows it. Feeds and the JSON interface carry the body as it is; a page adds what
 * makes sense on a page alone: headings that link to themselves, and pictures in the sizes that screens need.
 *
 * @param images the pictures of the body, as its document lists them
 */
export function toPageHtml(html: string, images: readonly Image[]): string {
  const linked = html.replace(heading, (whole, depth: string, id: string, content: string) =>
    content.includes('<a ')
      ? whole
      : `<h${depth} id="${id}"><a class="heading-link" href="#${id}">${content}</a></h${depth}>`,
  );
  if (images.length === 0) return linked;
  const bySource = new Map(images.map((image) => [encodePath(image.src), image]));
  let first = true;
  return linked.replace(picture, (tag, src: string) => {
    // The first picture is often the largest thing on the screen; those below may wait.
    const img = first ? tag.replace(' loading="lazy"', ' fetchpriority="high"') : tag;
    first = false;
    const image = bySource.get(src);
    const sources = image ? sourcesOf(image) : '';
    return sources ? `<picture>${sources}${img}</picture>` : img;
  });
}

/** A picture outside of a body, such as the one that stands for a document. */
export function pictureHtml(image: Image): string {
  const { src, alt, width, height } = image;
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const address = src.startsWith('/') ? encodePath(src) : src;
  const img = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${size} decoding="async" fetchpriority="high">`;
  const sources = sourcesOf(image);
  return sources ? `<picture>${sources}${img}</picture>` : img;
}

const heading = /<h([2-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/g;
const picture = /<img src="([^"]*)"[^>]*>/g;

function sourcesOf(image: Image): string {
  const variants = imageVariants(image);
  if (variants.length === 0) return '';
  return variantFormats
    .map((format) => {
      const set = variants
        .filter((variant) => variant.format === format)
        .map((variant) => `${encodePath(variant.src)} ${variant.width}w`);
      return `<source type="image/${format}" srcset="${set.join(', ')}" sizes="${variantSizes}">`;
    })
    .join('');
}
