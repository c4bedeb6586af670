import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * The text of a file in pieces, so that its size does not matter. A gzipped file is unpacked on the way.
 * Bytes that are not UTF-8 become U+FFFD; a byte order mark is left out.
 */
export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const bytes = (await isGzipped(path)) ? file.compose(createGunzip() as Transform) : file;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
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
