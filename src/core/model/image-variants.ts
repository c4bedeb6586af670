import type { Document, Image } from './document.ts';
import type { Site } from './site.ts';
import { encodePath } from './urls.ts';

/** One smaller or lighter form of an image, made by the build. */
export interface ImageVariant {
  /** Decoded path from the root of the site: `/media/posts/plan.png.480.avif`. */
  readonly src: string;
  readonly width: number;
  readonly format: VariantFormat;
}

/** Best first: a browser takes the first that it can show. */
export const variantFormats = ['avif', 'webp'] as const;
export type VariantFormat = (typeof variantFormats)[number];

/** Widths for phones and the text column at one to three device pixels per point; none is over twice the one before. */
const widths = [240, 480, 800, 1200, 1600] as const;
export const smallestWidth = widths[0];

/** No image of the content is published wider than this, unless its original is asked for. */
export const largestWidth = 1600;

/** Encoded address of a small form of a document's cover, for search results; empty where none is shown. */
export function coverThumbnail({ image }: Pick<Document, 'image'>, { show }: Pick<Site, 'show'>): string {
  if (!show.covers || !image?.src.startsWith('/')) return '';
  return encodePath((imageVariants(image).find(({ format }) => format === 'webp') ?? image).src);
}

/** How wide the column of text is on narrow screens: `--gutter` in `src/styles/tokens.css` is left of it and right. */
const narrow = '100vw - max(2.25rem, 8vw)';
/** The width of the screen from which on a column has its full width. */
const fullFrom = (measure: number) => round(measure / 0.92);
const round = (rem: number) => Math.round(rem * 100) / 100;

/** Where an image of the text is in a page, for the browser's choice among the widths. @param measure of the look, in rem */
export const textSizes = (measure: number) =>
  `(min-width: ${fullFrom(measure)}rem) ${measure}rem, calc(${narrow})`;

/** The same for the image above a text: across all columns, where the frame is wider than that of the text. */
export const leadSizes = (measure: number, frame: number) =>
  frame > measure ? `(min-width: 76rem) ${frame}rem, ${textSizes(measure)}` : textSizes(measure);

/** The same in a gallery of `count` images, whose columns are in `src/styles/blocks.css`. */
export function gallerySizes(measure: number, count: number): string {
  if (count === 1) return textSizes(measure);
  const columns = count === 2 || count === 4 ? 2 : 3;
  const gaps = (columns - 1) * 0.75;
  const full = `(min-width: ${fullFrom(measure)}rem) ${round((measure - gaps) / columns)}rem`;
  const wide = columns === 3 ? `(min-width: 40rem) calc((92vw - ${gaps}rem) / 3), ` : '';
  return `${full}, ${wide}calc((${narrow} - 0.75rem) / 2)`;
}

/** The same across more than the column of text. */
export const wideSizes = '(min-width: 66rem) 60rem, 100vw';

/** The same for covers in lists, by the layouts of `src/styles/lists.css`; `photo` is one across a list. @param frame what lists fill, in rem */
export function coverSizes(layout: string, frame: number, isFirst: boolean): string {
  if (layout === 'photo') return textSizes(frame);
  if (layout === 'list') return '(min-width: 34rem) 9rem, 6rem';
  if (layout === 'images')
    return isFirst
      ? textSizes(frame)
      : `(min-width: 52rem) calc((min(92vw, ${frame}rem) - 2rem) / 2), calc(${narrow})`;
  const two = `(min-width: 39rem) calc((min(92vw, ${frame}rem) - 1.75rem) / 2), calc(${narrow})`;
  if (frame < 54) return two;
  return isFirst
    ? `(min-width: 52rem) calc((min(92vw, ${frame}rem) - 2rem) * 0.6), ${two}`
    : `(min-width: 59rem) calc((min(92vw, ${frame}rem) - 3.5rem) / 3), ${two}`;
}

/** Would a box of cards cut off more than a rim? So it does of tall and very wide images, and any cut hurts a drawing. */
export function isShownWhole({ src, width, height }: Image): boolean {
  const ratio = (width ?? 0) / (height ?? 1);
  return !/\.(?:jpe?g|avif|heic)$/i.test(src) || ratio < 1.25 || ratio > 2;
}

/** Was it as wide as images are published, or wider? Its smaller forms are then made of the published one. */
export function isPhotograph({ src, width }: Image): boolean {
  return width !== null && width >= largestWidth && src.startsWith('/media/') && /\.jpe?g$/i.test(src);
}

/** The generated variants of an image; none for drawings, animations and other hosts. Names follow from address and width. */
export function imageVariants(image: Image): ImageVariant[] {
  const { src, width, animated } = image;
  if (width === null || animated || !/^\/[^/].*\.(?:png|jpe?g|webp)$/i.test(src)) return [];
  const largest = Math.min(width, largestWidth);
  const smaller = widths.filter((one) => one < width && (one !== smallestWidth || width >= 2 * one));
  return variantFormats.flatMap((format) =>
    [...new Set([...smaller, largest])].map((variantWidth) => ({
      src: `${src}.${variantWidth}.${format}`,
      width: variantWidth,
      format,
    })),
  );
}
