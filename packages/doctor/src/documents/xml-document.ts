import { SaxesParser } from 'saxes';

/** An element with what is directly in it. */
export interface XmlElement {
  /** Without its prefix, in small letters: `link` for `atom:link`. */
  readonly name: string;
  readonly prefix: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

export type XmlDocument =
  | { readonly kind: 'root'; readonly root: XmlElement }
  | { readonly kind: 'broken'; readonly message: string };

/** More elements than any sitemap may have, and deeper than any feed. */
const bounds = { elements: 300_000, depth: 64 } as const;

/** Reads XML that is well-formed; nothing is fetched, and a document type is refused. */
export function readXml(text: string): XmlDocument {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: XmlElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration, which readers of feeds and sitemaps refuse');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > bounds.elements || path.length >= bounds.depth)
      throw new Error('it is larger than readers take');
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
    const element = {
      name: (local ?? '').toLowerCase(),
      prefix: (prefix ?? '').toLowerCase(),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  });
  const addText = (piece: string) => {
    const top = path.at(-1);
    if (top) top.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => path.pop());
  try {
    parser.write(text.replace(/^\ufeff/, '')).close();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'broken', message: message.replace(/\.$/, '') };
  }
  return root ? { kind: 'root', root } : { kind: 'broken', message: 'it has no element' };
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the first child of a name, trimmed; empty where there is none. */
export function textOf(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text.trim() ?? '';
}
