import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableExport } from '../model/export-model.ts';
import { unpackedLimit } from './unpack-zip.ts';

/** Maximum size of an unpacked export, in bytes. */
const maxUnpacked = 8 * 1024 ** 3;

/** Reads a file in chunks, unpacks gzip, decodes it; each invalid byte becomes one {@link strayByte}. */
export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new SourceDecoder();
  const limit = (await isGzipped(path)) ? unpackedLimit((await stat(path)).size, maxUnpacked) : null;
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  // The loop below throws what fails, also when it failed before the loop asked.
  const bytes = limit === null ? file : pipeline(file, createGunzip(), () => undefined);
  let length = 0;
  for await (const chunk of whole(bytes)) {
    length += chunk.length;
    if (limit !== null && length > limit)
      throw new UnreadableExport(
        `Unpacked it is larger than ${Math.round(limit / 1024 ** 2)} MB: it is refused.`,
        1,
      );
    const text = decoder.decode(chunk);
    if (text !== '') yield text;
  }
  const rest = decoder.decode(null);
  if (rest !== '') yield rest;
}

/** The chunks of a file; an archive that ends early or is damaged is an export that is cut off. */
async function* whole(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new UnreadableExport(`The archive is damaged or was cut off (${error.message}). Export again.`, 1);
  }
}

/** Bytes that are not UTF-8, as lone surrogates. */
export const strayBytes = /[\udc80-\udcff]+/u;
const strayByte = (byte: number): string => String.fromCharCode(0xdc00 + byte);

/** Decodes stray bytes as Windows-1252: content from before UTF-8, in a database that was never converted. */
export function readStrayBytes(text: string): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.from(text, (half) => half.charCodeAt(0) - 0xdc00));
}

class SourceDecoder {
  #other: TextDecoder | null = null;
  #declared: TextDecoder | null = null;
  #started = false;
  /** Start of a character that the next chunk completes. */
  #held = Buffer.alloc(0);

  /** @param chunk null at the end */
  decode(chunk: Buffer | null): string {
    if (!this.#started && chunk !== null) this.#begin(chunk);
    if (this.#other)
      return chunk === null ? this.#other.decode() : this.#other.decode(chunk, { stream: true });
    const bytes = Buffer.concat([this.#held, chunk ?? Buffer.alloc(0)]);
    const whole = chunk === null ? bytes : bytes.subarray(0, bytes.length - lengthOfBeginning(bytes));
    this.#held = bytes.subarray(whole.length);
    if (isUtf8(whole)) return whole.toString();
    if (this.#declared === null) return decodeWithStrays(whole);
    this.#other = this.#declared;
    return this.#other.decode(bytes, { stream: chunk !== null });
  }

  #begin(chunk: Buffer): void {
    this.#started = true;
    if (chunk[0] === 0xff && chunk[1] === 0xfe) this.#other = new TextDecoder('utf-16le');
    else if (chunk[0] === 0xfe && chunk[1] === 0xff) this.#other = new TextDecoder('utf-16be');
    const name = /^[^>]*?<\?xml[^>]*?\sencoding=["']([\w.:-]+)["']/.exec(
      chunk.toString('latin1', 0, 4096),
    )?.[1];
    this.#declared = name === undefined || /^utf-?8$/i.test(name) ? null : decoderOf(name);
  }
}

function decoderOf(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}

/** Number of bytes at the end that start an incomplete UTF-8 character. */
function lengthOfBeginning(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > length ? length : 0;
  }
  return 0;
}

/** A run of valid UTF-8 characters, or else one byte. */
const utf8OrByte =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte is checked.
  /(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+|[\x80-\xff]/g;

function decodeWithStrays(bytes: Buffer): string {
  return bytes.toString('latin1').replace(utf8OrByte, (run) => {
    const text = Buffer.from(run, 'latin1');
    return isUtf8(text) ? text.toString() : strayByte(text[0] ?? 0);
  });
}

async function isGzipped(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
