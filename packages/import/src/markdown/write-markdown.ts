import { markdownStyle } from 'agentsite/content';
import { slug } from 'github-slugger';
import type { Element, ElementContent, Properties, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import type { Html, RootContent } from 'mdast';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { writeBlockHtml } from './block-html.ts';
import { keepAsHtml } from './clean-html.ts';
import { isElement, isPhrasing, wrapRuns } from './phrasing.ts';
import { hasMarkdownForm } from './table-form.ts';

export interface MarkdownOptions {
  /** Names of footnotes by WordPress's marks. */
  readonly footnotes: ReadonlyMap<string, string>;
  /** Elements that are written as HTML although Markdown has a form for them. */
  readonly asHtml?: ReadonlySet<Element>;
}

/** HTML in the tree that is written as it is. */
interface Raw {
  readonly type: 'raw';
  readonly value: string;
  readonly isBlock: boolean;
}
type Node = ElementContent | Raw;

const serializer = unified()
  .use(rehypeRemark, {
    handlers: { pre: codeBlock, code: inlineCode, sup: footnoteReference } as never,
    nodeHandlers: { raw } as never,
  })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, markdownStyle)
  .freeze();

/** Writes clean HTML as Markdown. What Markdown cannot express stays HTML, one element per block. */
export function writeMarkdown(nodes: readonly ElementContent[], options: MarkdownOptions): string {
  const children = prepareAll(nodes, options) as ElementContent[];
  const tree = serializer.runSync({ type: 'root', children } as Root);
  return serializer.stringify(tree as never).trim();
}

function raw(_state: unknown, { value, isBlock }: Raw): Html {
  // The name makes it inline.
  return { type: 'html', value, ...(isBlock ? {} : { data: { hName: 'span' } }) } as Html;
}

function codeBlock(_state: unknown, node: Element): RootContent | undefined {
  const [only] = node.children.length === 1 ? node.children : [];
  const code = only && isElement(only) && only.tagName === 'code' ? only : node;
  const value = code.children
    .map((child) => (child.type === 'text' ? child.value : '\n'))
    .join('')
    .replace(/\n$/, '');
  if (value === '') return undefined;
  const classes = [code, node].flatMap(({ properties }) => [properties.className ?? []].flat().map(String));
  const named = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  const language = named === 'math' ? '' : named === 'formula' ? 'math' : named;
  const [title] = [node, code].flatMap(({ properties }) => properties.dataTitle ?? []);
  if (title === undefined) return { type: 'code', lang: language || null, value };
  const meta = `title="${String(title).replace(/["`]/g, "'")}"`;
  return { type: 'code', lang: language || 'text', meta, value };
}

function inlineCode(_state: unknown, node: Element): RootContent | undefined {
  const value = textOf(node).replace(/\n/g, ' ');
  return value === '' ? undefined : { type: 'inlineCode', value };
}

function footnoteReference(_state: unknown, { properties }: Element): RootContent {
  const identifier = String(properties.dataFn);
  return { type: 'footnoteReference', identifier, label: identifier };
}

const boxes = new Set('div section article main header footer nav aside address picture fieldset'.split(' '));
const htmlBlocks = new Set('dl details iframe audio video'.split(' '));
const emphasis: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  del: 'del',
  s: 'del',
};
/** Inline elements for which Markdown has no syntax. */
const inlineHtml = new Set(
  'abbr bdi bdo big cite dfn ins kbd mark q rp rt ruby samp small sub sup time tt u var'.split(' '),
);

const inline = (value: string): Raw => ({ type: 'raw', value, isBlock: false });
const block = (node: Element): Raw => ({ type: 'raw', value: writeBlockHtml(node), isBlock: true });
const element = (tagName: string, children: readonly Node[], properties: Properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children: children as ElementContent[],
});

/** Replaces what Markdown cannot express with HTML. */
function prepareAll(nodes: readonly ElementContent[], options: MarkdownOptions, parent = ''): Node[] {
  return nodes.flatMap((node, index): Node[] => {
    if (node.type === 'comment') return [{ type: 'raw', value: `<!--${node.value}-->`, isBlock: true }];
    if (!isElement(node)) return [node];
    if (options.asHtml?.has(node)) return [block(node)];
    return prepareInline(node, nodes, index, options, parent) ?? prepareBlock(node, options, parent);
  });
}

/** @returns null for an element that is not inline, or that contains blocks */
function prepareInline(
  node: Element,
  siblings: readonly ElementContent[],
  index: number,
  options: MarkdownOptions,
  parent: string,
): Node[] | null {
  const { tagName, properties } = node;
  if (tagName === 'img') return [properties[keepAsHtml] ? inline(startTag(node)) : node];
  if (!isPhrasing(node)) return null;
  // Cells and headings have one line.
  if (tagName === 'br') return [/^(?:h[1-6]|t[dh])$/.test(parent) ? inline('<br>') : node];
  if (tagName === 'wbr') return [inline('<wbr>')];
  if (tagName === 'code' && node.children.every(({ type }) => type === 'text'))
    return [
      textOf(node).trim() === '' && textOf(node) !== '' ? inline(`<code>${textOf(node)}</code>`) : node,
    ];
  const footnote = tagName === 'sup' ? options.footnotes.get(String(properties.dataFn ?? '')) : undefined;
  if (footnote !== undefined) return [element('sup', [], { dataFn: footnote })];
  const children = prepareAll(node.children, options, parent);
  const tagged = () => [inline(startTag(node)), ...children, inline(`</${tagName}>`)];
  if (tagName === 'a') {
    if (typeof properties.href !== 'string')
      return properties.id ? [inline(startTag(node)), inline('</a>'), ...children] : children;
    if (textOf(node).trim() === '' && !hasImage(node)) return children;
    return properties[keepAsHtml] ? tagged() : withoutEdges(children, 'a', properties);
  }
  const emphasized = emphasis[tagName];
  if (emphasized !== undefined) {
    if (textOf(node).trim() === '' && !hasImage(node)) return children;
    return isFlanked(node, siblings, index) ? withoutEdges(children, emphasized, {}) : tagged();
  }
  if (tagName === 'span' && properties.role === undefined && !hasLanguage(node)) return children;
  return tagName === 'span' || tagName === 'code' || inlineHtml.has(tagName) ? tagged() : children;
}

function prepareBlock(node: Element, options: MarkdownOptions, parent: string): Node[] {
  const { tagName } = node;
  const inside = () => prepareAll(wrapRuns(node.children), options);
  const asHtml =
    htmlBlocks.has(tagName) ||
    (hasLanguage(node) && (tagName === 'p' || (boxes.has(tagName) && textOf(node).trim() !== ''))) ||
    (tagName === 'pre' && hasTags(node)) ||
    (/^[uo]l$/.test(tagName) && !isPlainList(node)) ||
    (tagName === 'table' && !hasMarkdownForm(node)) ||
    (tagName === 'a' && node.children.every((child) => isElement(child) && child.tagName === 'figure'));
  if (asHtml) return [block(node)];
  if (tagName === 'pre' || tagName === 'hr') return [node];
  if (tagName === 'figure') return prepareFigure(node, options);
  if (/^h[1-6]$/.test(tagName)) return prepareHeading(node, options);
  if (node.properties.dataGallery)
    return [element('p', node.children.flatMap((image) => [inline('\n'), image]).slice(1))];
  if (tagName === 'p' && node.children.every((child) => isPhrasing(child) || child.type === 'comment')) {
    const comments = node.children.filter(({ type }) => type === 'comment');
    const line = node.children.filter(({ type }) => type !== 'comment');
    return [...prepareAll(comments, options), element('p', prepareAll(line, options))];
  }
  if (tagName === 'li') {
    const item = element('li', prepareAll(node.children, options));
    return [/^[uo]l$/.test(parent) ? item : element('ul', [item])];
  }
  if (/^(?:[uo]l|table|thead|tbody|tr|t[dh]|blockquote)$/.test(tagName))
    return [{ ...node, children: prepareAll(node.children, options, tagName) as ElementContent[] }];
  return inside();
}

function prepareHeading(node: Element, options: MarkdownOptions): Node[] {
  if (textOf(node).trim() === '' && !hasImage(node)) return [];
  const { id } = node.properties;
  // The build derives the anchor from the words; another one needs an element.
  const isNamed = typeof id === 'string' && id !== slug(textOf(node).trim());
  const anchor = isNamed ? [inline(startTag(element('a', [], { id }))), inline('</a>')] : [];
  return [element(node.tagName, [...anchor, ...prepareAll(node.children, options, node.tagName)])];
}

function prepareFigure(node: Element, options: MarkdownOptions): Node[] {
  const parts = node.children.filter(
    (child) => isElement(child) || (child.type === 'text' && child.value.trim() !== ''),
  );
  const found = parts.find((part): part is Element => isElement(part) && part.tagName === 'figcaption');
  const shown = parts.filter((part) => part !== found);
  const hasWords = found && (textOf(found).trim() !== '' || !found.children.every(isPhrasing));
  const caption = hasWords ? found : undefined;
  const flow = () =>
    prepareAll([...wrapRuns(shown), ...(caption ? [element('p', caption.children)] : [])], options);
  const isGallery = shown.some(
    (part) => isElement(part) && /^(?:figure|div)$/.test(part.tagName) && hasImage(part),
  );
  const isLink = shown.every((part) => isElement(part) && isLoneLink(part));
  const isCode = shown.every((part) => isElement(part) && part.tagName === 'pre');
  if (!caption || isGallery || isLink || isCode) return flow();
  const [image] = shown.length === 1 ? shown : [];
  const isPlain = caption.children.every(({ type }) => type === 'text');
  if (image && isElement(image) && image.tagName === 'img' && !image.properties[keepAsHtml] && isPlain)
    return [element('p', [{ ...image, properties: { ...image.properties, title: textOf(caption) } }])];
  return [block(node)];
}

const isLoneLink = ({ tagName, children }: Element): boolean =>
  tagName === 'a' ||
  (children.length === 1 && children.every((child) => isElement(child) && isLoneLink(child)));

/** A list whose numbers Markdown can express. */
function isPlainList({ tagName, properties, children }: Element): boolean {
  const items = children.filter(isElement);
  const start = Number(properties.start ?? 1);
  return (
    !properties.reversed &&
    !properties.type &&
    items.every(({ properties: { value } }) => value === undefined) &&
    (tagName === 'ul' || (start >= 0 && start + items.length < 1e9))
  );
}

const hasLanguage = ({ properties }: Element): boolean =>
  properties.lang !== undefined || properties.dir !== undefined;

const hasImage = (node: Element): boolean =>
  node.children.some((child) => isElement(child) && (child.tagName === 'img' || hasImage(child)));

const hasTags = (node: Element): boolean =>
  node.children.some(
    (child) => isElement(child) && child.tagName !== 'br' && (child.tagName !== 'code' || hasTags(child)),
  );

function startTag({ tagName, properties }: Element): string {
  const { [keepAsHtml]: _, className: _class, dataFn: _mark, ...kept } = properties;
  return toHtml(element(tagName, [], kept)).replace(/<\/\w+>$/, '');
}

/** Moves white space and breaks at the edges out of an element: emphasis and links cannot start or end with them. */
function withoutEdges(children: readonly Node[], tagName: string, properties: Properties): Node[] {
  const isBlank = (node: Node | undefined) =>
    node !== undefined &&
    ((node.type === 'text' && node.value.trim() === '') || (isElement(node) && node.tagName === 'br'));
  const [before, after]: [Node[], Node[]] = [[], []];
  const inside = [...children];
  while (isBlank(inside[0])) before.push(...inside.splice(0, 1));
  while (isBlank(inside.at(-1))) after.unshift(...inside.splice(-1));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first?.type === 'text' && /^\s/.test(first.value)) {
    before.push({ type: 'text', value: ' ' });
    inside[0] = { ...first, value: first.value.trimStart() };
  }
  if (last?.type === 'text' && /\s$/.test(last.value)) {
    after.unshift({ type: 'text', value: ' ' });
    inside[inside.length - 1] = { ...last, value: (inside.at(-1) as typeof last).value.trimEnd() };
  }
  return [...before, element(tagName, inside, properties), ...after];
}

/** Would `**` be read as emphasis here? Not between a word and punctuation inside of it. */
function isFlanked(node: Element, siblings: readonly ElementContent[], index: number): boolean {
  const words = (other: ElementContent | undefined) =>
    other === undefined ? ' ' : other.type === 'text' ? other.value : isElement(other) ? textOf(other) : ' ';
  const text = textOf(node).trim();
  const isMark = (character = ' ') => /[\p{P}\p{S}]/u.test(character);
  const isWord = (character = ' ') => !/[\s\p{P}\p{S}]/u.test(character);
  const isTight = textOf(node) === text;
  return !(
    isTight &&
    ((isMark([...text.slice(0, 2)][0]) && isWord([...words(siblings[index - 1])].at(-1))) ||
      (isMark([...text.slice(-2)].at(-1)) && isWord([...words(siblings[index + 1]).slice(0, 2)][0])))
  );
}
