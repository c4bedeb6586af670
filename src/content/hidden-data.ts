import type { Metadata } from 'sharp';

/** What a picture says beside its pixels: nothing; a time, a camera and the like; or also where it was taken. */
export type HiddenData = 'nothing' | 'data' | 'place';

/** Reads what cameras and programs wrote into a picture: Exif, XMP, IPTC, and the texts of PNG. */
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
