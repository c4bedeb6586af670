import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export type CollectedBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  /** `crowded`: cut off to make room for later ones. `broken`: ended early, or not what its coding says. */
  | { readonly kind: 'too-large' | 'crowded' | 'broken' | 'unknown-coding' };

interface Unfinished {
  bytes: Buffer;
  length: number;
  readonly end: (body: CollectedBody) => void;
}

/** Content codings that clients send. */
const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
/** Bytes of the first block of a body; each further one doubles it. */
const firstBlock = 1024;

/**
 * Bounds the memory of all request bodies that have begun and not ended: what a client sends and never finishes is held
 * until its connection ends. Above the bound the body that began first is cut off, so that the ones of clients that
 * finish soon get through. A compressed body is unpacked once it is complete.
 */
export class UnfinishedBodies {
  /** In the order in which they began. */
  readonly #open = new Set<Unfinished>();
  readonly #max: number;
  #held = 0;

  /** @param max bytes; at least those of two of the largest bodies */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes of all bodies now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Reads a body to its end. @param limit bytes, as they are sent and as they are unpacked
   * @param takesCodings whether a compressed body is unpacked, or refused before it is read
   */
  collect(request: IncomingMessage, limit: number, takesCodings = false): Promise<CollectedBody> {
    const { headers } = request;
    const coding = (headers['content-encoding'] || 'identity').trim().toLowerCase();
    const size = Number(headers['content-length'] ?? 0);
    if (size === 0 && headers['transfer-encoding'] === undefined)
      return Promise.resolve({ kind: 'complete', bytes: Buffer.alloc(0) });
    if (coding !== 'identity' && !(takesCodings && Object.hasOwn(decoders, coding)))
      return Promise.resolve({ kind: 'unknown-coding' });
    if (size > limit) return Promise.resolve({ kind: 'too-large' });
    return new Promise((resolve) => {
      const take = (chunk: Buffer) => this.#add(body, chunk, limit);
      const finish = () =>
        body.end(unpack(body.bytes.subarray(0, body.length), coding as keyof typeof decoders, limit));
      const fail = () => body.end({ kind: 'broken' });
      const body: Unfinished = {
        bytes: Buffer.alloc(0),
        length: 0,
        end: (outcome) => {
          if (this.#open.delete(body)) this.#held -= body.bytes.length;
          request.off('data', take).off('end', finish).off('close', fail);
          resolve(outcome);
        },
      };
      this.#open.add(body);
      request.on('data', take).on('end', finish).on('close', fail).on('error', fail);
    });
  }

  #add(body: Unfinished, chunk: Buffer, limit: number): void {
    const length = body.length + chunk.length;
    if (length > limit) {
      body.end({ kind: 'too-large' });
      return;
    }
    if (length > body.bytes.length) {
      const larger = Buffer.alloc(Math.max(firstBlock, length, Math.min(limit, 2 * body.bytes.length)));
      body.bytes.copy(larger, 0, 0, body.length);
      this.#held += larger.length - body.bytes.length;
      body.bytes = larger;
    }
    chunk.copy(body.bytes, body.length);
    body.length = length;
    for (const oldest of this.#open) {
      if (this.#held <= this.#max) return;
      oldest.end({ kind: 'crowded' });
    }
  }
}

function unpack(bytes: Buffer, coding: keyof typeof decoders | 'identity', limit: number): CollectedBody {
  if (coding === 'identity' || bytes.length === 0) return { kind: 'complete', bytes };
  try {
    return { kind: 'complete', bytes: decoders[coding](bytes, { maxOutputLength: limit }) };
  } catch (error) {
    return { kind: (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken' };
  }
}
