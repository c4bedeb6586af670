import { isUtf8 } from 'node:buffer';
import type { Metadata } from 'sharp';

/** Metadata of an image: none; time, camera and the like; or also the place. */
export type HiddenData = 'nothing' | 'data' | 'place';

/** Reads the metadata of an image: Exif, XMP, IPTC, and text chunks of PNG. */
export async function findHiddenData({ exif, xmp, iptc, comments }: Metadata): Promise<HiddenData> {
  if (xmp?.includes('GPSLatitude') || (exif && (await saysPlace(exif)))) return 'place';
  return exif || xmp || iptc || comments ? 'data' : 'nothing';
}

async function saysPlace(exif: Uint8Array): Promise<boolean> {
  const { default: readExif } = await import('exif-reader');
  try {
    return readExif(Buffer.from(exif)).GPSInfo?.GPSLatitude !== undefined;
  } catch {
    // What cannot be read is no more than data.
    return false;
  }
}

/** Files of cameras, which always name the device. */
const raw = /\.(?:3fr|arw|cr[23w]|dng|nef|nrw|orf|pef|raf|rw2|srw)$/i;
const archive = /\.(?:docx|xlsx|pptx|od[tsp]|epub|zip)$/i;
/** What is read of an archive, up to a limit of bytes for each file. */
const inArchive = /\.(?:jpe?g|png|webp|tiff?|hei[cf]|mp4|mov)$|(?:^|\/)(?:core|meta)\.xml$/i;
const maxInArchive = 64 * 1024 * 1024;

/** A word, and what follows it where it means what is looked for. */
type Mark = readonly [word: string, next: RegExp];

/** Places in XMP, in the boxes and keys of MP4 and QuickTime, and in the tags of Matroska and MP3. */
const placeMarks: readonly Mark[] = [
  ['exif:GPSLatitude', /^/],
  ['com.apple.quicktime.location.ISO6709', /^/],
  ['\u00a9xyz', /^[\s\S]{4}[+-]\d/],
  ['loci', /^\0{4}/],
  ['LOCATION', /^[\s\S]{0,12}[+-]\d{2}/],
  // What ffmpeg writes into the tags of an MP3.
  ['location', /^(?:-\w+)?\0[+-]\d{2}/],
];
const pdfMarks: readonly Mark[] = [
  ['/Info', /^\s+\d+\s+\d+\s+R/],
  ['/Type/Metadata', /^(?!\w)/],
  ['/Type /Metadata', /^(?!\w)/],
];

/** Looks for the same in a file of any other format, which it needn't understand. Text hides nothing. */
export async function findHiddenBytes(name: string, bytes: Uint8Array): Promise<HiddenData> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPdf = file.subarray(0, 1024).includes('%PDF-');
  if (!isPdf && isUtf8(file)) return 'nothing';
  if (archive.test(name)) return findInArchive(file);
  if (contains(file, placeMarks) || (await hasPlaceInExif(file))) return 'place';
  return raw.test(name) || (isPdf && contains(file, pdfMarks)) ? 'data' : 'nothing';
}

async function findInArchive(file: Buffer): Promise<HiddenData> {
  let found: HiddenData = 'nothing';
  for (const [name, bytes] of Object.entries(await unzip(file))) {
    if (name.endsWith('.xml')) found = namesAuthor(bytes) ? 'data' : found;
    else if ((await findHiddenBytes(name, bytes)) === 'place') return 'place';
  }
  return found;
}

/** Empty for what can't be unpacked. */
async function unzip(file: Buffer): Promise<Record<string, Uint8Array>> {
  const { unzipSync } = await import('fflate');
  try {
    return unzipSync(file, {
      filter: ({ name, originalSize }) => inArchive.test(name) && originalSize <= maxInArchive,
    });
  } catch {
    return {};
  }
}

function namesAuthor(xml: Uint8Array): boolean {
  const author = /<(?:dc:creator|cp:lastModifiedBy|meta:initial-creator)>[^<]/;
  return author.test(Buffer.from(xml).toString());
}

function contains(file: Buffer, marks: readonly Mark[]): boolean {
  return marks.some(([word, next]) =>
    [...indexesOf(file, word)].some((at) =>
      next.test(file.toString('latin1', at + word.length, at + word.length + 24)),
    ),
  );
}

/** Exif is a TIFF behind `Exif\0\0`, wherever that is; the files of cameras are themselves TIFF. */
async function hasPlaceInExif(file: Buffer): Promise<boolean> {
  if (/^(?:II\*\0|MM\0\*)/.test(file.toString('latin1', 0, 4)) && (await saysPlace(file))) return true;
  for (const at of indexesOf(file, 'Exif\0\0')) {
    if (await saysPlace(file.subarray(at, at + 0x1_0000))) return true;
  }
  return false;
}

function* indexesOf(file: Buffer, word: string): Generator<number> {
  const bytes = Buffer.from(word, 'latin1');
  for (let at = file.indexOf(bytes); at >= 0; at = file.indexOf(bytes, at + bytes.length)) yield at;
}
