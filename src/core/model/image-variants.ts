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

/** Widths that fit phones and the column of text, on screens with one to three pixels a point. */
const widths = [480, 800, 1200, 1600] as const;

/** Of photographs also one for galleries on phones. */
export const smallestWidth = 240;

/** No image of the content is published wider than this, unless its original is asked for. */
export const largestWidth = 1600;

/** Encoded address of a small form of a document's cover, for search results; empty where none is shown. */
export function coverThumbnail({ image }: Pick<Document, 'image'>, { show }: Pick<Site, 'show'>): string {
  if (!show.covers || !image?.src.startsWith('/')) return '';
  return encodePath((imageVariants(image).find(({ format }) => format === 'webp') ?? image).src);
}

/** Where the image is in a page, for the browser's choice among the widths. */
export const variantSizes = '(min-width: 46rem) 42rem, 100vw';
/** The same in a gallery, less than the third of a phone that an image fills there, for half the bytes; and across more than the column of text. */
export const gallerySizes = '(min-width: 46rem) 16rem, 18vw';
export const wideSizes = '(min-width: 64rem) 60rem, 100vw';
/** The same for covers in lists. */
export const coverSizes = '(min-width: 34rem) 13rem, 100vw';

/** Was it as wide as images are published, or wider? Its smaller forms are then made of the published one. */
export function isPhotograph({ src, width }: Image): boolean {
  return width !== null && width >= largestWidth && src.startsWith('/media/') && /\.jpe?g$/i.test(src);
}

/**
 * The forms of an image that the build makes; none for drawings, animations and other hosts. The names follow
 * only from the address and the width, so that pages and images are made independently of each other.
 */
export function imageVariants(image: Image): ImageVariant[] {
  const { src, width, animated } = image;
  if (width === null || animated || !/^\/[^/].*\.(?:png|jpe?g|webp)$/i.test(src)) return [];
  const smaller = isPhotograph(image) ? [smallestWidth, ...widths] : widths;
  const largest = Math.min(width, largestWidth);
  return variantFormats.flatMap((format) =>
    [...new Set([...smaller.filter((candidate) => candidate < width), largest])].map((variantWidth) => ({
      src: `${src}.${variantWidth}.${format}`,
      width: variantWidth,
      format,
    })),
  );
}
