import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** What a player says of a video or sound before it is loaded. */
export interface MediaFacts {
  readonly bytes: number;
  /** Null where the file doesn't say it, or is of another format than MP4 and MP3. */
  readonly seconds: number | null;
  /** Pixels as shown; null for sound. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Reads the beginning of an MP3, or the index of an MP4, MOV or M4A: never more of a large file. */
export function readMediaFacts(path: string): MediaFacts {
  const bytes = statSync(path).size;
  const none = { bytes, seconds: null, width: null, height: null };
  const descriptor = openSync(path, 'r');
  const read = (at: number, length: number): Buffer => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, bytes - at)));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, at));
  };
  try {
    if (/\.mp3$/i.test(path)) return { ...none, seconds: readMp3(read, bytes) };
    if (/\.(?:mp4|m4[av]|mov)$/i.test(path)) return { ...none, ...readMp4(read, bytes) };
    return none;
  } catch (error) {
    // A number in the file points outside of it.
    if (error instanceof RangeError) return none;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

type Read = (at: number, length: number) => Buffer;

/** The longest index that is read; that of an hour of video has about 2 MB. */
const maxIndex = 32 * 1024 * 1024;

function readMp4(read: Read, bytes: number): Partial<MediaFacts> {
  for (let at = 0; at + 8 <= bytes; ) {
    const head = read(at, 16);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? bytes - at : short;
    if (length < 8) return {};
    if (head.toString('latin1', 4, 8) === 'moov') return readMovie(read(at, Math.min(length, maxIndex)));
    at += length;
  }
  return {};
}

/** `mvhd` has the duration; each `tkhd` the size of its track, as 16.16 numbers at its end, 0 for sound. */
function readMovie(movie: Buffer): Partial<MediaFacts> {
  const header = movie.indexOf('mvhd', 0, 'latin1') + 4;
  const isLong = movie[header] === 1;
  const scale = movie.readUInt32BE(header + (isLong ? 20 : 12));
  const duration = isLong ? Number(movie.readBigUInt64BE(header + 24)) : movie.readUInt32BE(header + 16);
  const seconds = header > 4 && scale > 0 ? Math.round((duration / scale) * 1000) / 1000 : null;
  for (let at = movie.indexOf('tkhd', 0, 'latin1'); at >= 0; at = movie.indexOf('tkhd', at + 4, 'latin1')) {
    const end = at - 4 + movie.readUInt32BE(at - 4);
    const [width, height] = [movie.readUInt16BE(end - 8), movie.readUInt16BE(end - 4)];
    // The matrix turns the video of a phone that was held upright: its first number is then 0.
    const isTurned = movie.readInt32BE(end - 44) === 0;
    if (width > 0 && height > 0)
      return isTurned ? { seconds, width: height, height: width } : { seconds, width, height };
  }
  return { seconds };
}

/** In thousands of bits a second, for layer III of MPEG 1 and of MPEG 2. */
const rates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const frequencies = [44_100, 48_000, 32_000];

/** The number of frames that an encoder wrote into the first one, or what the bit rate makes of the length. */
function readMp3(read: Read, bytes: number): number | null {
  const tag = read(0, 10);
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (tag[at] ?? 0), 0);
  const start = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + size : 0;
  const head = read(start, 8192);
  for (let at = 0; at + 4 < head.length; at++) {
    const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
    // 11 bits of synchronization, then version, and layer III.
    if (first !== 0xff || (second & 0xe6) !== 0xe2) continue;
    const version = (second >> 3) & 3;
    const isFirst = version === 3;
    const rate = rates[isFirst ? 0 : 1][third >> 4];
    const frequency = frequencies[(third >> 2) & 3];
    if (!rate || !frequency || version === 1) continue;
    const perSecond = (isFirst ? frequency : frequency / (version === 2 ? 2 : 4)) / (isFirst ? 1152 : 576);
    const frame = head.subarray(at, at + 200).toString('latin1');
    const info = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'));
    const hasFrames = info >= 0 && (head.readUInt32BE(at + info + 4) & 1) === 1;
    const seconds = hasFrames
      ? head.readUInt32BE(at + info + 8) / perSecond
      : ((bytes - start - at) * 8) / (rate * 1000);
    return Math.round(seconds * 1000) / 1000;
  }
  return null;
}
