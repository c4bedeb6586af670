import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

export interface Body {
  /** Without its content coding. */
  readonly body: Buffer;
  readonly wireBytes: number;
  /** The body was longer; this is its beginning. */
  readonly isCut: boolean;
}

/** The content coding cannot be undone: it is unknown, or the bytes are not what the header says. */
export class UndecodableBody extends Error {
  override readonly name = 'UndecodableBody';
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads the body of a response and undoes its content coding, up to a number of bytes: what
 * comes after that is not read, so that neither an endless body nor a small one that unpacks to gigabytes fills
 * the memory.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Body> {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const hasBody = response.statusCode !== 304 && response.statusCode !== 204;
  const make = hasBody && coding !== 'identity' && coding !== '' ? decoders[coding] : undefined;
  if (hasBody && coding !== 'identity' && coding !== '' && !make)
    throw new UndecodableBody(`the content coding ${JSON.stringify(coding)} is not one that was asked for`);
  let wireBytes = 0;
  response.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length;
  });
  const decoder = make?.();
  if (decoder) {
    response.on('error', (error) => decoder.destroy(error));
    response.on('aborted', () => decoder.destroy(new Error('the connection ended inside the body')));
    response.pipe(decoder);
  }
  const source = decoder ?? response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isCut = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const room = maxBytes - bytes;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      bytes += Math.min(chunk.length, room);
      isCut = chunk.length > room;
      if (isCut) break;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // An empty body with a coding, as some servers send for HEAD, is empty.
    if (wireBytes > 0 && /^Z_|^ERR__|^ERR_BROTLI|^ERR_ZLIB|ZSTD/.test(code))
      throw new UndecodableBody(`the body is not ${coding}`, { cause: error });
    if (wireBytes > 0 || !decoder) throw error;
  } finally {
    decoder?.destroy();
    if (isCut) response.destroy();
  }
  return { body: Buffer.concat(chunks), wireBytes, isCut };
}
