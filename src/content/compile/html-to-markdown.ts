import { createRequire } from 'node:module';
import type { Element, ElementContent, Nodes, Parents, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type {
  BlockContent,
  DefinitionContent,
  FootnoteDefinition,
  Html,
  PhrasingContent,
  RootContent,
} from 'mdast';
import type { Options } from 'remark-stringify';
import { visit } from 'unist-util-visit';
import { attachedSigns } from '../../core/text/scripts.ts';
import { TooDeep } from '../read/problems.ts';
import { shiftSigns } from './markup/inline-markup.ts';

/**
 * HTML to GitHub-flavoured Markdown without any HTML tag. Handlers preserve what rehype-remark would lose: footnotes,
 * callouts, code languages, captions, table alignment, summaries, definition lists, and frames and players as links.
 */

const require = createRequire(import.meta.url);

/** How Markdown is written, here and by an import. */
export const markdownStyle: Options = {
  bullet: '-',
  fences: true,
  rule: '-',
  emphasis: '*',
  handlers: {
    html: (node: Html) => node.value,
    root(node, _, state, info) {
      state.unsafe = state.unsafe.flatMap((pattern) => {
        if (pattern.character === '&') return { ...pattern, after: '#?\\w+;', _compiled: undefined };
        if (pattern.character !== '[') return pattern;
        const inConstruct = [pattern.inConstruct ?? []].flat().filter((name) => name !== 'phrasing');
        return inConstruct.length === 0 ? [] : { ...pattern, inConstruct };
      });
      state.unsafe.push(
        { character: '[', after: '\\^|!|[ xX]\\]', ...inText },
        { character: ']', after: '[:[]', ...inText },
        // Private notes are gone: these are words.
        { character: '%', after: '%', ...inText },
        { character: '{', after: '/\\*', ...inText },
      );
      return state.containerFlow(node, info);
    },
  },
};

/** Where brackets and ampersands are text, they are escaped only if they would be read as markup. */
const inText: Omit<NonNullable<Options['unsafe']>[number], 'character'> = {
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'destinationLiteral', 'destinationRaw', 'reference', 'titleQuote'],
};

/** A handler's view of rehype-remark's state: what the functions below use of it. */
interface State {
  all(parent: Parents): RootContent[];
  toFlow(nodes: RootContent[]): (BlockContent | DefinitionContent)[];
  patch(from: Nodes, to: unknown): void;
}

/** @param base absolute URL that links and images are resolved against */
export function htmlToMarkdown(html: string, base: string): string {
  // Loaded with the first text that needs them: few builds convert any, and loading them takes longer than an edit.
  const { unified } = require('unified') as typeof import('unified');
  const { default: rehypeParse } = require('rehype-parse') as typeof import('rehype-parse');
  const { default: rehypeRemark } = require('rehype-remark') as typeof import('rehype-remark');
  const { default: remarkGfm } = require('remark-gfm') as typeof import('remark-gfm');
  const { default: remarkStringify } = require('remark-stringify') as typeof import('remark-stringify');
  const processor = unified()
    .use(rehypeParse, { fragment: true })
    .use(() => (tree: Root) => prepare(tree, base))
    .use(rehypeRemark, {
      handlers: handlers as never,
      // A comment is a note of the author, not a text for readers.
      nodeHandlers: { comment: () => undefined },
      newlines: false,
    })
    .use(remarkGfm)
    .use(remarkStringify, markdownStyle);
  const markdown = String(processor.processSync(html)).trim();
  return `${markdown.replace(besideEmphasis, showAttached)}\n`.replace(/^\n$/, '');
}

/** Letters that are written as references so that emphasis ends there for any parser. */
const besideEmphasis = /(?<=[*~])&#x([\dA-F]+);|&#x([\dA-F]+);(?=[*~])/g;
const attached = new RegExp(`[${attachedSigns}\\p{Cs}]`, 'u');

/** Chinese, Japanese and Korean stay as they are written. */
function showAttached(reference: string, behind?: string, before?: string): string {
  const sign = String.fromCharCode(Number.parseInt(behind ?? before ?? '', 16));
  return attached.test(sign) ? sign : reference;
}

/** Makes addresses absolute and alignment an attribute. */
function prepare(tree: Root, base: string): void {
  const explained = new Set<string>();
  unwrapRepeated(tree);
  prune(tree);
  visit(tree, 'element', (node) => {
    if (hasClass(node, 'wp-block-image')) node.children = node.children.flatMap(withoutLink);
    // The image of a card says nothing that is not next to it.
    if (hasClass(node, 'wp-block-embed__wrapper'))
      removeWithin(node, ({ tagName, properties }) => tagName === 'img' && properties.alt === '');
    if (node.tagName === 'abbr') {
      const name = textOf(node);
      if (explained.has(name)) delete node.properties.title;
      explained.add(name);
    }
    if (node.tagName === 'menu') node.tagName = 'ul';
    if (node.tagName === 'dialog') node.tagName = 'div';
    // A target of links has no form in Markdown; its words stay.
    if (node.tagName === 'a' && node.properties.href === undefined) node.tagName = 'span';
    if (node.properties.dataTitle !== undefined && node.tagName !== 'summary')
      node.children = [{ type: 'element', tagName: 'strong', properties: {}, children: node.children }];
    for (const name of ['href', 'src', 'poster', 'cite']) {
      const value = node.properties[name];
      if (typeof value === 'string' && !isFootnoteLink(node)) node.properties[name] = resolve(value, base);
    }
    const alignment = classesOf(node).find((name) => name.startsWith('align-'));
    if (alignment) node.properties.align = alignment.slice('align-'.length);
  });
}

/** Elements that separate or show something even if they are empty. All others with nothing in them say nothing. */
const lasting =
  /^(?:address|article|aside|audio|blockquote|br|button|canvas|caption|center|col|colgroup|d[dlt]|details|dialog|dir|div|embed|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|image|img|input|legend|li|listing|main|map|menu|meter|nav|object|ol|optgroup|option|p|picture|plaintext|pre|progress|section|select|source|summary|svg|table|tbody|td|textarea|tfoot|th|thead|tr|ul|video|wbr|xmp)$/;

/** Each level of quotations and lists is written in all lines of those within it. */
const maxDepth = 100;

/**
 * Removes what no reader is shown and what is empty: rehype looks from each text for the next one, past all that is
 * empty, so that thousands of empty elements would take time that grows with their square.
 * @returns does anything stay?
 * @throws {TooDeep}
 */
function prune(node: Nodes, depth = 0): boolean {
  if (depth > maxDepth) throw new TooDeep();
  if (node.type === 'text') return /\S/.test(node.value);
  if (node.type === 'element' && isFormula(node)) {
    node.children = [{ type: 'text', value: texOf(node) || '-' }];
    return true;
  }
  if (!('children' in node)) return false;
  if (node.type === 'element' && node.tagName === 'pre') {
    const code = node.children.find((child) => child.type === 'element' && child.tagName === 'code');
    const text = { type: 'text' as const, value: textOf(node) };
    node.children = code?.type === 'element' ? [{ ...code, children: [text] }] : [text];
    return true;
  }
  if (node.type === 'element' && (isUnseen(node) || node.tagName === 'svg')) node.children = [];
  const kept: Nodes[] = [];
  for (const child of node.children) {
    const last = kept.at(-1);
    const isSource = child.type === 'element' && child.tagName === 'source';
    if (prune(child, depth + 1) && !(isSource && kept.some((one) => one.type === 'element')))
      kept.push(child);
    else if (/\s/.test(textOf(child)) && !(last?.type === 'text' && /\s$/.test(last.value)))
      kept.push(child.type === 'text' ? child : { type: 'text', value: ' ' });
  }
  node.children = kept as ElementContent[];
  if (kept.some((child) => child.type !== 'text' || /\S/.test(child.value))) return true;
  return node.type === 'element' && !isUnseen(node) && lasting.test(node.tagName);
}

/** A browser shows neither what is hidden nor a dialog that is closed; a hidden link, such as `#`, is for the mouse. */
const isUnseen = ({ tagName, properties: { hidden, open, ariaHidden } }: Element): boolean =>
  (tagName === 'a' && ariaHidden === 'true') ||
  (hidden !== undefined && hidden !== 'until-found') ||
  (tagName === 'dialog' && open === undefined);

const emphasis: ReadonlyMap<string, string> = new Map(
  [
    ...['em i cite dfn var figcaption caption', 'strong b summary dt', 'del s strike', 'a', 'code'],
    'u ins big small font tt nobr',
  ].flatMap((names) => names.split(' ').map((name, _, [mark = '']) => [name, mark] as const)),
);

/** Unwraps emphasis in the same emphasis: browsers repeat unclosed `<i>` in all later paragraphs, at exponential cost. */
function unwrapRepeated(tree: Root): void {
  const open = new Map<Nodes, ReadonlySet<string>>([[tree, new Set()]]);
  const pending: Parents[] = [tree];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    const marks = open.get(parent) ?? new Set();
    const flat: ElementContent[] = [];
    const queue = parent.children.toReversed() as ElementContent[];
    for (let node = queue.pop(); node; node = queue.pop()) {
      const mark = node.type === 'element' ? emphasis.get(node.tagName) : undefined;
      if (node.type !== 'element') flat.push(node);
      else if (mark === undefined || !marks.has(mark) || node.properties.dataFootnoteRef !== undefined) {
        flat.push(node);
        open.set(node, mark === undefined ? marks : new Set([...marks, mark]));
        pending.push(node);
      } else if (lasting.test(node.tagName)) {
        const box = { ...node, tagName: 'div' };
        flat.push(box);
        open.set(box, marks);
        pending.push(box);
      } else queue.push(...node.children.toReversed());
    }
    parent.children = flat;
  }
}

function removeWithin(box: Element, isUnwanted: (element: Element) => boolean): void {
  visit(box, 'element', (node) => {
    node.children = node.children.filter((child) => child.type !== 'element' || !isUnwanted(child));
  });
}

/** An image that links to its own file is only that image. */
function withoutLink(node: ElementContent): ElementContent[] {
  const isLink = node.type === 'element' && node.tagName === 'a' && node.properties.href !== undefined;
  return isLink ? node.children : [node];
}

function isFootnoteLink(node: Element): boolean {
  return node.properties.dataFootnoteRef !== undefined || node.properties.dataFootnoteBackref !== undefined;
}

function resolve(value: string, base: string): string {
  return URL.canParse(value, base) ? new URL(value, base).href : value;
}

const classesOf = (node: Element): string[] =>
  Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];

const hasClass = (node: ElementContent, name: string): boolean =>
  node.type === 'element' && classesOf(node).includes(name);

const isFormula = (node: Element): boolean => node.properties.dataTex !== undefined;
const texOf = (node: Element): string => String(node.properties.dataTex);

/** 10<sup>6</sup> is 10⁶; what has no such signs is plain text. */
function shifted(state: State, node: Element, isRaised: boolean): RootContent[] | RootContent {
  const value = shiftSigns(textOf(node), isRaised);
  return value === null ? state.all(node) : { type: 'text', value };
}

const handlers = {
  /** `<sup><a data-footnote-ref href="#…fn-1">` is a reference; 10<sup>6</sup> is 10⁶; other superscripts are plain text. */
  sup(state: State, node: Element): RootContent[] | RootContent {
    const link = node.children.find((child): child is Element => child.type === 'element');
    if (link?.properties.dataFootnoteRef === undefined) return shifted(state, node, true);
    return { type: 'footnoteReference', ...footnoteName(String(link.properties.href ?? '')) };
  },

  sub: (state: State, node: Element) => shifted(state, node, false),

  /** What an abbreviation stands for follows it where it is said, which is the first time. */
  abbr(state: State, node: Element): RootContent[] {
    const { title } = node.properties;
    return [...state.all(node), ...(title ? [{ type: 'text' as const, value: ` (${title})` }] : [])];
  },

  section(state: State, node: Element): RootContent[] {
    if (node.properties.dataFootnotes === undefined) return state.all(node);
    const definitions: FootnoteDefinition[] = [];
    visit(node, 'element', (item) => {
      if (item.tagName !== 'li') return;
      removeWithin(item, ({ properties }) => properties.dataFootnoteBackref !== undefined);
      definitions.push({
        type: 'footnoteDefinition',
        ...footnoteName(String(item.properties.id ?? '')),
        children: state.toFlow(state.all(item)),
      });
    });
    return definitions;
  },

  /** Code blocks and callouts are boxes; any other box is its content. */
  div(state: State, node: Element): RootContent[] | RootContent {
    const kind = node.properties.dataCallout;
    if (typeof kind === 'string') return callout(state, node, kind);
    if (isFormula(node)) return { type: 'code', lang: 'math', meta: null, value: texOf(node) };
    if (classesOf(node).includes('aside'))
      return { type: 'blockquote', children: state.toFlow(state.all(node)) };
    if (!classesOf(node).includes('code')) return state.all(node);
    return state.all({ ...node, children: node.children.filter((child) => !hasClass(child, 'code-title')) });
  },

  /** A formula goes back to GitHub's notation for one in a line. */
  span(state: State, node: Element): RootContent[] {
    if (!isFormula(node)) return state.all(node);
    const dollar: RootContent = { type: 'html', value: '$' };
    return [dollar, { type: 'inlineCode', value: texOf(node) }, dollar];
  },

  pre(_state: State, node: Element): RootContent {
    const code = node.children.find(
      (child): child is Element => child.type === 'element' && child.tagName === 'code',
    );
    const language = classesOf(code ?? node).find((name) => name.startsWith('language-'));
    const meta = node.properties.dataMeta;
    return {
      type: 'code',
      lang: language ? language.slice('language-'.length) : null,
      meta: typeof meta === 'string' && language ? meta : null,
      value: textOf(node).replace(/\n$/, ''),
    };
  },

  details(state: State, node: Element): RootContent[] | RootContent {
    const kind = node.properties.dataCallout;
    return typeof kind === 'string' ? callout(state, node, kind) : state.all(node);
  },

  summary: marked('strong'),

  /** A diagram goes back to its source. */
  figure(state: State, node: Element): RootContent[] | RootContent {
    const { dataMermaid } = node.properties;
    if (dataMermaid === undefined) return state.toFlow(state.all(node));
    return { type: 'code', lang: 'mermaid', meta: null, value: String(dataMermaid) };
  },

  figcaption: marked('emphasis'),
  caption: marked('emphasis'),

  iframe: (_state: State, node: Element): RootContent | undefined => linkTo(node, 'Embedded page'),
  video: (_state: State, node: Element): RootContent | undefined => linkTo(node, 'Video'),
  audio: (_state: State, node: Element): RootContent | undefined => linkTo(node, 'Audio'),

  mark: (state: State, node: Element): RootContent[] => state.all(node),
  dt: marked('strong'),
  dd: (state: State, node: Element): RootContent[] => state.toFlow(state.all(node)),
  dl: (state: State, node: Element): RootContent[] => state.all(node),

  /** Block content in a cell is joined in one line: a table cell contains only text. */
  td: cell,
  th: cell,
};

function marked(type: 'strong' | 'emphasis') {
  return (state: State, node: Element): RootContent => {
    const children = state.all(node) as PhrasingContent[];
    return { type: 'paragraph', children: [{ type, children }] };
  };
}

/** A callout goes back to the alert that it was written as: `> [!NOTE]`. */
function callout(state: State, node: Element, kind: string): RootContent {
  const isOwn = (child: ElementContent) =>
    child.type === 'element' && child.properties.dataTitle !== undefined;
  const content = node.children.filter((child) => !hasClass(child, 'callout-title') || isOwn(child));
  const marker: Html = { type: 'html', value: `[!${kind.toUpperCase()}]` };
  const children = state.toFlow(state.all({ ...node, children: content }));
  const first = children[0];
  if (first?.type === 'paragraph') {
    first.children.unshift(marker as PhrasingContent, { type: 'text', value: '\n' });
    return { type: 'blockquote', children };
  }
  return {
    type: 'blockquote',
    children: [{ type: 'paragraph', children: [marker as PhrasingContent] }, ...children],
  };
}

function cell(state: State, node: Element): RootContent {
  const children: PhrasingContent[] = [];
  for (const child of node.children) {
    if (
      children.length > 0 &&
      child.type === 'element' &&
      ['p', 'br', 'div', 'ul', 'ol', 'pre', 'blockquote'].includes(child.tagName)
    ) {
      children.push({ type: 'text', value: ' ' });
    }
    children.push(...phrasing(state.all({ type: 'root', children: [child] } as Root)));
  }
  return { type: 'tableCell', children };
}

const blocks = ['paragraph', 'blockquote', 'list', 'listItem', 'heading', 'code'];

/** The inline content of nodes: blocks become one line, in which semicolons separate the items of lists. */
function phrasing(nodes: RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node, index): PhrasingContent[] => {
    const separator: PhrasingContent = { type: 'text', value: node.type === 'listItem' ? '; ' : ' ' };
    const between = index > 0 && blocks.includes(node.type) ? [separator] : [];
    if (node.type === 'code')
      return [...between, { type: 'inlineCode', value: node.value.replace(/\s+/g, ' ') }];
    if (blocks.includes(node.type) && 'children' in node)
      return [...between, ...phrasing(node.children as RootContent[])];
    return [node as PhrasingContent];
  });
}

function linkTo(node: Element, fallback: string): RootContent | undefined {
  const source = node.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'source',
  );
  const url = node.properties.src ?? source?.properties.src;
  if (typeof url !== 'string' || url === '') return undefined;
  const name = node.properties.title ?? node.properties.ariaLabel;
  const title = typeof name === 'string' ? name : fallback;
  return { type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: title }] }] };
}

function footnoteName(target: string): { identifier: string; label: string } {
  const written = target.replace(/^#?(?:user-content-)?(?:fn-)?/, '');
  const label = decoded(written);
  return { identifier: label.toLowerCase(), label };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is one.
    return text;
  }
}
