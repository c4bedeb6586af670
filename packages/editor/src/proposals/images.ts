import sharp from 'sharp';

export type StoredImage =
  | { readonly kind: 'stored'; readonly bytes: Buffer; readonly ending: string }
  | { readonly kind: 'refused'; readonly message: string };

const maxBytes = 20 * 1024 * 1024;
const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
};

/** An image as it is stored: upright, and without place, camera and other metadata. */
export async function storeImage(data: string): Promise<StoredImage> {
  const given = Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');
  if (given.length > maxBytes) return refuse('An image has at most 20 MB.');
  try {
    const image = sharp(given, { animated: true, failOn: 'error' });
    const { format, compression } = await image.metadata();
    const ending = format === 'heif' && compression !== 'av1' ? undefined : endings[format ?? ''];
    if (ending === undefined) return refuse('Images are JPEG, PNG, WebP, GIF or AVIF.');
    // `autoOrient` reads the orientation, which goes with the rest of the metadata.
    const upright = format === 'gif' ? image : image.autoOrient();
    return { kind: 'stored', bytes: await upright.toBuffer(), ending };
  } catch {
    return refuse(
      'This is no image that can be read: send the whole file, JPEG, PNG, WebP, GIF or AVIF, in Base64.',
    );
  }
}

const refuse = (message: string) => ({ kind: 'refused', message }) as const;
