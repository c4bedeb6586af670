import { slug as headingSlug } from 'github-slugger';
import type { Definition, Html, Image, ImageReference, Link, LinkReference, Nodes, Root, Text } from 'mdast';
import { toString as wordsOf } from 'mdast-util-to-string';
import { markdownToMdast } from 'satteri';
import { visit } from 'unist-util-visit';
import { decodePercent } from '../model/names.ts';
import type { Cleaning } from './clean-html.ts';
import { convertHtml } from './convert-html.ts';
import { findStrayTags } from './stray-tags.ts';

/** A replacement; everything else stays as its author wrote it. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const reading = {
  features: { gfm: { footnotes: true }, frontmatter: false, smartPunctuation: false },
} as const;
const target = /\]\(\s*(<[^<>\n]*>|\S*?)(?:\s+(?:"[\s\S]*"|'[\s\S]*'|\([\s\S]*\)))?\s*\)$/;
const unsafe =
  /<\/?(?:script|style|form|input|button|select|textarea|object|embed|iframe|base|meta|link)\b|\son\w+\s*=|javascript:|srcdoc/i;
/** Attributes that run scripts. */
const handlers = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi;
const withoutHandlers = (tag: string): string => tag.replace(handlers, '');
const named = /(?<![ \t])[ \t]*\{#([^\s{}]+)\}[ \t]*$/u;

/** Rewrites targets of links and images, replaces dead links with their words, and removes HTML that is not allowed. */
export const adaptMarkdown = (
  source: string,
  resolve: (written: string) => string,
  cleaning: Cleaning,
): string => new MarkdownAdapter(source, resolve, cleaning).adapt();

class MarkdownAdapter {
  readonly #source: string;
  readonly #resolve: (written: string) => string;
  readonly #cleaning: Cleaning;
  readonly #tree: Root;
  readonly #changes: Change[] = [];
  /** Names of places, and what the build calls them. */
  readonly #anchors = new Map<string, string>();
  readonly #places = new Set<string>();
  readonly #missing;
  /** Offsets of HTML nodes that are rewritten as a whole: a script, a form. */
  readonly #rewritten = new Set<number>();

  constructor(source: string, resolve: (written: string) => string, cleaning: Cleaning) {
    this.#source = source;
    this.#resolve = resolve;
    this.#cleaning = cleaning;
    this.#tree = markdownToMdast(source, reading) as Root;
    this.#nameHeadings();
    visit(this.#tree, 'html', ({ value }) => {
      for (const [, , name = ''] of value.matchAll(/\s(?:id|name)=(["'])(.*?)\1/gi)) this.#places.add(name);
    });
    this.#missing = this.#findMissingTargets();
  }

  adapt(): string {
    visit(this.#tree, (node) => this.#repair(node));
    this.#adaptTags();
    return applyChanges(this.#source, this.#changes).trim();
  }

  /** Names headings as a build does, and removes their own names. */
  #nameHeadings(): void {
    const counts = new Map<string, number>();
    visit(this.#tree, 'heading', (node) => {
      const words = wordsOf(node);
      const own = named.exec(words)?.[1];
      const slug = headingSlug(words.replace(named, ''));
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      // A build numbers headings of the same words.
      const numbered = count === 0 ? slug : `${slug}-${count}`;
      this.#anchors.set(numbered, numbered);
      if (own === undefined) return;
      this.#anchors.set(own, numbered);
      const slice = sliceOf(this.#source, node);
      const at = /(?<![ \t])[ \t]*\{#[^\s{}]+\}/u.exec(slice.text);
      if (!at) return;
      const from = slice.from + at.index;
      this.#changes.push({ from, to: from + at[0].length, text: '' });
    });
  }

  #repair(node: Nodes): void {
    if (node.type === 'link') this.#adaptLink(node);
    else if (node.type === 'image') this.#adaptImage(node);
    else if (node.type === 'definition') this.#adaptDefinition(node);
    else if (node.type === 'linkReference') this.#adaptLinkReference(node);
    else if (node.type === 'imageReference') this.#adaptImageReference(node);
    else if (node.type === 'html') this.#adaptHtml(node);
    else if (node.type === 'text') this.#keepSigns(node);
  }

  /** What is a private note here was text there. */
  #keepSigns(node: Text): void {
    const { from, text } = sliceOf(this.#source, node);
    for (const { index } of text.matchAll(/(?<!\\)(?:%%|<!--|\{\/\*)/g))
      this.#changes.push({ from: from + index, to: from + index, text: '\\' });
  }

  #adaptLink(node: Link): void {
    const { from, to, text } = sliceOf(this.#source, node);
    if (!target.test(text)) {
      this.#adaptBareAddress(node);
      return;
    }
    const first = node.children[0];
    const last = node.children.at(-1);
    const inside =
      first && last ? { from: startOf(first), to: endOf(last) } : { from: from + 1, to: from + 1 };
    const found = this.#linkTo(node.url, wordsOf(node));
    if (found === null) {
      this.#changes.push({ from, to: inside.from, text: '' }, { from: inside.to, to, text: '' });
    } else if (found.kind === 'checked') this.#replaceTarget(from, text, node.url, found.url);
    else {
      this.#changes.push(
        { from, to: inside.from, text: `<a href="${found.url.replaceAll('"', '&quot;')}">` },
        { from: inside.to, to, text: '</a>' },
      );
    }
  }

  /** `<https://old.example/a/>`, or the same without brackets. */
  #adaptBareAddress(node: Link): void {
    if (!/^https?:/i.test(node.url)) return;
    const { from, to } = sliceOf(this.#source, node);
    const found = this.#linkTo(node.url, wordsOf(node));
    if (found === null) this.#changes.push({ from, to, text: asWords(node.url) });
    else if (found.url.startsWith('/'))
      this.#changes.push({ from, to, text: `[${asWords(node.url)}](${writeTarget(found.url)})` });
  }

  #adaptLinkReference(node: LinkReference): void {
    if (!this.#missing.links.has(node.identifier)) return;
    const { from, to } = sliceOf(this.#source, node);
    const first = node.children[0];
    const last = node.children.at(-1);
    if (!first || !last) return;
    this.#changes.push({ from, to: startOf(first), text: '' }, { from: endOf(last), to, text: '' });
  }

  #adaptImageReference(node: ImageReference): void {
    if (!this.#missing.images.has(node.identifier)) return;
    const { from, to } = sliceOf(this.#source, node);
    this.#changes.push({ from, to, text: missingImage(escapeAttribute(node.alt ?? '')) });
  }

  /** Reference names whose targets the new site does not have; each is reported once. */
  #findMissingTargets() {
    const shown = new Set<string>();
    visit(this.#tree, 'imageReference', ({ identifier }) => void shown.add(identifier));
    const links = new Set<string>();
    const images = new Set<string>();
    visit(this.#tree, 'definition', ({ identifier, url, position }) => {
      if (this.#source[(position?.start.offset ?? 0) + 1] === '^') return;
      const written = this.#resolve(url);
      const image = shown.has(identifier) ? this.#cleaning.addresses.image(written, null) : null;
      if (image !== null && image.kind !== 'found') {
        images.add(identifier);
        this.#cleaning.lose('file-missing', image.kind === 'none' ? image.written : image.url, missingFix);
      }
      if (image === null && this.#linkTo(url, identifier) === null) links.add(identifier);
    });
    return { links, images };
  }

  /** Where a fragment is in this document; null if it is nowhere. Generators differ in the signs that names keep. */
  #placeOf(fragment: string): string | null {
    if (fragment === '' || fragment === 'top') return fragment;
    const exact = this.#anchors.get(fragment);
    if (exact !== undefined) return exact;
    if (this.#places.has(fragment)) return fragment;
    const key = plainName(fragment);
    return [...this.#anchors].find(([name]) => key !== '' && plainName(name) === key)?.[1] ?? null;
  }

  /** @returns null for a dead link */
  #linkTo(written: string, words: string) {
    if (written.startsWith('#')) {
      const place = this.#placeOf(decodePercent(written.slice(1)));
      if (place !== null) return { kind: 'checked' as const, url: `#${place}` };
      this.#cleaning.lose('link-dead', `${written} (${words})`, 'No place of this name is in the text.');
      return null;
    }
    const found = this.#cleaning.addresses.link(this.#resolve(written));
    if (found.kind !== 'dead') return found;
    this.#cleaning.lose('link-dead', `${written} (${words})`, found.reason);
    return null;
  }

  #adaptImage(node: Image): void {
    const { from, to, text } = sliceOf(this.#source, node);
    const found = this.#cleaning.addresses.image(this.#resolve(node.url), null);
    if (found.kind === 'found') {
      if (target.test(text)) this.#replaceTarget(from, text, node.url, found.url);
      return;
    }
    this.#cleaning.lose(
      found.kind === 'none' ? 'ref-missing' : 'file-missing',
      found.kind === 'none' ? found.written : found.url,
      missingFix,
    );
    this.#changes.push({ from, to, text: missingImage(escapeAttribute(node.alt ?? '')) });
  }

  #adaptDefinition(node: Definition): void {
    const { from, text } = sliceOf(this.#source, node);
    const match = /^(\[[^\]]+\]:\s*)(<[^<>\n]*>|\S+)/.exec(text);
    if (!match || match[1]?.startsWith('[^')) return;
    if (this.#missing.links.has(node.identifier) || this.#missing.images.has(node.identifier)) {
      this.#changes.push({ ...sliceOf(this.#source, node), text: '' });
      return;
    }
    const image = this.#cleaning.addresses.image(this.#resolve(node.url), null);
    const found = node.url.startsWith('#')
      ? this.#linkTo(node.url, '')
      : this.#cleaning.addresses.link(this.#resolve(node.url));
    const url =
      image.kind === 'found' && !node.url.startsWith('#')
        ? image.url
        : found && 'url' in found
          ? found.url
          : null;
    if (url === null) return;
    const start = from + (match[1]?.length ?? 0);
    if (url !== node.url)
      this.#changes.push({ from: start, to: start + (match[2]?.length ?? 0), text: writeTarget(url) });
  }

  #adaptHtml(node: Html): void {
    const { from, to, text } = sliceOf(this.#source, node);
    if (/^<!--/.test(text.trim())) return;
    const removed = goesOnElsewhere(text) ? [...text.matchAll(unsafeTag)] : [];
    for (const { 0: tag, index } of removed) {
      this.#changes.push({ from: from + index, to: from + index + tag.length, text: '' });
      if (!tag.startsWith('</'))
        this.#cleaning.lose('html-removed', tag, 'Forms and embedded objects are not imported.');
    }
    if (removed.length === 0 && unsafe.test(text.replace(/^<[a-z][^<>]*>$/i, withoutHandlers))) {
      this.#rewritten.add(from);
      this.#changes.push({ from, to, text: convertHtml(text, new Map(), this.#cleaning).markdown });
      return;
    }
    for (const { 0: written, index } of removed.length === 0 && unsafe.test(text)
      ? text.matchAll(handlers)
      : []) {
      this.#changes.push({ from: from + index, to: from + index + written.length, text: '' });
      this.#cleaning.lose('html-removed', `${written.trim()} of ${text}`, 'Scripts are not imported.');
    }
    for (const match of text.matchAll(/\s(src|href|poster)\s*=\s*(["'])(.*?)\2/gi)) {
      const [whole, name = '', quote = '', written = ''] = match;
      if (removed.some(({ 0: tag, index }) => match.index > index && match.index < index + tag.length))
        continue;
      const url = this.#resolve(written);
      const found =
        name.toLowerCase() === 'href'
          ? this.#linkTo(written, text)
          : this.#cleaning.addresses.image(url, null);
      const at = from + match.index;
      if (found !== null && found.kind !== 'none' && found.kind !== 'missing') {
        if (found.url !== written)
          this.#changes.push({
            from: at,
            to: at + whole.length,
            text: ` ${name}=${quote}${found.url}${quote}`,
          });
      } else if (found === null) this.#changes.push({ from: at, to: at + whole.length, text: '' });
      else {
        this.#cleaning.lose(
          'file-missing',
          written,
          'Import again with the file, or remove it from the document.',
        );
        this.#removeImage(text, match.index, from);
      }
    }
  }

  /** A build refuses an image without a file; its alternative text stays. @param at of its address */
  #removeImage(html: string, at: number, from: number): void {
    const start = html.lastIndexOf('<', at);
    const end = html.indexOf('>', at) + 1;
    const tag = html.slice(start, end);
    if (!/^<img\b/i.test(tag)) {
      const attribute = /^\s\w+\s*=\s*(?:"[^"]*"|'[^']*')/.exec(html.slice(at))?.[0] ?? '';
      this.#changes.push({ from: from + at, to: from + at + attribute.length, text: '' });
      return;
    }
    const alt = /\salt\s*=\s*"([^"]*)"/i.exec(tag)?.[1] ?? '';
    this.#changes.push({ from: from + start, to: from + end, text: missingImage(alt) });
  }

  /** Escapes words in the form of tags, and removes unclosed tags. */
  #adaptTags(): void {
    for (const { from, to, node, text, isOfHtml } of findStrayTags(this.#source, this.#tree)) {
      if (this.#rewritten.has(node)) continue;
      this.#changes.push({ from, to, text: isOfHtml ? '' : text.replace('<', '&lt;') });
      this.#cleaning.lose(
        'html-removed',
        text,
        isOfHtml
          ? 'The tag was not closed, or closed nothing. It is removed, its words are kept.'
          : 'It is not an HTML element, so it is shown as text.',
      );
    }
  }

  #replaceTarget(from: number, text: string, before: string, url: string): void {
    if (url === before) return;
    const match = target.exec(text);
    const written = match?.[1] ?? '';
    const at = from + (match?.index ?? 0) + (match?.[0].indexOf(written, 2) ?? 0);
    this.#changes.push({ from: at, to: at + written.length, text: writeTarget(url) });
  }
}

const missingFix = 'Its alternative text is kept. Import again with the file.';

/** Tags that are removed one by one where their HTML goes on in another block. */
const unsafeTag =
  /<\/?(?:form|input|button|select|option|textarea|object|embed|iframe|base|meta|link)\b(?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;

/** Is it HTML whose elements end in another block, and that is safe without its unsafe tags? */
function goesOnElsewhere(html: string): boolean {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  const empty = count(/<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/gi);
  const isBalanced = count(/<[a-z]/gi) - empty === count(/<\/[a-z]/gi);
  return !isBalanced && unsafe.test(html) && !unsafe.test(html.replace(unsafeTag, ''));
}

/** The letters and digits of a name, without what some editors put before it. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:user-content-|h-)/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** An address that stays in the text, but is no link: one with its scheme would be. */
const asWords = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/[\\`*_[\]<>~]/g, '\\$&');

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** @param alt escaped */
const missingImage = (alt: string): string =>
  alt === '' ? '' : `<span role="img" aria-label="${alt}"></span>`;
const writeTarget = (url: string): string => (/[\s()<>]/.test(url) ? `<${url}>` : url);
const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;

function sliceOf(source: string, node: Nodes): Change {
  const from = startOf(node);
  const to = endOf(node);
  return { from, to, text: source.slice(from, to) };
}

/** Applies changes from the end, so that offsets stay right; a change inside of another one is ignored. */
function applyChanges(source: string, changes: readonly Change[]): string {
  const parts: string[] = [];
  let last = source.length;
  for (const { from, to, text } of changes.toSorted((a, b) => b.from - a.from || b.to - a.to)) {
    if (to > last) continue;
    parts.push(source.slice(to, last), text);
    last = from;
  }
  return source.slice(0, last) + parts.reverse().join('');
}
