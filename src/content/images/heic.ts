import { Thread } from '../../threads/thread.ts';
import { codeFile } from '../read/code-digest.ts';

/** What a decoder makes of a photo: a TIFF in memory, turned as the camera was held, or why it can't be read. */
export type DecodedHeic =
  | { readonly ok: true; readonly tiff: Uint8Array }
  | { readonly ok: false; readonly message: string };

/** A file to decode, and the ICC profile of its colours where it has one. */
export interface HeicFile {
  readonly bytes: Uint8Array;
  readonly profile: Uint8Array | undefined;
}

/** Decodes HEIC photos in a thread, which Sharp can't: HEVC is patented. Closing frees its memory. */
export class HeicDecoder {
  #thread: Thread<HeicFile, DecodedHeic> | null = null;

  decode(file: HeicFile): Promise<DecodedHeic> {
    this.#thread ??= new Thread(codeFile('src/content/images/heic-worker'));
    return this.#thread.ask(file);
  }

  async close(): Promise<void> {
    await this.#thread?.end();
    this.#thread = null;
  }
}
