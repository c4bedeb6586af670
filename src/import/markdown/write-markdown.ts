import { slug } from 'github-slugger';
import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { escapeHtml } from '../../core/text/plain-text.ts';
import { writeBlockHtml } from './block-html.ts';
import { keepAsHtml } from './clean-html.ts';
import { hasLanguage, type LineOptions, writeLine, writePicture } from './inline-markdown.ts';
import { writeTable } from './markdown-table.ts';
import { isPhrasing, wrapRuns } from './phrasing.ts';

/**
 * Clean HTML as Markdown. What Markdown cannot say stays HTML, one element a block: captions with markup, spans in
 * tables, definition lists, players.
 */
export interface MarkdownOptions {
  readonly footnotes: ReadonlyMap<string, string>;
  /** Elements that are written as HTML although Markdown has a form for them. */
  readonly asHtml?: ReadonlySet<Element>;
}

export interface WrittenBlock {
  readonly markdown: string;
  /** The node that it was made of. */
  readonly from: ElementContent;
}

/** Markdown of elements that stand below each other; an element may give several blocks. */
export function writeBlocks(nodes: readonly ElementContent[], options: MarkdownOptions): WrittenBlock[] {
  return new Writer(options).flow(nodes);
}

const boxes = new Set('div section article main header footer nav aside address picture fieldset'.split(' '));
const htmlBlocks = new Set('dl details iframe audio video ruby'.split(' '));

class Writer {
  private readonly options: MarkdownOptions;

  constructor(options: MarkdownOptions) {
    this.options = options;
  }

  flow(nodes: readonly ElementContent[]): WrittenBlock[] {
    const blocks: WrittenBlock[] = [];
    let lastList = '';
    for (const node of nodes) {
      const list = node.type === 'element' && /^[uo]l$/.test(node.tagName) ? node.tagName : '';
      const other = list !== '' && lastList.startsWith(list) && !lastList.endsWith('other');
      for (const markdown of this.block(node, other)) {
        if (markdown === '') continue;
        blocks.push({ markdown, from: node });
        lastList = other ? `${list}other` : list;
      }
    }
    return blocks;
  }

  /** @param otherMarker a list right after one of its kind needs another marker, or both would be one list */
  private block(node: ElementContent, otherMarker: boolean): string[] {
    if (node.type === 'comment') return [`<!--${node.value}-->`];
    if (node.type === 'text') return node.value.trim() === '' ? [] : this.block(paragraph([node]), false);
    if (node.type !== 'element') return [];
    if (this.options.asHtml?.has(node)) return [writeBlockHtml(node)];
    if (boxes.has(node.tagName)) return this.box(node);
    if (htmlBlocks.has(node.tagName)) return [writeBlockHtml(node)];
    return this.element(node, otherMarker);
  }

  private element(node: Element, otherMarker: boolean): string[] {
    switch (node.tagName) {
      case 'p':
        return [this.paragraph(node)];
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return [this.heading(node)];
      case 'ul':
      case 'ol':
        return [this.list(node, otherMarker)];
      case 'blockquote':
        return [prefix(this.text(wrapRuns(node.children)), '> ')];
      case 'pre':
        return [writePre(node)];
      case 'hr':
        return ['---'];
      case 'table':
        return [
          writeTable(node, (nodes) => writeLine(nodes, this.line('<br>', true))) ?? writeBlockHtml(node),
        ];
      case 'figure':
        return this.figure(node);
      case 'li':
        return [this.list({ ...node, tagName: 'ul', properties: {}, children: [node] }, otherMarker)];
      case 'a':
        return node.children.every((child) => child.type === 'element' && child.tagName === 'figure')
          ? [writeBlockHtml(node)]
          : this.flow(wrapRuns(node.children)).map(({ markdown }) => markdown);
      default:
        return this.flow(wrapRuns(node.children)).map(({ markdown }) => markdown);
    }
  }

  /** The content of an element, as it stands below the marker of a list or a quotation. */
  private text(nodes: readonly ElementContent[]): string {
    return this.flow(nodes)
      .map(({ markdown }) => markdown)
      .join('\n\n');
  }

  private box(node: Element): string[] {
    if (hasLanguage(node) && textOf(node).trim() !== '') return [writeBlockHtml(node)];
    return this.flow(wrapRuns(node.children)).map(({ markdown }) => markdown);
  }

  private line(lineBreak = '\\\n', inCell = false): LineOptions {
    return { lineBreak, inCell, footnotes: this.options.footnotes };
  }

  private paragraph(node: Element): string {
    if (hasLanguage(node)) return writeBlockHtml(node);
    if (!node.children.every((child) => isPhrasing(child) || child.type === 'comment')) {
      return this.text(wrapRuns(node.children));
    }
    const comments = node.children.flatMap((child) =>
      child.type === 'comment' ? [`<!--${child.value}-->`] : [],
    );
    const text = escapeLineStarts(writeLine(node.children, this.line()));
    return [...comments, text].filter((part) => part !== '').join('\n\n');
  }

  private heading(node: Element): string {
    const text = writeLine(node.children, this.line('<br>')).replace(/(?<=^|\s)#(?=#*$)/, '\\#');
    if (text === '') return '';
    const { id } = node.properties;
    // The build makes the anchor from the words; another one, which links may name, is written down.
    const anchor =
      typeof id === 'string' && id !== slug(textOf(node).trim()) ? `<a id="${escapeHtml(id)}"></a>` : '';
    return `${'#'.repeat(Number(node.tagName[1]))} ${anchor}${text}`;
  }

  private list(node: Element, otherMarker: boolean): string {
    const ordered = node.tagName === 'ol';
    const items = node.children.filter((child): child is Element => child.type === 'element');
    if (
      node.properties.reversed ||
      items.some((item) => item.properties.value !== undefined) ||
      node.properties.type
    )
      return writeBlockHtml(node);
    const start = Number(node.properties.start ?? 1);
    if (ordered && !(start >= 0 && start + items.length < 1e9)) return writeBlockHtml(node);
    const loose = items.some((item) => !isTight(item));
    const written = items.map((item, index) => {
      const marker = ordered ? `${start + index}${otherMarker ? ')' : '.'}` : otherMarker ? '*' : '-';
      return `${marker} ${indent(this.item(item, loose), marker.length + 1)}`.trimEnd();
    });
    return written.join(loose ? '\n\n' : '\n');
  }

  private item(item: Element, loose: boolean): string {
    if (item.tagName !== 'li') return this.text([item]);
    const blocks = this.flow(wrapRuns(item.children)).map(({ markdown }) => markdown);
    return blocks.join(loose ? '\n\n' : '\n');
  }

  private figure(node: Element): string[] {
    const parts = node.children.filter(
      (child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''),
    );
    const caption = parts.find(
      (part): part is Element => part.type === 'element' && part.tagName === 'figcaption',
    );
    const shown = parts.filter((part) => part !== caption);
    const captioned =
      caption !== undefined && (textOf(caption).trim() !== '' || !caption.children.every(isPhrasing));
    if (
      shown.some(
        (part) =>
          part.type === 'element' &&
          /^(?:figure|div)$/.test(part.tagName) &&
          /<img|<figure/.test(outline(part)),
      )
    )
      return this.gallery(shown, captioned ? caption : undefined);
    if (!captioned) return this.flow(wrapRuns(shown)).map(({ markdown }) => markdown);
    const picture = shown.length === 1 ? shown[0] : undefined;
    if (
      picture?.type === 'element' &&
      picture.tagName === 'img' &&
      !picture.properties[keepAsHtml] &&
      isPlain(caption)
    ) {
      const text = textOf(caption).replace(/\s+/g, ' ').trim();
      return [writePicture(String(picture.properties.src), String(picture.properties.alt ?? ''), text)];
    }
    if (shown.every((part) => part.type === 'element' && part.tagName === 'pre')) {
      return this.flow([...shown, paragraph(caption.children)]).map(({ markdown }) => markdown);
    }
    return [writeBlockHtml(node)];
  }

  /** Pictures in order with their captions, then the caption of all. */
  private gallery(shown: readonly ElementContent[], caption: Element | undefined): string[] {
    const nodes = caption ? [...wrapRuns(shown), paragraph(caption.children)] : wrapRuns(shown);
    return this.flow(nodes).map(({ markdown }) => markdown);
  }
}

const paragraph = (children: ElementContent[]): Element => ({
  type: 'element',
  tagName: 'p',
  properties: {},
  children,
});

const isPlain = (node: Element): boolean => node.children.every((child) => child.type === 'text');

/** Names of the elements in a node, as tags. */
function outline(node: Element): string {
  return `<${node.tagName}${node.children.map((child) => (child.type === 'element' ? outline(child) : '')).join('')}`;
}

/** An item whose text needs no paragraph of its own: a line, and lists below it. */
function isTight(item: Element): boolean {
  const blocks = wrapRuns(item.children).filter((child) => child.type === 'element');
  const [first, ...rest] = blocks;
  const isRun =
    first === undefined ||
    (first.tagName === 'p' && !item.children.includes(first)) ||
    /^[uo]l$/.test(first.tagName);
  return isRun && rest.every((child) => /^[uo]l$/.test(child.tagName));
}

/** Code as a fence longer than any in it; with tags inside it stays HTML. */
function writePre(node: Element): string {
  const [only] = node.children.length === 1 ? node.children : [];
  const code = only?.type === 'element' && only.tagName === 'code' ? only : node;
  if (code.children.some((child) => child.type === 'element' && child.tagName !== 'br'))
    return writeBlockHtml(node);
  const text = code.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? '\n' : ''))
    .join('');
  const value = text.replace(/\n$/, '');
  if (value === '') return '';
  const classes = [code, node].flatMap((element) =>
    Array.isArray(element.properties.className) ? element.properties.className.map(String) : [],
  );
  const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  const [title] = [node, code].flatMap(({ properties }) => properties.dataTitle ?? []);
  const shown = language === 'math' ? '' : language;
  const info =
    title === undefined ? shown : `${shown || 'text'} title="${String(title).replace(/["`]/g, "'")}"`;
  const longest = Math.max(2, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${value}\n${fence}`;
}

/** What only the start of a line turns into markup: headings, lists, quotations, rules, fences, tables. */
function escapeLineStarts(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?:#{1,6}(?=\s|\\?$)|>|[-+*](?=\s|\\?$)|=+\s*\\?$|-{2,}\s*\\?$|\|)/, '\\$&')
        .replace(/^(\d{1,9})([.)])(?=\s|\\?$)/, '$1\\$2')
        .replace(/^(?=:?-+:?\s*\|)/, '\\')
        .replace(/^\[(?=[^\]]*\]:)/, '\\['),
    )
    .join('\n');
}

function prefix(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? mark.trimEnd() : mark + line))
    .join('\n');
}

function indent(text: string, by: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
}
