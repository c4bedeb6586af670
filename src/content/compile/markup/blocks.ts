import type { BlockContent, Image, Paragraph, PhrasingContent } from 'mdast';
import {
  defineMdastPlugin,
  type MdastContent,
  type MdastNode,
  type MdastPluginDefinition,
  type MdastVisitorContext,
} from 'satteri';
import { wordsOf } from '../../../core/languages/words.ts';
import { type Findings, findingsOf } from '../text/text-findings.ts';
import { type CalloutKind, calloutKinds } from './callout.ts';
import { rangeOf } from './markdown-edits.ts';

/**
 * Containers, and images that follow each other:
 *
 *   :::tip[Title]        <div class="callout callout-tip" role="note" …><p class="callout-title">Title</p>…</div>
 *   Words
 *   :::
 */
type Container = Extract<MdastNode, { type: 'containerDirective' }>;

type Render = (node: Container, context: MdastVisitorContext, found: Findings) => void;

const renderers: Readonly<Record<string, Render>> = {
  ...Object.fromEntries(Object.entries(calloutKinds).map(([name, kind]) => [name, renderCallout(kind)])),

  details(node, context, found) {
    setElement(
      node,
      context,
      'details',
      ['wp-block-details'],
      node.attributes?.open === '' ? { open: true } : {},
    );
    setLabel(node, context, { hName: 'summary' }, wordsOf(found.input.site).words.details);
  },

  aside(node, context) {
    setElement(node, context, 'div', ['aside'], { role: 'note' });
    setLabel(node, context, title);
  },

  steps(node, context, found) {
    if (!node.children.some((child) => child.type === 'list' && child.ordered))
      return found.complain(
        node,
        'container',
        '":::steps" contains no numbered list; write "1. …" for each step.',
      );
    setElement(node, context, 'div', ['steps']);
    setLabel(node, context, title);
  },

  columns(node, context) {
    setElement(node, context, 'div', ['wp-block-columns']);
    for (const child of node.children) {
      if (!isNamed(child, 'column'))
        context.wrapNode(child, element('div', ['wp-block-column'], []) as never);
    }
  },

  column(node, context, found) {
    if (isInside(node, 'columns', context, found)) setElement(node, context, 'div', ['wp-block-column']);
  },

  tabs(node, context, found) {
    const other = node.children.find((child) => !isNamed(child, 'tab'));
    if (other)
      return found.complain(
        other as MdastNode,
        'container',
        '":::tabs" contains only :::tab[Title] containers.',
      );
    setElement(node, context, 'div', ['tabs']);
  },

  tab(node, context, found) {
    if (!isInside(node, 'tabs', context, found)) return;
    const parent = context.parent(node);
    const group = { name: `tabs-${parent?.position?.start.line}` };
    const open = context.indexOf(node) === 0 ? { open: true } : {};
    setElement(node, context, 'details', ['wp-block-details'], { ...group, ...open });
    setLabel(node, context, { hName: 'summary' }, `${(context.indexOf(node) ?? 0) + 1}`);
  },

  gallery(node, context, found) {
    const content = node.children.filter((child) => !isLabel(child));
    const shown = content.map(readImages);
    const wrong = content[shown.indexOf(null)];
    if (wrong) return found.complain(wrong as MdastNode, 'container', '":::gallery" contains only images.');
    const label = node.children.find(isLabel);
    const caption = label ? [element('figcaption', ['blocks-gallery-caption'], label.children)] : [];
    const images = shown.flatMap((some) => some ?? []);
    context.replaceNode(node, gallery(images, caption, context, found));
  },

  wide: renderWide('alignwide'),
  full: renderWide('alignfull'),
};

const title = { hProperties: { className: ['callout-title'], dataTitle: '' } };

export const containerNames: ReadonlySet<string> = new Set(Object.keys(renderers));

/** Did a plugin say which element it becomes? */
export const isOfPlugin = ({ data }: Readonly<MdastNode>) => data !== undefined && 'hName' in data;

/** Restores what only looks like a directive (`a:hover`, `10:30`, unknown containers) before anything reads the text. */
export const literalDirectives: MdastPluginDefinition = defineMdastPlugin({
  name: 'agentsite-literal-directives',
  options: { position: true },

  textDirective(node, context) {
    if (isOfPlugin(node)) return;
    const written = sourceOf(node, context);
    const label = node.children.length > 0 ? written.indexOf('[') + 1 : 0;
    if (label === 0) context.replaceNode(node, textNode(written));
    else {
      const rest = textNode(written.slice(written.lastIndexOf(']')));
      context.replaceNode(node, [textNode(written.slice(0, label)), ...node.children, rest]);
    }
  },

  leafDirective(node, context) {
    if (isOfPlugin(node)) return;
    context.replaceNode(node, paragraph([textNode(sourceOf(node, context))]));
  },

  containerDirective(node, context) {
    if (containerNames.has(node.name) || isOfPlugin(node)) return;
    const [opening = '', ...rest] = sourceOf(node, context).split('\n');
    const closing = isFence(rest.at(-1)) ? [paragraph([textNode(':::')])] : [];
    const content = node.children.filter((child) => !isLabel(child));
    context.replaceNode(node, [paragraph([textNode(opening)]), ...content, ...closing] as MdastContent[]);
  },
});

/** Runs when images and links are resolved. */
export const blocks: MdastPluginDefinition = defineMdastPlugin({
  name: 'agentsite-blocks',
  options: { position: true },

  containerDirective(node, context) {
    const found = findingsOf(context);
    if (isOfPlugin(node)) return;
    if (!isFence(sourceOf(node, context).split('\n').at(-1)))
      return found.complain(node, 'container', `":::${node.name}" is not closed; write ::: where it ends.`);
    found.needsConversion = true;
    renderers[node.name]?.(node, context, found);
  },

  paragraph(node, context) {
    const found = findingsOf(context);
    const stray = sourceOf(node, context)
      .split('\n')
      .findIndex((line) => isFence(line));
    if (stray >= 0 && node.position) {
      const start = { line: node.position.start.line + stray, column: 1, offset: 0 };
      const place = { ...node, position: { start, end: start } } as MdastNode;
      const message =
        '":::" closes nothing; a container that contains others needs more colons than they have.';
      return found.complain(place, 'container', message);
    }
    const images = isNamed(context.parent(node), 'gallery') ? null : readImages(node);
    if (images && images.length > 1 && images.some(({ image }) => isLarge(image)))
      context.replaceNode(node, gallery(images, [], context, found));
  },
});

function renderCallout(kind: CalloutKind): Render {
  return (node, context, found) => {
    setElement(node, context, 'div', ['callout', `callout-${kind}`], { role: 'note', dataCallout: kind });
    if (node.children.some(isLabel)) return setLabel(node, context, title);
    const own = node.attributes?.title;
    const data = own ? title : { hProperties: { className: ['callout-title'] } };
    setLabel(node, context, data, own ?? wordsOf(found.input.site).words.callouts[kind]);
  };
}

/** One image across more than the column of text; or anything else, such as a table. */
function renderWide(align: string): Render {
  return (node, context, found) => {
    const content = node.children.filter((child) => !isLabel(child));
    const images = content.map(readImages);
    const [shown] = images[0] ?? [];
    if (content.length !== 1 || images[0]?.length !== 1 || !shown) {
      setElement(node, context, 'div', [align]);
      return setLabel(node, context, { hProperties: { className: ['callout-title'] } });
    }
    const label = node.children.find(isLabel);
    const caption = label ? [element('figcaption', [], label.children)] : shown.caption;
    context.replaceNode(node, figure({ ...shown, caption }, align, 1, context, found));
  };
}

interface Shown {
  readonly image: Image;
  readonly caption: readonly object[];
}

/** The images of a paragraph or figure with nothing else in it; null where there is. */
function readImages(node: object): Shown[] | null {
  if (!('type' in node) || node.type !== 'paragraph') return null;
  const { children, data } = node as Paragraph;
  if ((data as { hName?: string } | undefined)?.hName === 'figure') {
    const [image, ...caption] = children;
    return image?.type === 'image' ? [{ image, caption }] : null;
  }
  const images = children.filter((child) => child.type === 'image');
  const isBlank = (child: PhrasingContent) =>
    child.type === 'image' || child.type === 'break' || (child.type === 'text' && child.value.trim() === '');
  if (images.length === 0 || !children.every(isBlank)) return null;
  return images.map((image) => ({
    image,
    caption: image.title ? [element('figcaption', [], [textNode(image.title)])] : [],
  }));
}

/** Badges and icons in a row are no gallery. */
function isLarge(image: Image): boolean {
  const { width = 0, height = 0 } =
    (image.data as { hProperties?: Record<string, number> })?.hProperties ?? {};
  return width >= 240 && height >= 160;
}

function gallery(
  images: readonly Shown[],
  caption: readonly object[],
  context: MdastVisitorContext,
  found: Findings,
): MdastContent {
  const items = images.map((shown, index) => figure(shown, 'size-large', index + 1, context, found));
  const classes = ['wp-block-gallery', 'has-nested-images', 'columns-default', 'is-cropped'];
  return element('figure', classes, [...items, ...caption]) as unknown as MdastContent;
}

/** An image with a link to its file, which the script of the page opens in a box. */
function figure(
  { image, caption }: Shown,
  align: string,
  number: number,
  context: MdastVisitorContext,
  found: Findings,
): MdastContent {
  if (image.title) context.setProperty(image, 'title', null);
  const { words, say } = wordsOf(found.input.site);
  const named = image.alt ? {} : { data: { hProperties: { ariaLabel: say(words.photo, { number }) } } };
  const link = { type: 'link', url: image.url, children: [image], ...named };
  return element('figure', ['wp-block-image', align], [link, ...caption]) as unknown as MdastContent;
}

function isInside(node: Container, name: string, context: MdastVisitorContext, found: Findings): boolean {
  if (isNamed(context.parent(node), name)) return true;
  found.complain(node, 'container', `":::${node.name}" is only in a ":::${name}" container.`);
  return false;
}

function setElement(
  node: Container,
  context: MdastVisitorContext,
  hName: string,
  names: readonly string[],
  properties: Readonly<Record<string, string | boolean>> = {},
): void {
  const { class: own = '', id } = node.attributes ?? {};
  const className = [...names, ...(own ?? '').split(/\s+/).filter(Boolean)];
  const hProperties = { className, ...(id ? { id } : {}), ...properties };
  context.setProperty(node, 'data', { hName, hProperties });
}

/** @param words used where the author wrote no label */
function setLabel(node: Container, context: MdastVisitorContext, data: object, words?: string): void {
  const label = node.children.find(isLabel);
  if (label) context.setProperty(label, 'data', data as Record<string, unknown>);
  else if (words !== undefined) context.prependChild(node, { ...paragraph([textNode(words)]), data });
}

function isNamed(node: object | undefined, name: string): boolean {
  return node !== undefined && 'name' in node && node.name === name;
}

function isLabel(node: object): node is Paragraph {
  return (node as { data?: { directiveLabel?: boolean } }).data?.directiveLabel === true;
}

const isFence = (line: string | undefined) => line !== undefined && /^[ \t>]*:{3,}[ \t]*$/.test(line);

export const textNode = (value: string) => ({ type: 'text', value }) as const;
const paragraph = (children: PhrasingContent[]) => ({ type: 'paragraph', children }) as const;
export const element = (hName: string, className: readonly string[], children: readonly object[]) => ({
  type: hName,
  data: { hName, ...(className.length > 0 ? { hProperties: { className } } : {}) },
  children: children as BlockContent[],
});

function sourceOf(node: Readonly<MdastNode>, context: MdastVisitorContext): string {
  const { start, end } = rangeOf(node);
  return findingsOf(context).input.markdown.slice(start, end);
}
