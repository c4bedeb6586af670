/**
 * Which text of a page a reader sees, and which of it is the matter of the page rather than navigation: keeps track
 * of the elements that decide it, in the order in which tags come.
 */

const hidden: ReadonlySet<string> = new Set(
  'head script style template svg noscript textarea select'.split(' '),
);
/** What `head` contains; anything else ends it where its end tag is left out. */
const metadata: ReadonlySet<string> = new Set(
  'base link meta noscript script style template title'.split(' '),
);
const aside: ReadonlySet<string> = new Set(
  'nav aside footer form button dialog search menu label'.split(' '),
);
const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote br dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li
main nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Elements that hold a part of a page, and what is in their class or id when it is a widget below the text. */
const boxes: ReadonlySet<string> = new Set('details div figure ol p section ul'.split(' '));
const isWidget =
  /(?:^|[-_])(?:advert|adverts|comments|respond|disqus|giscus|utterances|cookies?|consent|gdpr|newsletter|subscribe|subscription|signup|pager|pagination|recommended|related|share|sharing|social|sponsor)(?:$|[-_])/;
/** WordPress names the terms of a post in its classes: `category-social`. */
const isTerm = /^(?:category|tag|type|format|status|series)-/;

type Role = 'hidden' | 'aside' | 'main' | 'article';
interface Region {
  readonly tag: string;
  readonly role: Role;
  /** Elements of the same name that are open inside. */
  inner: number;
}

/** Deeper than pages nest such elements. */
const deepest = 64;

export class HtmlRegions {
  private readonly regions: Region[] = [];
  private readonly seen: string[] = [];
  private readonly parts: Record<'main' | 'article' | 'rest', string[]> = {
    main: [''],
    article: [''],
    rest: [''],
  };

  /** Is what comes next text that no one sees? */
  get isHidden(): boolean {
    return this.has('hidden');
  }

  isInside(tag: string): boolean {
    return this.regions.some((region) => region.tag === tag);
  }

  addText(text: string): void {
    if (this.isHidden) return;
    this.seen.push(text);
    if (this.has('aside')) return;
    const { main, article, rest } = this.parts;
    for (const part of [...(this.has('main') ? [main] : []), ...(this.has('article') ? [article] : []), rest])
      part.push((part.pop() ?? '') + text);
  }

  /** A tag of an element that begins a line of its own also ends the block before it. */
  endBlock(tag: string): void {
    if (!blocks.has(tag)) return;
    this.seen.push('\n');
    for (const part of Object.values(this.parts)) if (part.at(-1)?.trim()) part.push('');
  }

  enter(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (!metadata.has(tag)) this.leave('head');
    if (voids.has(tag)) return;
    const role = roleOf(tag, attributes);
    const top = this.regions.findLast((region) => region.tag === tag);
    if (role && this.regions.length < deepest) this.regions.push({ tag, role, inner: 0 });
    else if (top) top.inner++;
  }

  leave(tag: string): void {
    const at = this.regions.findLastIndex((region) => region.tag === tag);
    const region = this.regions[at];
    if (!region) return;
    if (region.inner > 0) region.inner--;
    else this.regions.length = at;
  }

  /** All text that is seen. */
  text(): string {
    return this.seen.join('').replace(/[ \t\r\f]+/g, ' ');
  }

  /** The blocks of `main`, or of `article`, or of everything that is not navigation. */
  main(): string[] {
    const { main, article, rest } = this.parts;
    const chosen = [main, article, rest].find((part) => part.some((block) => block.trim() !== '')) ?? rest;
    return chosen.map((block) => block.replace(/\s+/g, ' ').trim()).filter((block) => block !== '');
  }

  private has(role: Role): boolean {
    return this.regions.some((region) => region.role === role);
  }
}

function namesOf({ class: classes = '', id = '' }: Readonly<Record<string, string>>): string[] {
  return `${classes} ${id}`.toLowerCase().split(/\s+/);
}

function roleOf(tag: string, attributes: Readonly<Record<string, string>>): Role | null {
  if (hidden.has(tag) || 'hidden' in attributes || attributes['aria-hidden'] === 'true') return 'hidden';
  if (aside.has(tag) || /\b(?:navigation|search|complementary)\b/.test(attributes.role ?? '')) return 'aside';
  if (boxes.has(tag) && namesOf(attributes).some((name) => isWidget.test(name) && !isTerm.test(name)))
    return 'aside';
  if (tag === 'main' || attributes.role === 'main') return 'main';
  return tag === 'article' ? 'article' : null;
}
