import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Metadata, Sharp } from 'sharp';
import { largestWidth } from '../../core/model/image-variants.ts';
import type { Site } from '../../core/model/site.ts';
import { contentPathOfMedia, isConverted, mediaPath } from '../../core/model/urls.ts';
import { isAnimated, refuseSequence, stripFrames } from './animated.ts';
import { stripGif } from './gif.ts';
import { HeicDecoder } from './heic.ts';
import { findHiddenData, type HiddenData } from './hidden-data.ts';
import { loadSharp } from './load-sharp.ts';
import { measureSvg, stripSvg } from './svg.ts';

/**
 * Images of documents. Those in `content/` are published rotated upright, at most {@link largestWidth} wide and without
 * metadata; HEIC and TIFF become JPEG. SVG and animations only lose metadata. Files in `public/` are published unchanged.
 * Sharp is loaded only for a new or changed image, since loading it takes longer than a rebuild.
 */
export type ImageFile =
  | {
      readonly ok: true;
      /** Pixels, as published. */
      readonly width: number;
      readonly height: number;
      /** Digest of the file and of the settings that decide what is made of it. */
      readonly digest: string;
      /** Name of the published form in the cache of images; null where the file itself is published. */
      readonly cached: string | null;
      /** Is the published form the only one that Sharp can read? */
      readonly decoded: boolean;
      readonly bytes: number;
      /** Metadata of the file itself. */
      readonly hidden: HiddenData;
      /** What the file says about the image, where captions are wanted. */
      readonly caption?: string;
      /** Names that stay in everything that is made of the image. */
      readonly rights: Rights;
      /** Its frames are in the published file alone: smaller forms would not move. */
      readonly animated?: true;
      /** The published form is still to be made; `bytes` are those of the file. */
      readonly later?: true;
    }
  /** `message` continues a sentence that names the file. */
  | { readonly ok: false; readonly message: string };

/** Fields of Exif that say whose image it is. */
export interface Rights {
  readonly Artist?: string;
  readonly Copyright?: string;
}

/** Raise it when the way in which images are made changes. */
const version = 4;

const isImage = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** Is it an image that browsers show as it is published? `file` is a name, or a path from the project's root. */
export function isImageFile(file: string): boolean {
  return isImage.test(file) || (file.startsWith('content/') && isConverted(file));
}

/** The file behind the address of an image of the site, from the project's root. */
export function imageSource(src: string): string {
  return src.startsWith(mediaPath('')) ? `content/${contentPathOfMedia(src)}` : `public${src}`;
}

/** Makes the published forms of images, cached in a folder by what decides them. */
export class ImageMaker {
  readonly #root: string;
  readonly #folder: string;
  readonly #settings: Site['images'];
  readonly #heic = new HeicDecoder();

  /** @param root of the project; @param folder for the forms that are published */
  constructor(root: string, folder: string, settings: Site['images']) {
    this.#root = root;
    this.#folder = folder;
    this.#settings = settings;
  }

  /** @param isLater leaves what takes long to another call: the published form of a photograph */
  async read(file: string, isLater = false): Promise<ImageFile> {
    const bytes = readFileSync(join(this.#root, file));
    try {
      if (/\.svg$/i.test(file)) return await this.#readDrawing(bytes, file);
      const problem = refuseSequence(bytes);
      if (problem !== null) return { ok: false, message: problem };
      const sharp = await loadSharp();
      const metadata = await sharp(bytes).metadata();
      const isMoving = isAnimated(bytes);
      const rights = this.#settings.copyright ? await readRights(metadata) : {};
      const digest = hash('sha256', bytes, 'base64url');
      const common = {
        ok: true,
        digest: keyOf(digest, rights),
        hidden: await findHiddenData(metadata),
        rights,
        ...(isMoving ? { animated: true as const } : {}),
        ...(this.#settings.captions ? await readCaption(metadata) : {}),
      } as const;
      if (!file.startsWith('content/')) {
        await readToEnd(sharp(bytes));
        return { ...common, ...metadata.autoOrient, cached: null, decoded: false, bytes: bytes.length };
      }
      const cached = keyOf(digest, rights, version, extname(file).toLowerCase(), largestWidth);
      // By its content: phones also give HEIC photos the names of JPEGs.
      const decoded = metadata.format === 'heif' && metadata.compression !== 'av1';
      if (isLater && !isMoving && !/\.gif$/i.test(file) && !existsSync(join(this.#folder, cached)))
        return { ...common, ...shownSize(metadata), cached, decoded, bytes: bytes.length, later: true };
      const make = async () =>
        makeForm(decoded ? await this.#decode(bytes, metadata.icc) : bytes, file, metadata, rights);
      const form = await remember(this.#root, join(this.#folder, cached), make);
      const { width, height } = await sharp(form).metadata();
      return { ...common, width, height, cached, decoded, bytes: form.length };
    } catch (error) {
      return { ok: false, message: `cannot be read as an image (${reasonOf(error)}); save it again` };
    }
  }

  /** Of a drawing nothing is decoded: it has no pixels. @throws when it is not well-formed */
  async #readDrawing(bytes: Buffer, file: string): Promise<ImageFile> {
    const size = measureSvg(bytes);
    const digest = hash('sha256', bytes, 'base64url');
    const common = { ok: true, ...size, hidden: 'nothing', rights: {}, decoded: false } as const;
    const cached = file.startsWith('content/') ? keyOf(digest, version, '.svg') : null;
    const form = cached
      ? await remember(this.#root, join(this.#folder, cached), async () => stripSvg(bytes))
      : bytes;
    return { ...common, digest: keyOf(digest), cached, bytes: form.length };
  }

  has(image: ImageFile): boolean {
    return !image.ok || image.cached === null || image.later || existsSync(join(this.#folder, image.cached));
  }

  /** Removes the forms that none of these images has. */
  removeOthers(images: Iterable<ImageFile>): void {
    if (!existsSync(this.#folder)) return;
    const used = new Set([...images].map((image) => (image.ok ? image.cached : null)));
    for (const name of readdirSync(this.#folder)) if (!used.has(name)) rmSync(join(this.#folder, name));
  }

  /** Frees what reading took. */
  async close(): Promise<void> {
    await this.#heic.close();
  }

  /** @throws when the file is damaged */
  async #decode(bytes: Uint8Array, profile: Uint8Array | undefined): Promise<Uint8Array> {
    const decoded = await this.#heic.decode({ bytes, profile });
    if (!decoded.ok) throw new Error(decoded.message);
    return decoded.tiff;
  }
}

/** Where builds, draft builds, the editor and the dev server cache images, each those that it uses. */
const caches = ['', '/preview', '/edit'].map((one) => `node_modules/.cache/agentsite${one}`).concat('.dev');

/** Reads a converted image from a cache, or converts it and writes it there. Its name is a digest of all inputs. */
export async function remember(
  root: string,
  file: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const own = readIfThere(file);
  if (own) return own;
  const [name, kind] = [basename(file), basename(dirname(file))];
  let bytes: Uint8Array | null = null;
  for (const cache of caches) bytes ??= readIfThere(join(root, cache, kind, name));
  bytes ??= await make();
  mkdirSync(dirname(file), { recursive: true });
  // Complete or not at all, since others read it.
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
  return bytes;
}

/** Another process may remove the file at any time. */
function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Size and time of change of a file: while they are the same, so is what was read of it. Empty without a file. */
export function signFile(root: string, file: string): string {
  const found = statSync(join(root, file), { throwIfNoEntry: false });
  return found ? `${found.size}:${found.mtimeMs}` : '';
}

function keyOf(...values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url');
}

/** The size of the published form, before it is made. */
function shownSize({ autoOrient: { width, height } }: Metadata): { width: number; height: number } {
  const shown = Math.min(width, largestWidth);
  return { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
}

/** At little cost. @throws when the image is damaged anywhere. */
async function readToEnd(image: Sharp): Promise<void> {
  await image.clone().resize({ width: 16 }).toBuffer();
}

/** Sharp leaves out all metadata that it is not asked to write, and turns colours into sRGB. */
async function makeForm(
  bytes: Uint8Array,
  file: string,
  metadata: Metadata,
  rights: Rights,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const image = sharp(bytes);
  const frames = isAnimated(bytes) ? stripFrames(bytes) : null;
  if (frames) {
    await readToEnd(image);
    return frames;
  }
  const shown = image.autoOrient().resize({ width: largestWidth, withoutEnlargement: true });
  const named = keepRights(shown, rights);
  switch (extname(file).toLowerCase()) {
    case '.gif':
      if (metadata.format !== 'gif') return named.gif().toBuffer();
      await readToEnd(image);
      return stripGif(bytes);
    case '.avif':
      return named.avif({ quality: 65, effort: 4 }).toBuffer();
    case '.webp':
      return named.webp({ quality: 85, effort: 5 }).toBuffer();
    case '.png':
      return named.png({ compressionLevel: 9, palette: metadata.isPalette === true, dither: 0 }).toBuffer();
    default:
      // Of a large photograph mozjpeg saves 4 % of the bytes at three times the CPU time.
      return named
        .flatten({ background: '#fff' })
        .jpeg({ quality: 85, progressive: true, mozjpeg: metadata.width < largestWidth })
        .toBuffer();
  }
}

/** Writes the names of artist and rights holder, where there are any. */
export function keepRights(image: Sharp, rights: Rights): Sharp {
  return Object.keys(rights).length > 0 ? image.withExif({ IFD0: { ...rights } }) : image;
}

async function readRights({ exif }: Metadata): Promise<Rights> {
  if (!exif) return {};
  const { default: readExif } = await import('exif-reader');
  const { Artist, Copyright } = readExif(exif).Image ?? {};
  return {
    ...(typeof Artist === 'string' ? { Artist } : {}),
    ...(typeof Copyright === 'string' ? { Copyright } : {}),
  };
}

/** The caption that a photographer wrote into the file: that of IPTC, or else the description of Exif. */
async function readCaption({ iptc, exif }: Metadata): Promise<{ caption?: string }> {
  // Record 2, dataset 120, and the length of the text.
  const at = iptc ? iptc.indexOf(Buffer.from([0x1c, 0x02, 0x78])) : -1;
  if (iptc && at >= 0) return { caption: iptc.toString('utf8', at + 5, at + 5 + iptc.readUInt16BE(at + 3)) };
  if (!exif) return {};
  const { default: readExif } = await import('exif-reader');
  const caption = readExif(exif).Image?.ImageDescription;
  return typeof caption === 'string' && caption.trim() !== '' ? { caption } : {};
}

/** `VipsJpeg: premature end of JPEG image` without the names of libraries. */
function reasonOf(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n');
  return first.replace(
    /^(?:Vips\w+: |\w+load_buffer: |Input buffer (?:contains |has corrupt header: (?:glib: )?)?)/i,
    '',
  );
}
