import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ImageFile, isImageFile } from '../../images/images.ts';
import { spellAsDisk } from '../../read/same-name.ts';

/** The images of a folder as lines of Markdown, which become a gallery. */
export type FolderGallery =
  | { readonly ok: true; readonly markdown: string; readonly folder: string }
  | { readonly ok: false; readonly message: string };

/**
 * @param written the folder, from the document: `./photos/`
 * @param file of the document, from the project's root
 */
export function readFolderGallery(
  written: string,
  file: string,
  root: string,
  images: ReadonlyMap<string, ImageFile>,
): FolderGallery {
  const folder = spellAsDisk(root, posix.join(posix.dirname(file), written).replace(/\/$/, ''));
  const path = join(root, folder);
  if (!folder.startsWith('content/') || !existsSync(path) || !statSync(path).isDirectory())
    return { ok: false, message: `there is no folder ${folder}.` };
  const names = readdirSync(path)
    .filter((name) => !/^[._]/.test(name) && isImageFile(`${folder}/${name}`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (names.length === 0) return { ok: false, message: `there are no images in ${folder}.` };
  const from = written.replace(/\/*$/, '/');
  const lines = names.map((name) => {
    const image = images.get(`${folder}/${name}`);
    const caption = image?.ok ? (image.caption ?? '').replace(/\s+/g, ' ').trim() : '';
    const title = caption === '' ? '' : ` "${caption.replace(/["\\]/g, '\\$&')}"`;
    return `![${caption.replace(/[[\]\\]/g, '\\$&')}](${encodePath(from + name)}${title})`;
  });
  return { ok: true, markdown: lines.join('\n'), folder };
}

const encodePath = (path: string) =>
  encodeURI(path).replace(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
