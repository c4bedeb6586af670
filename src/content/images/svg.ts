import { isUtf8 } from 'node:buffer';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { eachTag } from '../../core/text/html-tags.ts';
import { applyEdits, type Edit } from '../../core/text/text-edits.ts';

/** Namespaces that browsers know; editors keep names of files, histories and themselves in others. */
const known: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/XML/1998/namespace',
  'http://www.w3.org/2000/xmlns/',
]);

/** Removes `<metadata>` and what editors add; comments, which may hold a licence, stay. @throws if not well-formed */
export function stripSvg(bytes: Uint8Array): Uint8Array {
  return cutSvg(bytes, {
    cutsElement: ({ uri, local }) => !known.has(uri) || local === 'metadata',
    cutsAttribute: ({ uri }) => !known.has(uri),
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of the units of CSS; of those of a font, with the sizes that browsers begin with. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  q: 96 / 101.6,
  in: 96,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};

/** Pixels of a length; null for what is no length of its own, such as `50%` and `auto`. */
function pixelsOf(written: string | undefined): number | null {
  const [, number, unit = ''] =
    /^\s*\+?((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*)\s*$/i.exec(written ?? '') ?? [];
  const pixels = Number(number) * (units[unit.toLowerCase()] ?? Number.NaN);
  return pixels > 0 ? pixels : null;
}

/** Size of a drawing in browsers, in pixels: width and height, completed by `viewBox`, or 300 × 150. Throws for invalid SVG. */
export function measureSvg(bytes: Uint8Array): Size {
  let root: SaxesTagNS | null = null;
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('opentag', (tag) => {
    root ??= tag;
  });
  parseSvg(parser, decodeSvg(bytes).text);
  return sizeOfRoot(root);
}

function sizeOfRoot(root: SaxesTagNS | null): Size {
  const of = (name: string) => root?.attributes[name]?.value;
  if (root?.local !== 'svg') throw new Error(`its outermost element is <${root?.name}>, not <svg>`);
  if (root.uri !== 'http://www.w3.org/2000/svg')
    throw new Error(
      'no browser shows it as an image without its namespace: add xmlns="http://www.w3.org/2000/svg" to <svg>',
    );
  const styled = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;!]+)`, 'i').exec(of('style') ?? '')?.[1] ?? of(name);
  const width = pixelsOf(styled('width'));
  const height = pixelsOf(styled('height'));
  const [, , boxWidth = 0, boxHeight = 0] = (of('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box = boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : null;
  const ratio = box ? box.width / box.height : null;
  const natural = box ?? { width: 300, height: 150 };
  const shown =
    width === null && height === null
      ? natural
      : {
          width: width ?? (ratio ? (height ?? 0) * ratio : natural.width),
          height: height ?? (ratio ? (width ?? 0) / ratio : natural.height),
        };
  return { width: Math.max(1, Math.round(shown.width)), height: Math.max(1, Math.round(shown.height)) };
}

/** The parser looks for a namespace in all elements around: drawings have a few dozen. */
const maxDepth = 100;
/** Entities are addresses; a long one, repeated, would fill the memory. */
const maxEntity = 1_000;

/** What is not UTF-8 is read as bytes, so that what stays is the same. */
function decodeSvg(bytes: Uint8Array) {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = Buffer.from(bytes).toString(encoding);
  let depth = 0;
  eachTag(text, ({ kind, end }) => {
    if (kind === 'close') depth--;
    else if (kind === 'open' && text[end - 2] !== '/' && ++depth > maxDepth)
      throw new Error(`its elements are nested more than ${maxDepth} levels deep`);
  });
  return { text, encoding } as const;
}

function parseSvg(parser: SaxesParser<{ xmlns: true; position: true }>, text: string): void {
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (doctype) => {
    // Illustrator writes the addresses of its namespaces as entities.
    for (const [, name = '', value = ''] of doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+"([^"]*)"/g)) {
      if (value.length <= maxEntity) parser.ENTITIES[name] = value;
    }
  });
  parser.write(text).close();
}

export interface SvgCuts {
  cutsElement(tag: SaxesTagNS): boolean;
  cutsAttribute(attribute: SaxesAttributeNS, tag: SaxesTagNS): boolean;
  /** Is a style sheet with this text cut out? */
  cutsStyle?(css: string): boolean;
  /** Is a processing instruction such as `<?xml-stylesheet …?>` cut out? */
  cutsInstruction?(target: string): boolean;
}

/** Removes elements and attributes; all else stays to the byte. @throws if not well-formed */
export function cutSvg(bytes: Uint8Array, cuts: SvgCuts): Uint8Array {
  const { text, encoding } = decodeSvg(bytes);
  const edits = findHidden(text, cuts);
  return edits.length === 0 ? bytes : Buffer.from(applyEdits(text, edits), encoding);
}

function findHidden(text: string, cuts: SvgCuts): Edit[] {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const edits: Edit[] = [];
  const cut = (start: number, end: number) => edits.push({ start, end, text: '' });
  /** Where the element begins that is cut out, and how many are open in it. */
  let hidden: { start: number; depth: number } | null = null;
  let start = 0;
  /** The style sheet that is open, and its text. */
  let style: { readonly start: number; css: string } | null = null;
  /** Names and ends of the attributes of a tag. */
  let written: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  parser.on('opentagstart', ({ name }) => {
    start = text.lastIndexOf(`<${name}`, parser.position);
    written = [{ name: '', from: start, to: start + name.length + 1 }];
  });
  parser.on('attribute', ({ name }) => {
    written.push({ name, from: written.at(-1)?.to ?? start, to: parser.position });
  });
  parser.on('opentag', (tag) => {
    if (hidden) hidden.depth++;
    else if (cuts.cutsElement(tag)) hidden = { start, depth: 1 };
    else {
      if (tag.local === 'style') style ??= { start, css: '' };
      for (const { name, from, to } of written) {
        const attribute = tag.attributes[name];
        if (attribute && cuts.cutsAttribute(attribute, tag)) cut(from, to);
      }
    }
  });
  parser.on('processinginstruction', ({ target }) => {
    if (hidden === null && cuts.cutsInstruction?.(target))
      cut(text.lastIndexOf('<?', parser.position - 1), parser.position);
  });
  parser.on('closetag', ({ local }) => {
    if (hidden === null) {
      if (style === null || local !== 'style') return;
      const { start: from, css } = style;
      style = null;
      if (!cuts.cutsStyle?.(css)) return;
      while ((edits.at(-1)?.start ?? -1) >= from) edits.pop();
      cut(from, parser.position);
      return;
    }
    if (--hidden.depth > 0) return;
    cut(hidden.start, parser.position);
    hidden = null;
  });
  const addCss = (css: string) => {
    if (style) style.css += css;
  };
  parser.on('text', addCss);
  parser.on('cdata', addCss);
  parseSvg(parser, text);
  return edits;
}

/** Could the file run scripts where a browser opens it as a page? */
export function mayRunScripts(bytes: Uint8Array): boolean {
  return /<(?:[\w-]+:)?script\b|<[^<>]*\son[a-z]+\s*=|=["'\s]*javascript:/i.test(
    Buffer.from(bytes).toString(),
  );
}
