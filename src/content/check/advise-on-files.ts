import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findHiddenData, type HiddenData } from '../images/hidden-data.ts';
import { type ImageFile, isImageFile } from '../images/images.ts';
import { remarkOn } from '../images/other-files.ts';
import { listFiles } from '../read/list-files.ts';
import type { Advice } from './advice.ts';

const messages: Readonly<Record<Exclude<HiddenData, 'nothing'>, string>> = {
  place:
    'is published with the place where it was taken; move it next to the document that shows it, where a build removes that, or remove it with another program.',
  data: 'is published as it is, with what the camera wrote into it; move it next to the document that shows it.',
};

/** Bytes of a file that is read in one piece. */
const maxRead = 1024 ** 3;

interface Published {
  /** Images that were read, by file from the root. */
  readonly images: ReadonlyMap<string, ImageFile>;
  /** Files of documents, without `content/`. */
  readonly assets: readonly string[];
}

/** Files that are published with more than readers see: all of `public/`, and those of `content/` that stay as they are. */
export async function adviseOnFiles(root: string, published: Published): Promise<Advice[]> {
  return [
    ...(await adviseOnImages(root, published)),
    ...(await adviseOnOthers(root, [...assetsOf(published), ...listPublic(root)])),
  ];
}

/** The same for what documents show or link to, as a build reports it. */
export async function adviseOnShownFiles(
  root: string,
  published: Published & { files: readonly string[] },
): Promise<Advice[]> {
  const images = [...published.images].flatMap(([file, image]): Advice[] =>
    image.ok && image.cached === null && image.hidden === 'place'
      ? [{ file, about: 'metadata', message: messages.place }]
      : [],
  );
  const others = published.files.filter((file) => file.startsWith('public/'));
  return [...images, ...(await adviseOnOthers(root, [...assetsOf(published), ...others]))];
}

async function adviseOnImages(root: string, { images }: Published): Promise<Advice[]> {
  const advice: Advice[] = [];
  for (const file of listPublic(root).filter(isImageFile)) {
    const image = images.get(file);
    const hidden = image?.ok ? image.hidden : await readHiddenData(join(root, file));
    if (hidden !== 'nothing') advice.push({ file, about: 'metadata', message: messages[hidden] });
  }
  return advice;
}

async function adviseOnOthers(root: string, files: readonly string[]): Promise<Advice[]> {
  const advice: Advice[] = [];
  for (const file of files) {
    if (isImageFile(file) && !/\.svg$/i.test(file)) continue;
    const path = join(root, file);
    const message =
      statSync(path).size > maxRead
        ? 'is too large to be checked for places and other metadata.'
        : await remarkOn(file, readFileSync(path));
    if (message !== null) advice.push({ file, about: 'metadata', message });
  }
  return advice;
}

function assetsOf({ assets }: Published): string[] {
  return assets.map((asset) => `content/${asset}`);
}

function listPublic(root: string): string[] {
  return [...listFiles(join(root, 'public'))].map((file) => `public/${file}`).sort();
}

async function readHiddenData(path: string): Promise<HiddenData> {
  const { default: sharp } = await import('sharp');
  return sharp(readFileSync(path))
    .metadata()
    .then(findHiddenData, () => 'nothing' as const);
}
