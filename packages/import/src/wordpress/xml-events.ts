import { SaxesParser } from 'saxes';
import { type Repair, UnreadableExport } from '../model/export-model.ts';
import { ownText } from '../model/own-text.ts';
import { BareAmpersands } from './bare-ampersands.ts';
import { readStrayBytes, strayBytes } from './source-text.ts';

/** Elements with their text content. Adjacent CDATA sections and text are one string. */
export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly line: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly text: string }
  /** Invalid characters that were removed, or malformed markup that was repaired. */
  | {
      readonly kind: 'repaired';
      readonly what: Repair;
      readonly count: number;
      readonly line: number;
    };

/** Protection against hostile files; no export comes near these. */
const limits = { depth: 64, textCharacters: 64 * 1024 * 1024, junkCharacters: 1024 * 1024 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]+|[\udc80-\udcff]+/gu;
/** Strings up to this length are copied out of the chunk that they were read from. */
const copiedLength = 64 * 1024;

/** Reads XML in chunks; refuses document types; limits depth and the length of a string. */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #ampersands = new BareAmpersands();
  readonly #path: string[] = [];
  #text = '';
  #events: XmlEvent[] = [];
  #started = false;
  #junk = '';
  #junkLines = 0;
  /** Number of characters since the parser's last event. */
  #silent = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('doctype', () => {
      throw this.#unreadable(
        'A document type declaration (<!DOCTYPE>) is not part of an export; the file is refused.',
      );
    });
    parser.on('error', (error) => {
      const problem = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
      throw this.#unreadable(`The XML is broken: ${problem}.`);
    });
    parser.on('opentag', (tag) => {
      this.#silent = 0;
      this.#text = '';
      this.#path.push(tag.name);
      if (this.#path.length > limits.depth)
        throw this.#unreadable(`Elements are nested more than ${limits.depth} deep.`);
      this.#events.push({ kind: 'open', name: tag.name, attributes: tag.attributes, line: this.line });
    });
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
    parser.on('closetag', (tag) => {
      this.#silent = 0;
      this.#path.pop();
      this.#events.push({
        kind: 'close',
        name: tag.name,
        text: this.#text.length > copiedLength ? this.#text : ownText(this.#text),
      });
      this.#text = '';
    });
  }

  get line(): number {
    return this.#parser.line + this.#junkLines;
  }

  /** Names of the open elements, outermost first. */
  get open(): readonly string[] {
    return this.#path;
  }

  read(chunk: string): XmlEvent[] {
    this.#readPiece(this.#repairText(this.#started ? chunk : this.#skipJunk(chunk)));
    return this.take();
  }

  #repairText(text: string, last = false): string {
    let count = 0;
    const repaired = this.#ampersands.repair(text, () => count++, last);
    if (count > 0) this.#events.push({ kind: 'repaired', what: 'markup', count, line: this.line });
    return repaired;
  }

  #readPiece(text: string): void {
    let from = 0;
    for (const match of text.matchAll(forbidden)) {
      this.#parse(text.slice(from, match.index));
      const [run] = match;
      from = match.index + run.length;
      const isStray = strayBytes.test(run);
      const what = isStray ? 'encoding' : 'control-characters';
      this.#events.push({ kind: 'repaired', what, count: run.length, line: this.line });
      if (isStray) this.#parse(readStrayBytes(run));
    }
    this.#parse(text.slice(from));
  }

  /** Reads what was held back. @returns false if elements are still open: the file is truncated */
  end(): boolean {
    if (!this.#started) throw this.#unreadable('There is no XML in the file.');
    this.#readPiece(this.#repairText('', true));
    return this.#path.length === 0;
  }

  /** Events that were not returned yet. */
  take(): XmlEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #parse(text: string): void {
    if (text === '') return;
    this.#silent += text.length;
    this.#parser.write(text);
    if (this.#silent > limits.textCharacters) {
      throw this.#unreadable(
        `One text is longer than ${limits.textCharacters / 1024 / 1024} million characters.`,
      );
    }
  }

  #add(text: string): void {
    this.#text += text;
  }

  /** Blank lines, a byte order mark or a PHP warning may precede the XML. */
  #skipJunk(chunk: string): string {
    this.#junk += chunk;
    const start = this.#junk.search(/<\?xml[\s?]|<rss[\s>]|<!DOCTYPE/);
    if (start < 0) {
      if (this.#junk.length > limits.junkCharacters) throw this.#unreadable('There is no XML in the file.');
      return '';
    }
    this.#started = true;
    this.#junkLines = this.#junk.slice(0, start).split('\n').length - 1;
    const text = this.#junk.slice(start);
    this.#junk = '';
    return text;
  }

  #unreadable(message: string): UnreadableExport {
    return new UnreadableExport(message, this.line);
  }
}
