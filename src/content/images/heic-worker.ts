import { createRequire } from 'node:module';
import { answerTasks } from '../../threads/answer-tasks.ts';
import type { DecodedHeic, HeicFile } from './heic.ts';
import { createTiff } from './tiff.ts';

/** What is used of libheif-js; its own declarations describe the C interface below. */
interface LibHeif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Writes RGBA into `pixels`; `done` gets null when the image is damaged. */
  display(pixels: Pixels, done: (shown: Pixels | null) => void): void;
  free(): void;
}

const require = createRequire(import.meta.url);
const { HeifDecoder }: LibHeif = require('libheif-js/wasm-bundle');

answerTasks(decode, (decoded) => (decoded.ok ? [decoded.tiff.buffer as ArrayBuffer] : []));

async function decode({ bytes, profile }: HeicFile): Promise<DecodedHeic> {
  const images = new HeifDecoder().decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) return { ok: false, message: 'damaged HEIC file' };
    // The decoder applies rotation and mirroring; the orientation in Exif repeats them.
    const size = { width: image.get_width(), height: image.get_height() };
    const { tiff, data } = createTiff(size, profile);
    const shown = await new Promise((done) => image.display({ ...size, data }, done));
    return shown ? { ok: true, tiff } : { ok: false, message: 'damaged HEIC file' };
  } finally {
    for (const image of images) image.free();
  }
}
