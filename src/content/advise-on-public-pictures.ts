import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Advice } from './advice.ts';
import { findHiddenData, type HiddenData } from './hidden-data.ts';
import { isPictureFile, type PictureFile } from './pictures.ts';

const messages: Readonly<Record<Exclude<HiddenData, 'nothing'>, string>> = {
  place:
    'is published with the place where it was taken; move it beside the text that shows it, where a build takes that out, or take it out with another program.',
  data: 'is published as it is, with what the camera wrote into it; move it beside the text that shows it.',
};

/**
 * Pictures of `public/`, which are published byte for byte, that say more than their pixels.
 * @param known pictures that were read already, by file from the root
 */
export async function adviseOnPublicPictures(
  root: string,
  known: ReadonlyMap<string, PictureFile>,
): Promise<Advice[]> {
  const advice: Advice[] = [];
  for (const file of listPictures(root)) {
    const picture = known.get(file);
    const hidden = picture?.ok ? picture.hidden : await readHiddenData(join(root, file));
    if (hidden !== 'nothing') advice.push({ file, message: messages[hidden] });
  }
  return advice;
}

/** Those of {@link adviseOnPublicPictures} that say where they were taken, of the pictures that are known. */
export function describePlaces(known: ReadonlyMap<string, PictureFile>): string[] {
  return [...known]
    .filter(([, picture]) => picture.ok && picture.kept === null && picture.hidden === 'place')
    .map(([file]) => `${file} ${messages.place}`);
}

function listPictures(root: string): string[] {
  const folder = join(root, 'public');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isPictureFile(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

async function readHiddenData(path: string): Promise<HiddenData> {
  const { default: sharp } = await import('sharp');
  return sharp(readFileSync(path))
    .metadata()
    .then(findHiddenData, () => 'nothing' as const);
}
