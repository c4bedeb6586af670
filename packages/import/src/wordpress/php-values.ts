/**
 * Values that PHP wrote with `serialize()`, as plain data: the form in which WordPress stores lists in one field.
 *
 * `a:2:{s:5:"width";i:1600;s:4:"file";s:9:"bench.jpg";}` gives `{ width: 1600, file: 'bench.jpg' }`
 *
 * Objects are never created: a string that contains one stays a string. String lengths count bytes, and an export changes
 * them (line ends become one character), so the end of a string is searched for near its written length.
 */
export type PhpValue = string | number | boolean | null | PhpValue[] | { [key: string]: PhpValue };

const limits = { depth: 32, values: 100_000 } as const;

/** @returns undefined if it is not such a value, contains an object, or is broken */
export function readPhpValue(text: string): PhpValue | undefined {
  if (!/^(?:a:\d+:\{|s:\d+:"|i:-?\d+;|b:[01];|d:[-\d.]|N;)/.test(text)) return undefined;
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch {
    return undefined;
  }
}

class Reader {
  #at = 0;
  #count = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  value(depth: number): PhpValue {
    if (depth > limits.depth || ++this.#count > limits.values) throw new RangeError('too deep or too long');
    const type = this.#text[this.#at];
    if (type === 'N') {
      this.#expect('N;');
      return null;
    }
    if (type === 's') return this.#string();
    if (type === 'a') return this.#list(depth);
    const [found, kind, written] = this.#match(/([ibd]):([^;]*);/y);
    if (found === undefined || written === undefined) throw new SyntaxError('no value');
    if (kind === 'b') return written === '1';
    const number = Number(written);
    return Number.isFinite(number) ? number : written;
  }

  #string(): string {
    const [, length = ''] = this.#match(/s:(\d+):"/y);
    const start = this.#at;
    const end = this.#endOfString(start, Number(length));
    this.#at = end + 2;
    return this.#text.slice(start, end);
  }

  /** Offset of the closing `";`: by the byte count, else the next one that a value may follow. */
  #endOfString(start: number, bytes: number): number {
    let left = bytes;
    let at = start;
    while (left > 0 && at < this.#text.length) {
      const code = this.#text.codePointAt(at) ?? 0;
      left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      at += code > 0xffff ? 2 : 1;
    }
    if (this.#text.startsWith('";', at)) return at;
    const next = /";(?=[aisbdNO}]|\s*$)/g;
    next.lastIndex = start;
    const found = next.exec(this.#text);
    if (!found) throw new SyntaxError('a string without an end');
    return found.index;
  }

  #list(depth: number): PhpValue {
    this.#match(/a:\d+:\{/y);
    const entries: [string | number, PhpValue][] = [];
    while (this.#text[this.#at] !== '}') {
      const key = this.value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new SyntaxError('no key');
      entries.push([key, this.value(depth + 1)]);
    }
    this.#expect('}');
    if (entries.every(([key], index) => key === index)) return entries.map(([, value]) => value);
    return Object.fromEntries(entries);
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw new SyntaxError(`nothing known at ${this.#at}`);
    this.#at = pattern.lastIndex;
    return found;
  }

  #expect(text: string): void {
    if (!this.#text.startsWith(text, this.#at)) throw new SyntaxError(`no ${text} at ${this.#at}`);
    this.#at += text.length;
  }
}
