import { eachTag, type HtmlTag, namedAttributes } from 'agentsite/text';
import { decodeHTML } from 'entities';
import { HtmlRegions } from './html-regions.ts';

/** What a page says, as far as programs check it. */
export interface HtmlPage {
  readonly language: string;
  readonly title: string;
  readonly metas: readonly Attributes[];
  readonly links: readonly Attributes[];
  readonly anchors: readonly { readonly href: string; readonly isNamed: boolean }[];
  readonly images: readonly Attributes[];
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly forms: readonly Attributes[];
  readonly fields: readonly Field[];
  /** Buttons that nothing names, as they are in the page. */
  readonly namelessButtons: readonly string[];
  readonly ids: readonly string[];
  /** Every `id`, and every `name` of an anchor. */
  readonly targets: ReadonlySet<string>;
  readonly jsonLd: readonly string[];
  /** Addresses of scripts, styles, images and frames. */
  readonly resources: readonly string[];
  readonly mains: number;
  readonly scripts: number;
  /** Everything that a reader sees. */
  readonly text: string;
  /** The text of `main`, or of `article`, or of what is not navigation; without forms. One block each. */
  readonly main: readonly string[];
}

export type Attributes = Readonly<Record<string, string>>;

export interface Field {
  readonly attributes: Attributes;
  /** A `label` names it, or `aria-label`, `aria-labelledby`, `title` or `placeholder`. */
  readonly isNamed: boolean;
}

/** Characters of a page that are read; what comes after is for no reader. */
const readCharacters = 1024 * 1024;

export function readHtml(source: string): HtmlPage {
  const html = source.slice(0, readCharacters);
  const reader = new PageReader(html);
  let from = 0;
  eachTag(html, (tag) => {
    reader.addText(html.slice(from, tag.start));
    from = tag.end;
    reader.addTag(tag);
  });
  reader.addText(html.slice(from));
  return reader.finish();
}

interface Gathering {
  readonly tag: string;
  text: string;
  readonly done: (text: string) => void;
}

/** Elements inside of each other whose text is gathered at once. */
const maxGathered = 8;

class PageReader {
  private readonly html: string;
  private readonly regions = new HtmlRegions();
  private readonly page = {
    language: '',
    title: '',
    metas: [] as Attributes[],
    links: [] as Attributes[],
    anchors: [] as { href: string; isNamed: boolean }[],
    images: [] as Attributes[],
    headings: [] as { level: number; text: string }[],
    forms: [] as Attributes[],
    fields: [] as Field[],
    namelessButtons: [] as string[],
    ids: [] as string[],
    targets: new Set<string>(),
    jsonLd: [] as string[],
    resources: [] as string[],
    mains: 0,
    scripts: 0,
  };
  /** `for` of labels. */
  private readonly labelled = new Set<string>();
  private hasTitle = false;
  private openLabels = 0;
  /** Elements whose text is being gathered, outermost first: a title, a script, headings, links, buttons. */
  private readonly gathering: Gathering[] = [];

  constructor(html: string) {
    this.html = html;
  }

  addText(raw: string): void {
    if (raw === '') return;
    const isScript = this.gathering.at(-1)?.tag === 'script';
    const text = isScript ? raw : decodeHTML(raw);
    this.gatherText(text);
    this.regions.addText(text);
  }

  addTag(tag: HtmlTag): void {
    if (tag.kind !== 'open' && tag.kind !== 'close') return;
    this.regions.endBlock(tag.name);
    if (tag.kind === 'close') {
      this.close(tag.name);
      return;
    }
    const attributes = namedAttributes(this.html, tag);
    this.note(tag.name, attributes);
    this.noteControl(tag, attributes);
    this.regions.enter(tag.name, attributes);
  }

  finish(): HtmlPage {
    const fields = this.page.fields.map((field) => ({
      ...field,
      isNamed: field.isNamed || this.labelled.has(field.attributes.id ?? ''),
    }));
    return { ...this.page, fields, text: this.regions.text(), main: this.regions.main() };
  }

  private note(name: string, attributes: Attributes): void {
    const { page } = this;
    const { id, src, href } = attributes;
    if (id) page.ids.push(id);
    if (id) page.targets.add(id);
    if (name === 'a' && attributes.name) page.targets.add(attributes.name);
    if (src && name !== 'input') page.resources.push(src);
    if (name === 'main' || attributes.role === 'main') page.mains++;
    if (name === 'html') page.language = attributes.lang ?? '';
    else if (name === 'meta') page.metas.push(attributes);
    else if (name === 'form') page.forms.push(attributes);
    else if (name === 'link') {
      page.links.push(attributes);
      if (href && /stylesheet|icon|preload/i.test(attributes.rel ?? '')) page.resources.push(href);
    } else if (name === 'img') {
      if (!this.regions.isInside('noscript')) page.images.push(attributes);
      // An image names the link or the button that it is in.
      this.gatherText(attributes.alt ?? '');
    } else if (name === 'title' && !this.hasTitle && !this.regions.isInside('svg')) {
      this.hasTitle = true;
      this.gather('title', (text) => {
        page.title = text;
      });
    } else if (name === 'script') {
      page.scripts++;
      const isData = /^application\/ld\+json/i.test(attributes.type ?? '');
      this.gather('script', (text) => isData && page.jsonLd.push(text));
    }
  }

  private noteControl({ name, start, end }: HtmlTag, attributes: Attributes): void {
    const { page } = this;
    // What no one sees needs no name: `<a class="u-url" href="…" hidden></a>`.
    const isHidden = this.regions.isHidden || 'hidden' in attributes || attributes['aria-hidden'] === 'true';
    if (name === 'label') {
      this.openLabels++;
      if (attributes.for) this.labelled.add(attributes.for);
    } else if (name === 'input' || name === 'select' || name === 'textarea') {
      const isNamed =
        isHidden ||
        this.openLabels > 0 ||
        isNamedByItself(attributes) ||
        isMeaningful(attributes.placeholder);
      page.fields.push({ attributes, isNamed });
    } else if (/^h[1-6]$/.test(name) && !this.regions.isInside('noscript')) {
      this.gather(name, (text) => page.headings.push({ level: Number(name[1]), text }));
    } else if (name === 'a' && attributes.href !== undefined) {
      const href = attributes.href.trim();
      const isNamed = isHidden || isNamedByItself(attributes);
      this.gather('a', (text) => page.anchors.push({ href, isNamed: isNamed || text !== '' }));
    } else if (name === 'button' && !isHidden && !isNamedByItself(attributes) && attributes.title !== '') {
      // An empty title waits for the script of the button.
      const written = this.html.slice(start, Math.min(end, start + 120));
      this.gather('button', (text) => text === '' && page.namelessButtons.push(written));
    }
  }

  private gather(tag: string, done: (text: string) => void): void {
    this.gathering.push({ tag, text: '', done });
    if (this.gathering.length > maxGathered) this.gathering.shift();
  }

  private gatherText(text: string): void {
    for (const element of this.gathering) element.text += text;
  }

  private close(name: string): void {
    if (name === 'label') this.openLabels = Math.max(0, this.openLabels - 1);
    const at = this.gathering.findLastIndex(({ tag }) => tag === name);
    const gathered = this.gathering[at];
    if (gathered) {
      this.gathering.length = at;
      gathered.done(name === 'script' ? gathered.text : gathered.text.replace(/\s+/g, ' ').trim());
    }
    this.regions.leave(name);
  }
}

function isNamedByItself(attributes: Attributes): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => isMeaningful(attributes[name]));
}

const isMeaningful = (text = ''): boolean => text.trim() !== '';
