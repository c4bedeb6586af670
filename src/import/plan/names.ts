/** Slugs and names of files, made from what an export says: the only place where a name for the disk is made. */

const forbiddenInSlug = /[\s/?#%\\."'<>&\p{Cc}]+/gu;
const maxSlugLength = 150;

/** Percent-decoded where that is possible; what is not valid stays as it is written. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A slug that the site can have: decoded, composed (NFC), without characters that change what an address means.
 * Empty when nothing is left.
 */
export function cleanSlug(written: string): string {
  const decoded = decodePercent(written).normalize('NFC').replace(forbiddenInSlug, '-');
  const trimmed = decoded
    .replace(/-{2,}/g, (run) => (written.includes(run) ? run : '-'))
    .replace(/^-+|(?<!-)-+$/g, '');
  return cutBytes(trimmed, maxSlugLength);
}

/** A slug from words: for what never had one. */
export function slugFromText(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return cutBytes(words, 60).replace(/^-+|(?<!-)-+$/g, '');
}

/** Names that Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A slug as part of a file's name. */
export function fileStem(slug: string): string {
  const plain = slug.replace(/[:*|]/g, '-').replace(/^[._]+/, '');
  if (plain === '') return 'unnamed';
  return device.test(plain) ? `${plain}-` : plain;
}

function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let cut = '';
  let length = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    cut += character;
  }
  return cut;
}

/** Endings of files that a site may serve. Programs and settings of servers are none of them. */
const servable = new Set(
  (
    'jpg jpeg jpe png gif webp avif svg ico bmp tif tiff heic mp3 m4a ogg oga opus wav flac aac mp4 m4v webm ogv mov avi mkv ' +
    'mpg mpeg wmv 3gp pdf doc docx odt rtf ppt pptx odp key xls xlsx ods csv tsv txt md epub mobi zip gz tar bz2 7z rar json ' +
    'xml gpx kml kmz geojson stl obj vtt srt psd ai eps woff woff2 ttf otf'
  ).split(' '),
);

/**
 * A path below the folder of uploads, as it may be written to disk.
 * @returns null for a path that leaves the folder, is hidden, or is of a type that is not served
 */
export function safeUploadPath(written: string): string | null {
  const decoded = decodePercent(decodePercent(written)).normalize('NFC');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with control characters is refused.
  if (/[\\\u0000-\u001f\u007f]|^[a-z]:|^\/|^[a-z]+:\/\//i.test(decoded)) return null;
  const parts = decoded.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || Buffer.byteLength(part) > 255)) return null;
  const ending = /\.([a-z0-9]+)$/i.exec(parts.at(-1) ?? '')?.[1]?.toLowerCase();
  return ending !== undefined && servable.has(ending) ? decoded : null;
}
