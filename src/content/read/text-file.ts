import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import type { Body } from '../../core/model/document.ts';

/** Place of a body in a {@link TextFile}: its forms in sequence, with these lengths in bytes. */
export interface TextPlace {
  readonly at: number;
  readonly html: number;
  readonly markdown: number;
  readonly text: number;
  /** -1 where there is none. */
  readonly stored: number;
}

type Form = keyof Body;

const forms = ['html', 'markdown', 'text', 'stored'] as const satisfies readonly Form[];

/** Bodies as bytes, on their way from the compiling thread to the file. Places count from the first byte. */
export interface PackedBodies {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: readonly TextPlace[];
}

export function packBodies(bodies: readonly Body[]): PackedBodies {
  // A character of UTF-16 takes three bytes at most; what is not written takes no memory.
  const most = bodies.reduce((sum, body) => sum + 3 * charactersOf(body), 0);
  // Memory of its own, which can move to another thread.
  const bytes = Buffer.from(new ArrayBuffer(most));
  let end = 0;
  const write = (text: string) => {
    const written = bytes.write(text, end);
    end += written;
    return written;
  };
  const places = bodies.map((body): TextPlace => {
    const at = end;
    const [html, markdown, text] = [write(body.html), write(body.markdown), write(body.text)];
    const stored = body.stored === undefined ? -1 : write(body.stored);
    return { at, html, markdown, text, stored };
  });
  return { bytes: bytes.subarray(0, end), places };
}

/** How many units of UTF-16 all forms of a text have. */
function charactersOf({ html, markdown, text, stored = '' }: Body): number {
  return html.length + markdown.length + text.length + stored.length;
}

export function endOf({ at, html, markdown, text, stored }: TextPlace): number {
  return at + html + markdown + text + Math.max(0, stored);
}

/** An append-only file of bodies. SQLite takes four times as long to write and read them. */
export class TextFile {
  readonly #path: string;
  #file: number | null;
  #buffer = Buffer.allocUnsafe(0);

  /** Opens the file, or makes it. From then on it is read as it is, also when another takes its place. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a+');
  }

  get size(): number {
    return fstatSync(this.#opened()).size;
  }

  /** Writes behind all others; not for two writers at once. @returns where the first byte is */
  append(bytes: Uint8Array): number {
    const start = this.size;
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#opened(), bytes, done, bytes.length - done, start + done);
    }
    return start;
  }

  /** The text at a place. Forms are read on access and not cached: cached strings took 100 MB at 10,000 posts. */
  at(place: TextPlace): Body {
    const read = (form: Form): string => {
      const before = forms.slice(0, forms.indexOf(form));
      return this.#read(
        before.reduce((start, one) => start + place[one], place.at),
        place[form],
      );
    };
    return {
      get html() {
        return read('html');
      },
      get markdown() {
        return read('markdown');
      },
      get text() {
        return read('text');
      },
      get stored() {
        return place.stored < 0 ? undefined : read('stored');
      },
    };
  }

  close(): void {
    closeSync(this.#opened());
    this.#file = null;
  }

  /** The number of a closed file may be that of another by now. */
  #opened(): number {
    if (this.#file === null) throw new Error(`${this.#path} is closed.`);
    return this.#file;
  }

  #read(start: number, bytes: number): string {
    if (this.#buffer.length < bytes) this.#buffer = Buffer.allocUnsafe(2 * bytes);
    const read = readSync(this.#opened(), this.#buffer, 0, bytes, start);
    if (read !== bytes) throw new Error(`${this.#path} ends within a text: remove it, and build again.`);
    return this.#buffer.toString('utf8', 0, bytes);
  }
}
