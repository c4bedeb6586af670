import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Losses } from '../model/losses.ts';
import { decodePercent, safeUploadPath } from '../model/names.ts';
import type { Survey, SurveyedAttachment } from '../model/survey.ts';
import { closedFolderOf, closesFolder } from '../wordpress/closed-folders.ts';

/** The files of the old site. Their addresses stay, so that links in mails and on other sites keep working. */
export class MediaLibrary {
  /** Address of the uploads folder: `/wp-content/uploads/`. */
  readonly folder: string;
  /** Paths below that folder (NFC), and the files on disk; addresses in a dry run. */
  readonly files: ReadonlyMap<string, string>;
  readonly #attachments: Survey['attachments'];
  /** Original decomposed (NFD) names, by composed ones. */
  readonly #decomposed: ReadonlyMap<string, string>;
  /** Positions in the export, by ID. */
  readonly #byId = new Map<number, number>();
  /** Positions in the export of the images attached to a document. */
  readonly #byParent = new Map<number, number[]>();

  constructor(folder: string, files: ReadonlyMap<string, string>, attachments: Survey['attachments']) {
    this.folder = folder;
    this.files = files;
    this.#attachments = attachments;
    this.#decomposed = decomposedNames(files, folder, attachments);
    let place = 0;
    for (const { id, url, parent } of attachments.values()) {
      this.#byId.set(id, place);
      if (parent !== 0 && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(url)) {
        const others = this.#byParent.get(parent);
        if (others) others.push(place);
        else this.#byParent.set(parent, [place]);
      }
      place++;
    }
  }

  /** Path of a file by its address; the original of a resized image. */
  find(path: string, id: number | null): string | null {
    const plain = decodePercent(path).normalize('NFC');
    const own = id === null ? undefined : this.attachment(id);
    const whole = own === undefined ? null : this.pathOf(own);
    const candidates = [
      whole !== null && isSizeOf(plain, whole) ? whole : null,
      this.folder === '/' ? plain : wholePath(plain),
      wholePath(plain)?.replace(/(\.\w+)$/, '-scaled$1'),
      plain,
    ];
    return (
      candidates.find(
        (candidate): candidate is string => typeof candidate === 'string' && this.files.has(candidate),
      ) ?? null
    );
  }

  /** Would the path be a file's? Without a folder of uploads, pages and files share all folders. */
  owns(path: string): boolean {
    return this.folder !== '/' || /\.(?!html?$)[a-z0-9]{2,5}$/i.test(path);
  }

  /** Path of an attachment's file below the uploads folder; null if it may not be served. */
  pathOf(attachment: SurveyedAttachment): string | null {
    return safeUploadPath(attachment.file || pathBelow(attachment.url, this.folder) || '');
  }

  /** Images attached to a document, in their order. */
  imagesOf(id: number): readonly SurveyedAttachment[] {
    const images = (this.#byParent.get(id) ?? []).flatMap((place) => this.#attachments.get(place) ?? []);
    return images.sort((a, b) => a.order - b.order || a.id - b.id);
  }

  attachment(id: number): SurveyedAttachment | undefined {
    const place = this.#byId.get(id);
    return place === undefined ? undefined : this.#attachments.get(place);
  }

  address(path: string): string {
    return `${this.folder}${this.#decomposed.get(path) ?? path}`;
  }
}

/** Original names of files, by composed ones: macOS writes names decomposed (NFD). */
export function decomposedNames(
  files: ReadonlyMap<string, string>,
  folder: string,
  attachments: Survey['attachments'],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const composed = new Set<string>();
  for (const { url } of attachments.values()) {
    const written = decodePercent((pathBelow(url, folder) ?? '').replace(/[?#].*$/s, ''));
    const name = written.normalize('NFC');
    if (name === written) composed.add(name);
    else names.set(name, written);
  }
  for (const [name, from] of files) {
    const whole = wholePath(name) ?? name;
    if (composed.has(whole) || names.has(name) || name === name.normalize('NFD')) continue;
    const onDisk = from.split(/[/\\]/).slice(-name.split('/').length).join('/');
    if (names.has(whole)) names.set(name, name.normalize('NFD'));
    else if (onDisk !== name && onDisk.normalize('NFC') === name) names.set(name, onDisk);
  }
  return names;
}

/** Is a file an address, because a dry run does not download it? */
export const isNotDownloaded = (file: string): boolean => /^https?:\/\//.test(file);

/** `2023/05/bench.jpg` for `2023/05/bench-300x200.jpg`; null if it is not a resized image. */
function wholePath(path: string): string | null {
  return /-\d+x\d+\.\w+$/.test(path) ? path.replace(/-\d+x\d+(\.\w+)$/, '$1') : null;
}

const stem = (path: string): string => path.replace(/\.\w+$/, '').replace(/-(?:scaled|rotated|e\d+)$/, '');

function isSizeOf(path: string, whole: string): boolean {
  return stem(wholePath(path) ?? path).toLowerCase() === stem(whole).toLowerCase();
}

/** WordPress.com stores files at `https://name.files.wordpress.com/2008/06/a.jpg`, without an uploads folder. */
function pathBelow(url: string, folder: string): string | null {
  const at = url.indexOf(folder);
  if (at >= 0) return url.slice(at + folder.length);
  return /^https?:\/\/[^/]+\/(\d{4}\/\d\d\/[^/?#]+)/.exec(url)?.[1] ?? null;
}

/** The uploads folder, inferred from the attachments. */
export function uploadsFolder(listed: Iterable<SurveyedAttachment>): string {
  const attachments = [...listed];
  for (const { url, file } of attachments) {
    if (file === '' || !url.endsWith(`/${file}`) || safeUploadPath(file) === null || !URL.canParse(url))
      continue;
    const folder = decodePercent(new URL(url.slice(0, -file.length)).pathname);
    if (!folder.includes('..') && folder.length > 1) return folder;
  }
  // A recording may not reveal which part of an address is the folder.
  for (const { url } of attachments) {
    const folder = URL.canParse(url)
      ? /^.*?\/wp-content\/uploads\//.exec(decodePercent(new URL(url).pathname))?.[0]
      : null;
    if (folder && !folder.includes('..')) return folder;
  }
  return '/wp-content/uploads/';
}

/** Hosts that had nothing but files, by year and month: WordPress.com has one for each site. */
export function fileHostsOf(attachments: Iterable<SurveyedAttachment>): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const { url } of attachments) {
    const host = /^https?:\/\/([^/]+)\/\d{4}\/\d\d\/[^/?#]+/.exec(url)?.[1];
    if (host !== undefined) hosts.add(host.toLowerCase());
  }
  return hosts;
}

/** Files in a copy of the uploads that may be published. @param pathOf null skips a file */
export function listMediaFiles(
  root: string | null,
  losses: Losses,
  pathOf: (below: string) => string | null = (below) => below,
): Map<string, string> {
  const files = new Map<string, string>();
  if (root === null) return files;
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pathBelowRoot = (path: string) =>
    path
      .slice(root.length)
      .replace(/^[/\\]+/, '')
      .replaceAll('\\', '/');
  const rules = entries.filter((entry) => entry.name === '.htaccess' && entry.isFile());
  const closed = new Set(
    rules
      .filter(({ parentPath }) => closesFolder(join(parentPath, '.htaccess')))
      .map(({ parentPath }) => pathBelowRoot(parentPath)),
  );
  const kept = new Map<string, number>();
  for (const entry of entries.sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const path = join(entry.parentPath, entry.name);
    const given = pathBelowRoot(path);
    const below = pathOf(given);
    if (below === null || lstatSync(path).isDirectory()) continue;
    const folder = closedFolderOf(given, closed);
    if (folder !== null) {
      kept.set(folder, (kept.get(folder) ?? 0) + 1);
      continue;
    }
    const safe = entry.isFile() ? safeUploadPath(encodeURI(below)) : null;
    if (safe === null)
      losses.addForSite(
        'file-refused',
        below,
        'It is hidden, a link, or of a type that a site does not serve.',
      );
    else files.set(safe, path);
  }
  for (const [folder, count] of kept)
    losses.addForSite(
      'file-unpublished',
      `${folder} (${count} ${count === 1 ? 'file' : 'files'})`,
      'Readers of the old site could not load files of this folder. Copy to public/ what everybody may read.',
    );
  return files;
}
