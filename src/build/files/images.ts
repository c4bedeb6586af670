import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ImageFile, imageSource, keepRights, remember } from '../../content/images/images.ts';
import { imagesAtOnce, loadSharp } from '../../content/images/load-sharp.ts';
import type { LibrarySource, LoadedLibrary } from '../../content/library/load-library.ts';
import type { Image } from '../../core/model/document.ts';
import {
  type ImageVariant,
  imageVariants,
  isPhotograph,
  smallestWidth,
} from '../../core/model/image-variants.ts';
import { languagesOf } from '../../core/model/languages.ts';
import type { SocialCard } from '../../core/pages/page.ts';
import { describePages } from '../../core/pages/pages.ts';
import { siteCard } from '../../core/pages/social-card.ts';
import { keyOf, type Output } from '../plan/output.ts';
import type { DrawCard } from './draw-card.ts';

/** An image that is encoded from another one or drawn. Both are slow, so results are cached by their key. */
export interface DerivedImage {
  readonly file: string;
  readonly key: string;
  readonly make: () => Promise<Uint8Array>;
}

/** Part of the keys of cached images: raise one when the look of cards, or what draws or encodes, changes. */
const versions = { card: 1, encoder: 4 } as const;

type ReadImage = Extract<ImageFile, { ok: true }>;

/** Encodings that look like the original at a fraction of its size. AVIF with effort 4 saves 6 % of the bytes for five times the CPU time. */
const encodings = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 80, effort: 5 },
} as const;

/** For photographs more effort saves 1 to 5 % of the bytes at several times the CPU time. */
const encodingsOfPhotographs = {
  avif: { quality: 55, effort: 0 },
  webp: { quality: 78, effort: 2 },
} as const;
/** Many at once, each as large as a stamp. */
const encodingsOfSmallest = {
  avif: { quality: 38, effort: 0 },
  webp: { quality: 60, effort: 4 },
} as const;

/**
 * Writes copies of images in other sizes, then social cards; both are cached while something uses them. A failure is
 * reported where the promise is awaited.
 */
export function writeImages(
  loaded: LoadedLibrary,
  { root, cacheFile }: LibrarySource,
  output: Output,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const cache = join(dirname(cacheFile), 'images');
  mkdirSync(cache, { recursive: true });
  const unused = new Set(readdirSync(cache));
  const [dueCopies, dueCards] = [listCopies(loaded, root), listCards(loaded)].map((images) =>
    [...images].filter(({ file, key }) => {
      unused.delete(key);
      return !output.reuses(file, key);
    }),
  ) as [DerivedImage[], DerivedImage[]];
  const total = dueCopies.length + dueCards.length;
  let done = 0;
  const write = async (images: readonly DerivedImage[]) => {
    const next = images.values();
    const work = async () => {
      for (const { file, key, make } of next) {
        output.write(file, key, await remember(root, join(cache, key), make));
        onProgress(++done, total);
      }
    };
    await Promise.all(Array.from({ length: imagesAtOnce }, work));
  };
  const all = write(dueCopies)
    .then(() => write(dueCards))
    .then(() => {
      for (const name of unused) rmSync(join(cache, name));
    });
  all.catch(() => undefined);
  return all;
}

export function* listImages(loaded: LoadedLibrary, root: string): Generator<DerivedImage> {
  yield* listCopies(loaded, root);
  yield* listCards(loaded);
}

function* listCopies({ library, images, imageFolder }: LoadedLibrary, root: string): Generator<DerivedImage> {
  // No list of files has the images of documents that nothing lists.
  const unlisted = (library.unlisted ?? []).flatMap(({ image, images: own }) =>
    image ? [image, ...own] : own,
  );
  const media = library.media.filter(({ unshown }) => !unshown);
  const shown = new Map<string, Image>([...unlisted, ...media].map((one) => [one.src, one]));
  for (const one of shown.values()) {
    const file = imageSource(one.src);
    const image = images.get(file);
    if (!image?.ok) continue;
    const isPhoto = isPhotograph(one) && image.cached !== null;
    const path = image.decoded || isPhoto ? join(imageFolder, image.cached ?? '') : join(root, file);
    for (const variant of imageVariants(one)) {
      const ofPhoto = variant.width === smallestWidth ? encodingsOfSmallest : encodingsOfPhotographs;
      yield variantOf(variant, path, image, (isPhoto ? ofPhoto : encodings)[variant.format]);
    }
  }
}

function* listCards({ library }: LoadedLibrary): Generator<DerivedImage> {
  let renderer: Promise<DrawCard> | null = null;
  const draw = async (card: SocialCard) => {
    renderer ??= import('./draw-card.ts').then(({ openCardRenderer }) => openCardRenderer());
    return (await renderer)(card);
  };
  for (const site of languagesOf(library.site)) yield imageOf(siteCard(site), draw);
  for (const page of describePages(library)) {
    if (page.view === 'document' && page.card) yield imageOf(page.card, draw);
  }
}

function variantOf(
  variant: ImageVariant,
  path: string,
  { digest, rights }: ReadImage,
  settings: { readonly quality: number; readonly effort: number },
): DerivedImage {
  const { src, width, format } = variant;
  return {
    file: src.slice(1),
    key: keyOf(versions.encoder, digest, width, format, settings),
    make: async () => {
      const sharp = await loadSharp();
      const resized = sharp(path).autoOrient().resize({ width });
      return keepRights(resized, rights).toFormat(format, settings).toBuffer();
    },
  };
}

function imageOf(card: SocialCard, draw: DrawCard): DerivedImage {
  return { file: card.src.slice(1), key: keyOf(versions.card, card), make: () => draw(card) };
}
