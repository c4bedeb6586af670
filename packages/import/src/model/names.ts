import { slugOf } from 'agentsite/text';

/** Slugs and file names. No other file creates names for the disk. */

const forbiddenInSlug = /[\s/?#%\\."'<>&\p{Cc}]+/gu;
const maxSlugLength = 150;

/** Percent-decodes a string; invalid escapes stay. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Fills the placeholders of a pattern, `{name}` or `:name`; unknown ones stay. */
export const fillPattern = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(
    /\{(\w+)\}|:(\w+)/g,
    (whole, name: string, other: string) => values[name ?? other] ?? whole,
  );

/** The parts of a date as it is stored, for a pattern. */
export function datePartsOf(date: string): { year: string; month: string; day: string } {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  return { year, month, day };
}

/** Valid slug: decoded, composed (NFC), without special characters. May be empty. */
export function cleanSlug(written: string): string {
  const decoded = decodePercent(written).normalize('NFC').replace(forbiddenInSlug, '-');
  const trimmed = decoded
    .replace(/-{2,}/g, (run) => (written.includes(run) ? run : '-'))
    .replace(/^-+|(?<!-)-+$/g, '');
  return cutBytes(trimmed, maxSlugLength);
}

export function slugFromText(text: string): string {
  return slugOf(text, 60);
}

/** Device names of Windows. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

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

/** File extensions that a site may serve; no programs or server settings. */
const servable = new Set(
  (
    'jpg jpeg jpe png gif webp avif svg ico bmp tif tiff heic mp3 m4a ogg oga opus wav flac aac mp4 m4v webm ogv mov avi mkv ' +
    'mpg mpeg wmv 3gp pdf doc docx odt rtf ppt pptx odp key xls xlsx ods csv tsv txt md epub mobi zip gz tar bz2 7z rar json ' +
    'xml gpx kml kmz geojson stl obj vtt srt psd ai eps woff woff2 ttf otf'
  ).split(' '),
);

/** Path below the uploads folder; null if it leaves the folder, is hidden, or may not be served. */
export function safeUploadPath(written: string): string | null {
  const decoded = decodePercent(decodePercent(written)).normalize('NFC');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with control characters is refused.
  if (/[\\\u0000-\u001f\u007f]|^[a-z]:|^\/|^[a-z]+:\/\//i.test(decoded)) return null;
  const parts = decoded.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || Buffer.byteLength(part) > 255)) return null;
  const ending = /\.([a-z0-9]+)$/i.exec(parts.at(-1) ?? '')?.[1]?.toLowerCase();
  return ending !== undefined && servable.has(ending) ? decoded : null;
}
