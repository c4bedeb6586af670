import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Renderer } from '@takumi-rs/core';

/** Fonts of social cards, cut into files by ranges of characters. They come with the project: the same bytes everywhere. */
const families = {
  Literata: 'literata',
  'Noto Sans Arabic': 'noto-sans-arabic',
  'Noto Sans Hebrew': 'noto-sans-hebrew',
  'Noto Sans SC': 'noto-sans-sc',
  'Noto Sans JP': 'noto-sans-jp',
} as const;
type Family = keyof typeof families;

/** One file of a font, and the characters that it can write. */
interface Part {
  readonly family: Family;
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  loaded: boolean;
}

/** Families in the order in which a character is looked for: Chinese and Japanese write the same characters otherwise. */
export function familiesFor(language: string): readonly Family[] {
  const [literata, arabic, hebrew, chinese, japanese] = Object.keys(families) as Family[];
  const last = /^ja\b/.test(language) ? [japanese, chinese] : [chinese, japanese];
  return [literata, arabic, hebrew, ...last].flatMap((family) => family ?? []);
}

export class CardFonts {
  readonly #renderer: Renderer;
  readonly #parts = new Map<Family, readonly Part[]>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** Loads what a text needs. @returns whether every character of it can be written */
  async load(text: string, order: readonly Family[]): Promise<boolean> {
    const needed = new Set<Part>();
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      const part = this.#partOf(code, order);
      if (!part) return false;
      needed.add(part);
    }
    for (const part of needed) {
      if (part.loaded) continue;
      const data = readFileSync(part.file);
      const unicodeRange = part.ranges.map(([from, to]): [number, number] => [from, to]);
      await this.#renderer.registerFont({ name: part.family, data, unicodeRange });
      part.loaded = true;
    }
    return true;
  }

  /** Lists are read when needed: most are long, and most titles need only the first. */
  #partOf(code: number, order: readonly Family[]): Part | null {
    for (const family of order) {
      const parts = this.#parts.get(family) ?? readParts(family);
      this.#parts.set(family, parts);
      const part = parts.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
      if (part) return part;
    }
    return null;
  }
}

function readParts(family: Family): Part[] {
  const require = createRequire(import.meta.url);
  const name = families[family];
  const resolve = (file: string) => require.resolve(`@fontsource-variable/${name}/${file}`);
  const listed = JSON.parse(readFileSync(resolve('unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(listed).map(([subset, ranges]) => ({
    family,
    // A numbered subset is listed as `[7]`.
    file: resolve(`files/${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
    loaded: false,
  }));
}

/** `U+0600-06FF`, `U+200C` */
function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().slice('U+'.length).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
