import type {
  Code,
  Heading as HeadingNode,
  Image as ImageNode,
  ImageReference,
  PhrasingContent,
} from 'mdast';
import { defineMdastPlugin, type MdastPluginDefinition, type MdastVisitorContext } from 'satteri';
import { wordsOf } from '../../../core/languages/words.ts';
import type { Image } from '../../../core/model/document.ts';
import { wordPressMark } from '../../../core/text/private-notes.ts';
import { joinWideLines } from '../../../core/text/scripts.ts';
import type { Edit } from '../../../core/text/text-edits.ts';
import { isImageFile } from '../../images/images.ts';
import { element, isOfPlugin, textNode } from '../markup/blocks.ts';
import { readCallout } from '../markup/callout.ts';
import { renderCodeBlock } from '../markup/code-block.ts';
import { readFence } from '../markup/fence.ts';
import { measureAttributes, takeAttributes, visitShifted } from '../markup/inline-markup.ts';
import { definitionRange, rangeOf } from '../markup/markdown-edits.ts';
import { isComment } from '../markup/raw-html.ts';
import { type Found, findingsOf, href, twinUrl, url } from './text-findings.ts';

const escapedAddress = /^(?:(?:https?|ftp)\\:|www\\\.)/i;

/** Changes to Markdown before it becomes HTML. One instance for all documents: Satteri reads the visitors of a plugin once. */
export const textVisitor: MdastPluginDefinition = defineMdastPlugin({
  name: 'agentsite',
  options: { position: true },

  heading(node, context) {
    const found = findingsOf(context);
    const depth = Math.max(2, node.depth);
    const text = joinWideLines(context.textContent(node, { includeHtml: false }).trim());
    const given = node.data as { hProperties?: { id?: string } } | undefined;
    const id = given?.hProperties?.id ?? found.headingIds.next(text);
    found.headings.push({ depth, id, text });
    if (depth !== node.depth) {
      context.setProperty(node, 'depth', 2);
      found.edits.push(...demoteHeading(node, found.input.markdown));
    }
    context.setProperty(node, 'data', { ...given, hProperties: { ...given?.hProperties, id } });
  },

  link(node, context) {
    const found = findingsOf(context);
    // GFM links plain addresses, also where an escape says that they are text.
    if (escapedAddress.test(found.input.markdown.slice(node.position?.start.offset))) {
      context.replaceNode(node, { type: 'text', value: context.textContent(node) });
      return;
    }
    const resolved = found.resolve(node.url, node, 'link');
    if (!resolved) return;
    context.setProperty(node, 'url', href(resolved, found.input.site));
    if (resolved.kind !== 'external') found.editDestination(node, twinUrl(resolved, found.input.site));
  },

  image(node, context) {
    const found = findingsOf(context);
    const resolved = found.resolve(node.url, node, 'embed');
    if (!resolved) return;
    if (resolved.kind !== 'external') found.editDestination(node, url(resolved, found.input.site));
    showImage(node, node, resolved, context);
  },

  imageReference(node, context) {
    const found = findingsOf(context);
    const definition = found.definitions.get(node.identifier);
    if (!definition) return;
    // A file that is missing is reported where its address is.
    const isImage = isImageFile(`content/${definition.url}`);
    const resolved = isImage ? found.find(definition.url) : found.resolve(definition.url, node, 'embed');
    if (resolved) showImage(node, definition, resolved, context);
  },

  definition(node, context) {
    const found = findingsOf(context);
    const as = isImageFile(`content/${node.url}`) ? 'image' : 'link';
    const resolved = found.resolve(node.url, node, as);
    if (!resolved) return;
    context.setProperty(node, 'url', href(resolved, found.input.site));
    if (resolved.kind === 'external') return;
    const range = definitionRange(found.input.markdown, node);
    const text = as === 'link' ? twinUrl(resolved, found.input.site) : url(resolved, found.input.site);
    if (range) found.edits.push({ ...range, text });
    else found.needsConversion = true;
  },

  blockquote(node, context) {
    const found = findingsOf(context);
    const callout = readCallout(node);
    if (!callout) return;
    const { kind, fold, title, paragraph, rest } = callout;
    const className = ['callout', `callout-${kind}`];
    const state = fold === '' ? { role: 'note' } : { open: fold === '+' };
    const hProperties = { className, ...state, dataCallout: kind };
    context.setProperty(node, 'data', { hName: fold === '' ? 'div' : 'details', hProperties });
    if (rest.length === 0) context.removeNode(paragraph);
    else context.replaceNode(paragraph, { ...paragraph, children: rest } as never);
    const label = title ?? [textNode(wordsOf(found.input.site).words.callouts[kind])];
    const data = {
      hName: fold === '' ? 'p' : 'summary',
      hProperties: { className: ['callout-title'], ...(title ? { dataTitle: '' } : {}) },
    };
    context.prependChild(node, { type: 'paragraph', data, children: label } as never);
  },

  table(node, context) {
    context.wrapNode(node, {
      type: 'wideTable',
      data: { hName: 'div', hProperties: { className: ['wide-table'], tabIndex: 0 } },
      children: [],
    } as never);
  },

  superscript: visitShifted,
  subscript: visitShifted,

  descriptionList(_node, context) {
    findingsOf(context).needsConversion = true;
  },

  math(node, context) {
    if (isOfPlugin(node)) return;
    const value = findingsOf(context).formula(node, true);
    if (value !== null) context.replaceNode(node, { type: 'html', value });
  },

  inlineMath(node, context) {
    if (isOfPlugin(node)) return;
    const found = findingsOf(context);
    const { start, end } = rangeOf(node);
    const source = found.input.markdown;
    const written = source.slice(start, end);
    const isBlock = written.startsWith('$$');
    // As Pandoc reads it: no space inside, no digit behind. "$5 and $6" is money.
    if (!isBlock && (/^\$\s|\s\$$/.test(written) || /\d/.test(source[end] ?? ''))) {
      context.replaceNode(node, { type: 'text', value: written });
      return;
    }
    const paragraph = context.parent(node);
    const isDisplay = isBlock && paragraph.type === 'paragraph' && paragraph.children.length === 1;
    const value = found.formula(node, isDisplay);
    if (value !== null) context.replaceNode(isDisplay ? paragraph : node, { type: 'html', value });
  },

  code(node, context) {
    if (isOfPlugin(node)) return;
    const found = findingsOf(context);
    const fence = readFence(node.lang ?? '', node.meta ?? '', node.value);
    const { language } = fence;
    found.warnOfCode(node as Code, fence);
    const drawn = language === 'mermaid' ? found.diagram(node as Code, fence) : null;
    if (/^plantuml$/i.test(language ?? '')) found.warnOfDiagram(node, 'is shown as code, not as a diagram');
    const value = drawn ?? (language === 'math' ? found.formula(node, true) : renderCodeBlock(fence));
    if (value !== null) context.replaceNode(node, { type: 'html', value });
  },

  inlineCode(node, context) {
    const found = findingsOf(context);
    // Siblings are expensive to read, and code is frequent.
    if (found.input.markdown[(node.position?.start.offset ?? 0) - 1] !== '$') return;
    const siblings = context.parent(node).children;
    const place = context.indexOf(node) ?? 0;
    const before = siblings[place - 1];
    const after = siblings[place + 1];
    if (before?.type !== 'text' || !before.value.endsWith('$')) return;
    if (after?.type !== 'text' || !after.value.startsWith('$')) return;
    const value = found.formula(node, false);
    if (value === null) return;
    context.setProperty(before, 'value', before.value.slice(0, -1));
    context.setProperty(after, 'value', after.value.slice(1));
    context.replaceNode(node, { type: 'html', value });
  },

  html(node, context) {
    const found = findingsOf(context);
    if (!isComment(node.value)) {
      found.needsConversion = true;
      found.readHtml(node, context);
      return;
    }
    found.edits.push({ ...rangeOf(node), text: '' });
    if (!wordPressMark.test(node.value)) context.removeNode(node);
  },
});

/** The definitions of a text, which may come behind what refers to them; runs before {@link textVisitor}. */
export const definitionReader: MdastPluginDefinition = defineMdastPlugin({
  name: 'agentsite-definitions',
  definition(node, context) {
    const { definitions } = findingsOf(context);
    // Of several the first one counts.
    if (!definitions.has(node.identifier))
      definitions.set(node.identifier, { url: node.url, title: node.title ?? null });
  },
});

/** Shows an image, or plays it. @param target its address and title, which a definition has for references */
function showImage(
  node: Readonly<ImageNode | ImageReference>,
  target: Pick<ImageNode, 'url' | 'title'>,
  resolved: Found,
  context: MdastVisitorContext,
): void {
  const found = findingsOf(context);
  const [alt, title] = [node.alt ?? '', target.title ?? ''];
  const player = found.play(node, target.url, resolved, alt);
  if (player !== null) {
    const className = player.startsWith('<video') ? 'wp-block-video' : 'wp-block-audio';
    captionImage(node, title, context, { className });
    context.replaceNode(node, { type: 'html', value: player });
    return;
  }
  const size = sizeOf(found.addImage(resolved, alt));
  const given = takeAttributes(node, context, size);
  const placed = given?.className ? { className: `wp-block-image ${given.className}` } : null;
  const isCaption = (title !== '' || placed) && captionImage(node, title, context, placed);
  const data = { hProperties: { ...size, ...given, loading: 'lazy', decoding: 'async' } };
  const image = { url: href(resolved, found.input.site), title: isCaption ? null : target.title, data };
  if (node.type === 'imageReference') context.replaceNode(node, { type: 'image', alt, ...image });
  else
    for (const [name, value] of Object.entries(image))
      context.setProperty(node, name as 'url', value as string);
}

/** Turns an image on its own line that has a title or a placement into a figure; returns whether it did. */
function captionImage(
  node: Readonly<ImageNode | ImageReference>,
  title: string,
  context: MdastVisitorContext,
  given: Record<string, string | number> | null = null,
): boolean {
  const paragraph = context.parent(node);
  const place = context.indexOf(node);
  const others = paragraph.children.filter((_, index) => index !== place) as PhrasingContent[];
  if (paragraph.type !== 'paragraph' || !others.every(isTaken)) return false;
  const placed = given?.className ? { hProperties: { className: given.className } } : {};
  context.setProperty(paragraph, 'data', { hName: 'figure', ...placed });
  if (title !== '') context.insertAfter(node, element('figcaption', [], [textNode(title)]) as never);
  return true;
}

/** Is it nothing but the attributes of an image? */
function isTaken(node: PhrasingContent): boolean {
  return node.type === 'text' && measureAttributes(node.value, 0) === node.value.length;
}

function sizeOf({ width, height }: Image): { width?: number; height?: number } {
  return width && height ? { width, height } : {};
}

/** A first-level heading in the text becomes second-level in the twin as well: the title is the only first. */
function demoteHeading(node: Readonly<HeadingNode>, source: string): Edit[] {
  const { start, end } = rangeOf(node);
  if (source[start] === '#') return [{ start, end: start, text: '#' }];
  const underline = source.slice(start, end).search(/=+[ \t]*$/);
  return underline < 0 ? [] : [{ start: start + underline, end, text: '---' }];
}
