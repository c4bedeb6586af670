import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentPathOfMedia } from 'agentsite/model';
import sharp from 'sharp';
import { encodeBits } from './record-keys.ts';

/** An image for the account: JPEG, without the hidden data of its file. */
export interface AccountImage {
  readonly bytes: Buffer;
  readonly link: string;
  /** As records name it. */
  readonly blob: object;
}

/** @returns undefined for an image of another host, and one that can't be read */
export async function readImage(root: string, src: string): Promise<AccountImage | undefined> {
  const path = src.startsWith('/media/') ? join('content', contentPathOfMedia(src)) : join('public', src);
  if (!existsSync(join(root, path))) return undefined;
  const fit = { width: 1000, height: 1000, fit: 'inside', withoutEnlargement: true } as const;
  const image = sharp(join(root, path), { density: 300 }).autoOrient().resize(fit);
  const jpeg = image.flatten({ background: '#fff' }).jpeg({ quality: 75 });
  const bytes = await jpeg.toBuffer().catch(() => null);
  if (!bytes) return undefined;
  // The name that hosts give to bytes: a CID of version 1, raw, SHA-256; its last digit has two bits more.
  const bits = BigInt(`0x01551220${hash('sha256', bytes, 'hex')}`) << 2n;
  const link = `b${encodeBits(bits, 58, 'abcdefghijklmnopqrstuvwxyz234567')}`;
  const blob = { $type: 'blob', ref: { $link: link }, mimeType: 'image/jpeg', size: bytes.length };
  return { bytes, link, blob };
}
