import { decodeHTML, decodeHTMLAttribute } from 'entities';
import GithubSlugger from 'github-slugger';
import type { Code, Heading as HeadingNode, Html, Image as ImageNode, Link } from 'mdast';
import {
  type CompileOptions,
  defineMdastPlugin,
  type MdastNode,
  type MdastVisitorContext,
  markdownToHtml,
} from 'satteri';
import { addBasePath } from '../core/html/base-path.ts';
import { wordsOf } from '../core/languages/words.ts';
import type { Body, Heading, Image } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { systemTarget } from '../core/model/targets.ts';
import { absoluteUrl, basePath, encodePath, isSystemPath } from '../core/model/urls.ts';
import { rewriteAddresses } from '../core/text/html-addresses.ts';
import { eachTag, readAttributes } from '../core/text/html-tags.ts';
import { countWords, cutWords, htmlToText } from '../core/text/plain-text.ts';
import { applyEdits, type Edit } from '../core/text/text-edits.ts';
import { readCallout } from './callout.ts';
import { renderCodeBlock } from './code-block.ts';
import { renderFormula } from './formula.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { definitionRange, destinationRange } from './markdown-edits.ts';
import { createMarkupFixes } from './markup-fixes.ts';
import type { Problem } from './problems.ts';
import { HtmlElements, isComment } from './raw-html.ts';
import type { ReferenceResolver, Resolved } from './references.ts';
import { rewriteLinks, twinOfTarget } from './twin-links.ts';

/**
 * One Markdown text to every form in which it is published. The HTML is rendered by Satteri; the twin is the
 * author's own Markdown with its addresses made absolute, so that nothing of it is lost or restyled. Only a
 * text that holds raw HTML takes the longer way: its twin is made from the HTML.
 */
export interface CompiledText extends Body {
  readonly excerpt: string;
  readonly headings: readonly Heading[];
  /** Ids of elements that the text writes as HTML: places that links may lead to. */
  readonly anchors: readonly string[];
  readonly images: readonly Image[];
  readonly references: readonly Reference[];
  /** Files below `content/` that the text shows or links to. */
  readonly assets: readonly string[];
  /** Files that were looked at for their size, from the project's root. */
  readonly files: readonly string[];
  readonly wordCount: number;
  readonly problems: readonly Problem[];
}

/** A link inside the site, to be checked when all pages are known. */
export interface Reference {
  /** Decoded path of the target: `/manual/`. */
  readonly path: string;
  /** Without `#`; empty for the page itself. */
  readonly fragment: string;
  /** The Markdown file that was named, when it was one. */
  readonly source: string | null;
  /** As the author wrote it. */
  readonly written: string;
  readonly line: number;
  readonly column: number;
}

export interface TextToCompile {
  readonly markdown: string;
  /** Path of the file from the project's root, and the lines before the text in it. */
  readonly file: string;
  readonly lineOffset: number;
  /** Path of the page. */
  readonly path: string;
  /** The author's summary; the excerpt where there is one. */
  readonly description: string | null;
  readonly site: Site;
  readonly references: ReferenceResolver;
}

/** Comments that WordPress reads. They are part of what it stores, and so of what its search looks through. */
const wordPressMark = /<!--(?:\s*\/?wp:|more|nextpage)/;

/** WordPress cuts an excerpt after this many words. */
const excerptWords = 55;

export function compileMarkdown(input: TextToCompile): CompiledText {
  const found = new Findings(input);
  const { markupFixes, features } = optionsOf(input.site);
  const { html } = markdownToHtml(input.markdown, {
    mdastPlugins: [visitor(found)],
    hastPlugins: [markupFixes],
    features,
  });
  found.elements.finish();
  const text = htmlToText(html);
  const base = basePath(input.site);
  const summary = beforeMore(html);
  return {
    html,
    markdown: found.needsConversion
      ? rewriteLinks(
          htmlToMarkdown(base === '' ? html : addBasePath(html, base), absoluteUrl(input.site, input.path)),
          (address) => found.twins.get(address),
        )
      : `${applyEdits(input.markdown, found.edits).trim()}\n`.replace(/^\n$/, ''),
    text,
    ...(found.needsConversion || wordPressMark.test(input.markdown) ? { stored: input.markdown } : {}),
    excerpt: input.description ?? cutWords(summary === html ? text : htmlToText(summary), excerptWords),
    headings: found.headings,
    anchors: found.needsConversion ? anchorsOf(html) : [],
    images: [...found.images.values()],
    references: found.references,
    assets: [...found.assets],
    files: [...found.files],
    wordCount: countWords(text),
    problems: found.problems,
  };
}

function anchorsOf(html: string): string[] {
  if (!/\sid=/i.test(html)) return [];
  const anchors: string[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    const id = readAttributes(html, tag).find(({ name }) => name === 'id');
    if (id && id.value !== '') anchors.push(decodeHTML(id.value));
  });
  return anchors;
}

interface SiteOptions {
  readonly markupFixes: ReturnType<typeof createMarkupFixes>;
  readonly features: NonNullable<CompileOptions['features']>;
}

const made = new WeakMap<Site, SiteOptions>();

/** What the site's language decides, made once for each site: compiling asks for it at every text. */
function optionsOf(site: Site): SiteOptions {
  const known = made.get(site);
  if (known) return known;
  const spoken = wordsOf(site);
  const { title, back } = spoken.words.footnotes;
  const options: SiteOptions = {
    markupFixes: createMarkupFixes(spoken),
    features: {
      gfm: { footnotes: { label: title, backLabel: `${back} ({reference})` } },
      frontmatter: false,
      smartPunctuation: false,
    },
  };
  made.set(site, options);
  return options;
}

/** What stands before the mark that ends a summary in WordPress; all where there is none. */
function beforeMore(html: string): string {
  if (!html.includes('<!--')) return html;
  let end = html.length;
  eachTag(html, (tag) => {
    if (tag.start < end && /^<!--(?:more|nextpage)-->$/.test(html.slice(tag.start, tag.end))) end = tag.start;
  });
  return html.slice(0, end);
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An address that leads somewhere. */
type Found = Exclude<Resolved, { kind: 'broken' }>;

/** What one pass over a text collects. */
class Findings {
  readonly input: TextToCompile;
  readonly headings: Heading[] = [];
  readonly images = new Map<string, Image>();
  readonly references: Reference[] = [];
  readonly assets = new Set<string>();
  readonly files = new Set<string>();
  readonly problems: Problem[] = [];
  readonly edits: Edit[] = [];
  /** Addresses of pages that the text links to, and those of their twins. */
  readonly twins = new Map<string, string>();
  readonly slugger = new GithubSlugger();
  readonly elements = new HtmlElements();
  /** True when the twin cannot be made by editing the source. */
  needsConversion = false;

  constructor(input: TextToCompile) {
    this.input = input;
  }

  /** Resolves an address and records what it leads to. Returns null after reporting a broken one. */
  resolve(
    written: string,
    node: MdastNode,
    as: 'link' | 'image',
    place: Place = this.placeOf(node),
  ): Found | null {
    const resolved = this.input.references.resolve(written, this.input.file, this.input.path, as);
    if (resolved.kind === 'broken') {
      this.problems.push({ ...place, field: as, message: resolved.message });
      return null;
    }
    if (resolved.kind === 'page') {
      const { path, fragment, source } = resolved;
      if (as === 'link') this.twins.set(url(resolved, this.input.site), twinUrl(resolved, this.input.site));
      this.references.push({ path, fragment, source, written, line: place.line, column: place.column });
    }
    if (resolved.kind === 'file') this.files.add(resolved.source);
    if (resolved.kind === 'file' && resolved.contentFile) this.assets.add(resolved.contentFile);
    return resolved;
  }

  placeOf(node: MdastNode): Place {
    const start = node.position?.start ?? { line: 1, column: 1 };
    return { file: this.input.file, line: start.line + this.input.lineOffset, column: start.column };
  }

  /** Checks a piece of HTML; what it links to and shows is found as that of Markdown is. */
  readHtml(node: Readonly<Html>, context: MdastVisitorContext): void {
    const placeAt = (at: number): Place => {
      const { file, line, column } = this.placeOf(node);
      const lines = node.value.slice(0, at).split('\n');
      const offset = lines.at(-1)?.length ?? 0;
      return {
        file,
        line: line + lines.length - 1,
        column: lines.length === 1 ? column + offset : offset + 1,
      };
    };
    const holder = context.parent(node);
    this.elements.read(node.value, `${holder.type} ${holder.position?.start.offset}`, ({ at, message }) => {
      this.problems.push({ ...placeAt(at), field: 'HTML', message });
    });
    const value = rewriteAddresses(node.value, (address, tag, attribute) => {
      const isPicture = tag.name === 'img' || attribute === 'srcset' || attribute === 'poster';
      const resolved = this.resolve(address, node, isPicture ? 'image' : 'link', placeAt(tag.start));
      if (resolved && tag.name === 'img' && attribute === 'src') {
        const alt = readAttributes(node.value, tag).find(({ name }) => name === 'alt');
        this.addPicture(resolved, decodeHTMLAttribute(alt?.value ?? ''));
      }
      return resolved && resolved.kind !== 'external' ? href(resolved, this.input.site) : null;
    });
    if (value !== node.value) context.setProperty(node, 'value', value);
  }

  addPicture(resolved: Found, alt: string): Image {
    const image = imageOf(resolved, alt, this.input.site);
    this.images.set(image.src, image);
    return image;
  }

  /** A formula as HTML. Returns null after reporting a broken one. */
  formula(node: MdastNode & { readonly value: string }, display: boolean): string | null {
    const rendered = renderFormula(node.value, display);
    if (rendered.ok) return rendered.html;
    this.problems.push({ ...this.placeOf(node), field: 'formula', message: rendered.message });
    return null;
  }

  /** Puts an absolute address in the place of the written one, in the twin. */
  editDestination(node: Link | ImageNode, url: string): void {
    const range = destinationRange(this.input.markdown, node);
    if (range === 'none') return;
    if (range === null) this.needsConversion = true;
    else this.edits.push({ ...range, text: url });
  }
}

/** The address in HTML: root-relative inside the site. */
function href(resolved: Found, site: Site): string {
  if (resolved.kind === 'page') {
    const { path } = resolved;
    const target = isSystemPath(path) ? (systemTarget(site, path) ?? path) : path;
    if (!target.startsWith('/')) return target;
    return encodePath(target) + (resolved.fragment ? `#${resolved.fragment}` : '');
  }
  return resolved.kind === 'file' ? encodePath(resolved.image.src) : resolved.url;
}

/** The same, absolute. */
function url(resolved: Found, site: Site): string {
  const target = href(resolved, site);
  return target.startsWith('/') ? site.url + target : target;
}

/** Where a link of the twin leads: to a twin, where what is linked has one. */
function twinUrl(resolved: Found, site: Site): string {
  const twin = resolved.kind === 'page' ? twinOfTarget(resolved.path) : null;
  const target = href(resolved, site);
  if (twin === null || !target.startsWith('/')) return url(resolved, site);
  return absoluteUrl(site, twin) + target.replace(/^[^#]*/, '');
}

function visitor(found: Findings) {
  const { site } = found.input;
  return defineMdastPlugin({
    name: 'agentsite',
    options: { position: true },

    heading(node, context) {
      const depth = Math.max(2, node.depth);
      const text = context.textContent(node).trim();
      const id = found.slugger.slug(text);
      found.headings.push({ depth, id, text });
      if (depth !== node.depth) {
        context.setProperty(node, 'depth', 2);
        found.edits.push(...demoteHeading(node, found.input.markdown));
      }
      context.setProperty(node, 'data', { hProperties: { id } });
    },

    link(node, context) {
      const resolved = found.resolve(node.url, node, 'link');
      if (!resolved) return;
      context.setProperty(node, 'url', href(resolved, site));
      if (resolved.kind !== 'external') found.editDestination(node, twinUrl(resolved, site));
    },

    image(node, context) {
      const resolved = found.resolve(node.url, node, 'image');
      if (!resolved) return;
      const image = found.addPicture(resolved, node.alt ?? '');
      context.setProperty(node, 'url', href(resolved, site));
      context.setProperty(node, 'data', { hProperties: imageProperties(image) });
      if (node.title) captionPicture(node, node.title, context);
      if (resolved.kind !== 'external') found.editDestination(node, url(resolved, site));
    },

    definition(node, context) {
      const as = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(node.url) ? 'image' : 'link';
      const resolved = found.resolve(node.url, node, as);
      if (!resolved) return;
      context.setProperty(node, 'url', href(resolved, site));
      if (as === 'image') found.addPicture(resolved, '');
      if (resolved.kind === 'external') return;
      const range = definitionRange(found.input.markdown, node);
      const text = as === 'link' ? twinUrl(resolved, site) : url(resolved, site);
      if (range) found.edits.push({ ...range, text });
      else found.needsConversion = true;
    },

    blockquote(node, context) {
      const callout = readCallout(node);
      if (!callout) return;
      const className = ['callout', `callout-${callout.kind}`];
      const hProperties = { className, role: 'note', dataCallout: callout.kind };
      context.setProperty(node, 'data', { hName: 'div', hProperties });
      if (callout.rest === '' && callout.paragraph.children.length === 1)
        context.removeNode(callout.paragraph);
      else context.setProperty(callout.marker, 'value', callout.rest);
      context.prependChild(node, {
        type: 'paragraph',
        data: { hProperties: { className: ['callout-title'] } },
        children: [{ type: 'text', value: wordsOf(found.input.site).words.callouts[callout.kind] }],
      });
    },

    code(node, context) {
      const value = node.lang === 'math' ? found.formula(node, true) : renderCodeBlock(node as Code);
      if (value !== null) context.replaceNode(node, { type: 'html', value });
    },

    inlineCode(node, context) {
      // Looking at siblings is dear, and code is everywhere.
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
      if (!isComment(node.value)) {
        found.needsConversion = true;
        found.readHtml(node, context);
      } else if (node.position) {
        const { start, end } = node.position;
        found.edits.push({ start: start.offset ?? 0, end: end.offset ?? 0, text: '' });
      }
    },
  });
}

/** A picture on a line of its own that has a title becomes a figure, and its title the caption. */
function captionPicture(node: Readonly<ImageNode>, title: string, context: MdastVisitorContext): void {
  const paragraph = context.parent(node);
  if (paragraph.type !== 'paragraph' || paragraph.children.length !== 1) return;
  context.setProperty(paragraph, 'data', { hName: 'figure' });
  context.setProperty(node, 'title', null);
  context.insertAfter(node, {
    type: 'paragraph',
    data: { hName: 'figcaption' },
    children: [{ type: 'text', value: title }],
  } as never);
}

function imageOf(resolved: Found, alt: string, site: Site): Image {
  if (resolved.kind === 'file') return { ...resolved.image, alt };
  return { src: href(resolved, site), alt, width: null, height: null };
}

function imageProperties(image: Image): Record<string, string | number> {
  const size = image.width && image.height ? { width: image.width, height: image.height } : {};
  return { ...size, loading: 'lazy', decoding: 'async' };
}

/** A first-level heading in the text becomes second-level in the twin as well: the title is the only first. */
function demoteHeading(node: Readonly<HeadingNode>, source: string): Edit[] {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  if (source[start] === '#') return [{ start, end: start, text: '#' }];
  const underline = source.slice(start, end).search(/=+[ \t]*$/);
  return underline < 0 ? [] : [{ start: start + underline, end, text: '---' }];
}
