import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { limits } from './answer.ts';

export interface Body {
  readonly text: string;
  readonly bytes: number;
  readonly wireBytes: number;
  readonly sha256: string;
  readonly isUtf8: boolean;
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
 * Reads the body of a response and undoes its content coding, up to {@link limits.bodyBytes} of plain text: what
 * comes after that is not read, so that neither an endless body nor a small one that unpacks to gigabytes fills
 * the memory.
 */
export async function readBody(response: IncomingMessage): Promise<Body> {
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
      const room = limits.bodyBytes - bytes;
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
  const body = Buffer.concat(chunks);
  return {
    text: decodeText(body, response.headers['content-type'] ?? ''),
    bytes,
    wireBytes,
    sha256: createHash('sha256').update(body).digest('hex'),
    isUtf8: isCut || isUtf8(body),
    isCut,
  };
}

/** An unknown charset is read as UTF-8; what cannot be decoded becomes U+FFFD. */
function decodeText(body: Buffer, contentType: string): string {
  const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label, { ignoreBOM: true }).decode(body);
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  }
}
