import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isGhostExport, nameInGhost, pathInGhost } from '../ghost/ghost-media.ts';
import type { ImportOptions } from '../model/import-options.ts';
import type { Losses } from '../model/losses.ts';
import { safeUploadPath } from '../model/names.ts';
import { isZip, type Unpacked, unpackZip } from './unpack-zip.ts';

const exportLimit = 8 * 1024 ** 3;
const uploadsLimit = 100 * 1024 ** 3;

/** Unpacks archives into a temporary folder. @returns options with these files instead */
export async function unpackSources(
  options: ImportOptions,
  losses: Losses,
): Promise<{ options: ImportOptions; remove(): void }> {
  const { files, media, system } = options;
  if (system === 'markdown') return { options, remove: () => undefined };
  const packedMedia = media !== null && statSync(media).isFile();
  if (!packedMedia && !files.some((file) => !statSync(file).isDirectory() && isZip(file)))
    return { options, remove: () => undefined };
  const scratch = mkdtempSync(join(tmpdir(), 'agentsite-import-'));
  const unpacked: string[] = [];
  let ghostFiles: string | null = null;
  for (const [index, file] of files.entries()) {
    if (statSync(file).isDirectory() || !isZip(file)) unpacked.push(file);
    else if (isFolderOf(system)) {
      const into = join(scratch, String(index));
      mkdirSync(into);
      const found = await unpackZip(file, into, nameOfPage, exportLimit);
      report(file, { ...found, refused: [] }, losses);
      if (found.files.length > 0) unpacked.push(into);
    } else {
      const into = join(scratch, String(index));
      const found = await unpackZip(
        file,
        into,
        system === 'ghost' ? nameInGhost : system === 'blogger' ? nameOfFeed : nameOfExport,
        exportLimit,
      );
      report(file, { ...found, refused: [] }, losses);
      unpacked.push(...found.files.filter((path) => system !== 'ghost' || isGhostExport(path, into)));
      if (system === 'ghost' && found.files.some((path) => path.includes('/images/'))) ghostFiles ??= into;
    }
  }
  const uploads = join(scratch, 'uploads');
  if (packedMedia) {
    mkdirSync(uploads, { recursive: true });
    report(
      media,
      await unpackZip(
        media,
        uploads,
        system === 'ghost' ? pathInGhost : system === 'wordpress' ? nameOfUpload : nameOfImage,
        uploadsLimit,
      ),
      losses,
    );
  }
  mkdirSync(uploads, { recursive: true });
  return {
    options: { ...options, files: unpacked, media: packedMedia ? uploads : (media ?? ghostFiles) },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Services whose export is an archive with many files. */
const isFolderOf = (system: ImportOptions['system']): boolean => system === 'substack' || system === 'medium';

/** Pages and tables. */
const nameOfPage = (name: string): string | null =>
  /\.(?:html|csv)$/i.test(name) && !name.startsWith('__MACOSX') ? safeFileName(name) : null;

const safeFileName = (name: string): string | null =>
  /^[/\\]|(?:^|[/\\])\.\.?(?:[/\\]|$)|^[a-z]:|\0/i.test(name) ? null : name;

/** The feed of a blog in an archive of Google Takeout. */
const nameOfFeed = (name: string): string | null =>
  /(?:^|\/)(?!theme)[^/]+\.(?:atom|xml)$/i.test(name) ? safeFileName(name) : null;

const nameOfImage = (name: string): string | null => safeUploadPath(encodeURI(name));

/** Only the XML files of an archive are read. */
const nameOfExport = (name: string): string | null =>
  (!name.startsWith('__MACOSX') && /(?:^|[/\\])([^./\\][^/\\]*\.xml)$/i.exec(name)?.[1]) || null;

/** `uploads/2023/05/a.jpg`, `site/wp-content/uploads/2023/05/a.jpg` and `2023/05/a.jpg` are one file. */
function nameOfUpload(name: string): string | null {
  const below = name.replace(/^(?:.*?\/)??(?:wp-content\/)?uploads\//, '');
  const folder = /^(.*?)\.htaccess$/.exec(below)?.[1];
  // It closes folders, and is not published.
  if (folder !== undefined) return safeUploadPath(encodeURI(`${folder}htaccess.txt`)) === null ? null : below;
  return safeUploadPath(encodeURI(below));
}

function report(archive: string, { refused, problem }: Unpacked, losses: Losses): void {
  for (const name of refused)
    losses.addForSite(
      'file-refused',
      name,
      'It is hidden, outside of the folder, or of a type that the site does not serve.',
    );
  if (problem !== null)
    losses.addForSite(
      'cut-off',
      `${basename(archive)}: ${problem}`,
      problem.startsWith('The archive is refused')
        ? 'Nothing of it is imported. Unpack it yourself, and name what is in it.'
        : 'Create the archive again. What was intact in it is imported.',
    );
}
