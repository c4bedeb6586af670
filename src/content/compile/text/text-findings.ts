import { posix } from 'node:path';
import { decodeHTMLAttribute } from 'entities';
import type { Code, Definition, Html, Image as ImageNode, ImageReference, Link } from 'mdast';
import type { HastPluginInput, MdastNode, MdastPluginInput, MdastVisitorContext } from 'satteri';
import { languages, wordsOf } from '../../../core/languages/words.ts';
import type { Heading, Image } from '../../../core/model/document.ts';
import type { FindEmbed } from '../../../core/model/embeds.ts';
import { withoutLanguage } from '../../../core/model/languages.ts';
import type { Site } from '../../../core/model/site.ts';
import { systemTarget } from '../../../core/model/targets.ts';
import { absoluteUrl, encodePath, isSystemPath } from '../../../core/model/urls.ts';
import { rewriteAddresses } from '../../../core/text/html-addresses.ts';
import { readAttributes } from '../../../core/text/html-tags.ts';
import type { Edit } from '../../../core/text/text-edits.ts';
import type { Problem } from '../../read/problems.ts';
import { renderDiagram } from '../markup/diagram.ts';
import type { Fence } from '../markup/fence.ts';
import { renderFormula } from '../markup/formula.ts';
import { destinationRange, positionOf } from '../markup/markdown-edits.ts';
import { nameOfMedia, type Player, type PlayerParts, playerOf, renderPlayer } from '../markup/player.ts';
import { HtmlElements } from '../markup/raw-html.ts';
import { twinOfTarget } from '../twin-links.ts';
import { describeLocalAddress, findBlocked } from './blocked-html.ts';
import { explainCode } from './code-warnings.ts';
import { HeadingIds } from './page-ids.ts';
import type { ReferenceResolver, Resolved, Use } from './references.ts';

export interface TextToCompile {
  readonly markdown: string;
  /** Path of the file from the project's root, and the lines before the text in it. */
  readonly file: string;
  readonly lineOffset: number;
  readonly path: string;
  /** The author's summary; the excerpt where there is one. */
  readonly description: string | null;
  readonly site: Site;
  readonly references: ReferenceResolver;
  /** What cards of links show. */
  readonly embed?: FindEmbed;
  /** Of the site's plugins, for the engine's compiler. */
  readonly plugins?: TreePlugins | null;
  /** Is it compiled for its twin alone? Its words are checked as the author wrote them. */
  readonly isForTwin?: boolean;
}

/** Plugins that change the tree of a text before the engine reads it, and the tree of its HTML. */
export interface TreePlugins {
  readonly mdast: readonly MdastPluginInput[];
  readonly hast: readonly HastPluginInput[];
  /** Reads bodies as remark does, with markup that the compiler does not know; null where the compiler's parser will do. */
  readonly parser: MdastPluginInput | null;
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

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An address that leads somewhere. */
export type Found = Exclude<Resolved, { kind: 'broken' }>;

/** Abbreviations that a text defines, `*[HTML]: HyperText Markup Language`, and the text without those lines. */
export interface Abbreviations {
  readonly titles: ReadonlyMap<string, string>;
  readonly lines: readonly Edit[];
  /** With blanks instead of the definitions, so that places stay what they are. */
  readonly markdown: string;
}

/** What the passes over a text collect: `found` in the data of each document. */
export const findingsOf = ({ data }: MdastVisitorContext) => data.found as Findings;

/** What one pass over a text collects. */
export class Findings {
  readonly input: TextToCompile;
  readonly headings: Heading[] = [];
  readonly images = new Map<string, Image>();
  readonly references: Reference[] = [];
  readonly assets = new Set<string>();
  readonly files = new Set<string>();
  readonly problems: Problem[] = [];
  /** What a build publishes, and does not do what its author may expect. */
  readonly warnings: Problem[] = [];
  readonly edits: Edit[] = [];
  /** Addresses of pages that the text links to, and those of their twins. */
  readonly twins = new Map<string, string>();
  readonly headingIds: HeadingIds;
  readonly elements = new HtmlElements();
  /** Of images by reference, by label; only those of a text that has such images. */
  readonly definitions = new Map<string, Pick<Definition, 'url' | 'title'>>();
  /** What the text says its abbreviations stand for; null where it defines none. */
  abbreviations: Abbreviations | null = null;
  /** Abbreviations that the twin has explained. */
  readonly explained = new Set<string>();
  /** True when the twin cannot be made by editing the source. */
  needsConversion = false;
  /** Did a plugin change what the text says? Then the twin is made from the HTML. */
  isPluginMade = false;
  /** The text as Markdown that says the same as the changed one, for the twin; null where only the HTML says it. */
  rewritten: string | null = null;
  /** Lines of the text that plugins made something else of. */
  readonly changedLines: { readonly first: number; readonly last: number }[] = [];
  #diagrams = 0;

  /** @param taken IDs of elements other than headings */
  constructor(input: TextToCompile, taken: Iterable<string>) {
    this.input = input;
    this.headingIds = new HeadingIds(taken);
  }

  /** Resolves an address and records its target. Returns null after reporting a broken one. */
  resolve(written: string, node: MdastNode, as: Use, place: Place = this.placeOf(node)): Found | null {
    const resolved = this.input.references.resolve(written, this.input.file, this.input.path, as);
    if (resolved.kind === 'broken') {
      this.problems.push({ ...place, field: as === 'link' ? 'link' : 'image', message: resolved.message });
      return null;
    }
    if (as !== 'link') this.warn(describeColorScheme(written), place, 'image');
    if (resolved.kind === 'external') this.warn(describeLocalAddress(resolved.url), place, 'link');
    if (resolved.kind === 'page') {
      const { path, fragment, source } = resolved;
      if (as === 'link') this.twins.set(url(resolved, this.input.site), twinUrl(resolved, this.input.site));
      this.references.push({ path, fragment, source, written, line: place.line, column: place.column });
    }
    if (resolved.kind === 'file' && as !== 'link')
      this.warn(describeRareFormat(resolved.source), place, 'image');
    if (resolved.kind === 'file') this.files.add(resolved.source);
    if (resolved.kind === 'file' && resolved.contentFile) this.assets.add(resolved.contentFile);
    return resolved;
  }

  /** An image whose definition is resolved, and reported, by itself. */
  find(written: string): Found | null {
    const resolved = this.input.references.resolve(written, this.input.file, this.input.path, 'image');
    return resolved.kind === 'broken' ? null : resolved;
  }

  complain(node: MdastNode, field: string, message: string): void {
    this.problems.push({ ...this.placeOf(node), field, message });
  }

  /** @param message null where there is nothing to warn of */
  warn(message: string | null, place: Place, field: string): void {
    if (message !== null) this.warnings.push({ ...place, field, message });
  }

  placeOf(node: MdastNode): Place {
    const start = positionOf(node)?.start ?? { line: 1, column: 1 };
    return { file: this.input.file, line: start.line + this.input.lineOffset, column: start.column };
  }

  /** Does a plugin answer for what became of the words of a line? */
  isChanged(line: number): boolean {
    return this.changedLines.some(({ first, last }) => line >= first && line <= last);
  }

  /** The text without those lines: what reads words need not look for theirs. */
  blankChanged(markdown: string): string {
    if (this.changedLines.length === 0) return markdown;
    const lines = markdown.split('\n');
    for (const { first, last } of this.changedLines)
      for (let at = first - 1; at < Math.min(last, lines.length); at++)
        lines[at] = ' '.repeat(lines[at]?.length ?? 0);
    return lines.join('\n');
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
    for (const { at, message } of findBlocked(node.value, this.input.site))
      this.warn(message, placeAt(at), 'HTML');
    const value = rewriteAddresses(node.value, (address, tag, attribute) => {
      const isImage = tag.name === 'img' || attribute === 'srcset' || attribute === 'poster';
      const resolved = this.resolve(address, node, isImage ? 'image' : 'link', placeAt(tag.start));
      if (resolved && tag.name === 'img' && attribute === 'src') {
        const alt = readAttributes(node.value, tag).find(({ name }) => name === 'alt');
        this.addImage(resolved, decodeHTMLAttribute(alt?.value ?? ''));
      }
      return resolved && resolved.kind !== 'external' ? href(resolved, this.input.site) : null;
    });
    if (value !== node.value) context.setProperty(node, 'value', value);
  }

  /** What the text plays instead of showing it as an image: as HTML. In the twin it is a link. */
  play(node: ImageNode | ImageReference, written: string, resolved: Found, alt: string): string | null {
    const address = href(resolved, this.input.site);
    const player = playerOf(address);
    if (player === null) return null;
    const start = node.position?.start.offset ?? 0;
    this.edits.push({ start, end: start + 1, text: '' });
    if (alt.trim() === '')
      this.edits.push({ start: start + 2, end: start + 2, text: nameOfMedia(address, alt) });
    return renderPlayer(player, address, alt, this.#partsOf(node, written, resolved, player));
  }

  /** Files next to a video or sound: `weir.jpg` is the poster of `weir.mp4`, `weir.vtt` and `weir.de.vtt` its captions. */
  #partsOf(node: MdastNode, written: string, resolved: Found, player: Player): PlayerParts {
    if (resolved.kind !== 'file') return {};
    const { site, references, file, path } = this.input;
    // A file that is added later is noticed by the time of the folder.
    this.files.add(posix.dirname(resolved.source));
    const find = (ending: string, as: Use): Extract<Found, { kind: 'file' }> | null => {
      const part = written.replace(/\.\w+$/, ending);
      if (references.resolve(part, file, path, as).kind !== 'file') return null;
      return this.resolve(part, node, as) as Extract<Found, { kind: 'file' }> | null;
    };
    const poster =
      player === 'video'
        ? posters.map((ending) => find(ending, 'image')).find((found) => found !== null)
        : null;
    const image = poster ? this.addImage(poster, '') : null;
    const captions = ['', ...new Set([site.language, ...languages])].flatMap((language) => {
      const found = find(language === '' ? '.vtt' : `.${language}.vtt`, 'link');
      const tag = language || site.language;
      return found ? [{ language: tag, address: href(found, site), label: nameOf(tag) }] : [];
    });
    const { width, height } = resolved.media?.width ? resolved.media : (image ?? {});
    return player === 'video'
      ? { width, height, poster: poster ? href(poster, site) : null, captions }
      : { captions };
  }

  addImage(resolved: Found, alt: string): Image {
    const image = imageOf(resolved, alt, this.input.site);
    // Words that it has in one place are those of the file.
    const known = this.images.get(image.src);
    this.images.set(image.src, known && known.alt.trim() !== '' ? known : image);
    return image;
  }

  /** A formula as HTML. Returns null after reporting a broken one. */
  formula(node: MdastNode & { readonly value: string }, display: boolean): string | null {
    const rendered = renderFormula(node.value, display);
    if (rendered.ok) return rendered.html;
    this.complain(node, 'formula', rendered.message);
    return null;
  }

  /** A diagram as HTML; null with a warning where it can't be drawn, and is shown as code. */
  diagram(node: Code, { title }: Fence): string | null {
    this.#diagrams += 1;
    const { words } = wordsOf(this.input.site);
    const drawn = renderDiagram(node.value, title, this.#diagrams, words.diagram);
    if (drawn.ok) return drawn.html;
    this.warnOfDiagram(node, `is shown as code, not as a diagram (${drawn.message})`);
    return null;
  }

  /** What the fence of a block says in vain. */
  warnOfCode(node: Code, fence: Fence): void {
    const place = this.placeOf(node);
    const messages = explainCode(node, fence, this.input.markdown, this.elements.isOpen);
    for (const message of messages.filter((one) => !this.warnings.some((other) => other.message === one)))
      this.warn(message, place, 'code');
  }

  warnOfDiagram(node: Code, what: string): void {
    const message = `"${node.lang}" ${what}; save it as SVG and show that as an image.`;
    this.warn(message, this.placeOf(node), 'code');
  }

  /** Replaces the written address by an absolute one, in the twin. */
  editDestination(node: Link | ImageNode, url: string): void {
    const range = destinationRange(this.input.markdown, node);
    if (range === 'none') return;
    if (range === null) this.needsConversion = true;
    else this.edits.push({ ...range, text: url });
  }
}

const posters = ['.jpg', '.png', '.webp', '.avif'];
const nameOf = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** GitHub shows one of two images. */
function describeColorScheme(written: string): string | null {
  const scheme = /#gh-(dark|light)-mode-only$/.exec(written)?.[1];
  return scheme
    ? `"${written}" is shown in dark and light mode alike; write <picture> with <source media="(prefers-color-scheme: ${scheme})" srcset="…">.`
    : null;
}

/** In `public/`, nothing is converted. */
function describeRareFormat(source: string): string | null {
  if (!/^public\/.*\.(?:heic|heif|jxl|tiff?)$/i.test(source)) return null;
  return `${source} is shown by few browsers; save it as JPEG, or move a HEIC or TIFF file next to the document, where a build converts it.`;
}

/** The address in HTML: root-relative inside the site. */
export function href(resolved: Found, site: Site): string {
  if (resolved.kind === 'page') {
    const { path } = resolved;
    const target = isSystemPath(withoutLanguage(site, path)) ? (systemTarget(site, path) ?? path) : path;
    if (!target.startsWith('/')) return target;
    return encodePath(target) + (resolved.fragment ? `#${resolved.fragment}` : '');
  }
  return resolved.kind === 'file' ? encodePath(resolved.image.src) : resolved.url;
}

/** The same, absolute. */
export function url(resolved: Found, site: Site): string {
  const target = href(resolved, site);
  return target.startsWith('/') ? site.url + target : target;
}

/** Where a link of the twin leads: to a twin, where what is linked has one. */
export function twinUrl(resolved: Found, site: Site): string {
  const twin = resolved.kind === 'page' ? twinOfTarget(resolved.path, site) : null;
  const target = href(resolved, site);
  if (twin === null || !target.startsWith('/')) return url(resolved, site);
  return absoluteUrl(site, twin) + target.replace(/^[^#]*/, '');
}

function imageOf(resolved: Found, alt: string, site: Site): Image {
  if (resolved.kind === 'file') return { ...resolved.image, alt };
  return { src: href(resolved, site), alt, width: null, height: null };
}
