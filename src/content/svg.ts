import { isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { applyEdits, type Edit } from '../core/text/text-edits.ts';

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

/**
 * A drawing without `<metadata>`, and without the elements and attributes of editors. All that browsers draw, and
 * comments, which may hold a licence, stay as they are.
 * @throws when the file is not well-formed XML, which browsers refuse
 */
export function stripSvg(bytes: Uint8Array): Uint8Array {
  // What is not UTF-8 is read as bytes, so that what stays is the same.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = Buffer.from(bytes).toString(encoding);
  const edits = findHidden(text);
  return edits.length === 0 ? bytes : Buffer.from(applyEdits(text, edits), encoding);
}

function findHidden(text: string): Edit[] {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const edits: Edit[] = [];
  const cut = (start: number, end: number) => edits.push({ start, end, text: '' });
  /** Where the element begins that is cut out, and how many are open in it. */
  let hidden: { start: number; depth: number } | null = null;
  let start = 0;
  /** Names and ends of the attributes of a tag. */
  let written: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', (doctype) => {
    // Illustrator writes the addresses of its namespaces as entities.
    for (const [, name = '', value = ''] of doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+"([^"]*)"/g)) {
      parser.ENTITIES[name] = value;
    }
  });
  parser.on('opentagstart', ({ name }) => {
    start = text.lastIndexOf(`<${name}`, parser.position);
    written = [{ name: '', from: start, to: start + name.length + 1 }];
  });
  parser.on('attribute', ({ name }) => {
    written.push({ name, from: written.at(-1)?.to ?? start, to: parser.position });
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (hidden) hidden.depth++;
    else if (!known.has(uri) || local === 'metadata') hidden = { start, depth: 1 };
    else {
      for (const { name, from, to } of written) {
        if (!known.has(attributes[name]?.uri ?? '')) cut(from, to);
      }
    }
  });
  parser.on('closetag', () => {
    if (hidden === null || --hidden.depth > 0) return;
    cut(hidden.start, parser.position);
    hidden = null;
  });
  parser.write(text).close();
  return edits;
}
