import { safeUploadPath } from '../model/names.ts';

/** Path below Ghost's folder `content`; null for themes, data, settings and resized images. */
export function pathInGhost(path: string): string | null {
  if (/(?:^|\/)images\/size\/|^size\//.test(path)) return null;
  const inside = /(?:^|\/)content\/((?:images|media|files)\/.*)$/.exec(path)?.[1];
  if (inside !== undefined) return inside;
  if (/^(?:images|media|files)\//.test(path)) return path;
  return /^\d{4}\/\d\d\//.test(path) ? `images/${path}` : null;
}

/** Ghost's backup contains the export as JSON, at the top or in `data`, next to the files. */
export function nameInGhost(name: string): string | null {
  const inside = pathInGhost(name);
  if (inside !== null) return safeUploadPath(encodeURI(inside));
  return /^(?:[^/]+\/)?(?:data\/)?[^/.][^/]*\.json$/.test(name) ? safeUploadPath(encodeURI(name)) : null;
}

/** Is a file of an unpacked backup the export? Settings and redirects are JSON too. */
export function isGhostExport(path: string, root: string): boolean {
  const below = path.slice(root.length + 1);
  return /\.json$/.test(below) && !/^(?:images|media|files)\/|redirects|package\.json$/.test(below);
}
