import {
  type ExportAuthor,
  type ExportComment,
  type ExportItem,
  type ExportRecord,
  type ExportTerm,
  type MetaEntry,
  type TermMention,
  UnreadableExport,
} from '../model/export-model.ts';
import { slugFromText } from '../model/names.ts';
import { type XmlEvent, XmlReader } from './xml-events.ts';

/**
 * Reads a WordPress export as a stream of records, in bounded memory. Namespaces are recognized by the end of their
 * names (`/export/1.2/`), since protocol and version differ between years.
 * @param file name of the file, for messages
 * @throws UnreadableExport with the line, after all records before the problem
 */
export async function* readExport(file: string, text: AsyncIterable<string>): AsyncGenerator<ExportRecord> {
  const xml = new XmlReader();
  const collector = new Collector(file);
  try {
    for await (const chunk of text) yield* collector.collect(xml.read(chunk));
  } catch (error) {
    if (error instanceof UnreadableExport) yield* collector.collect(xml.take());
    throw error;
  }
  const whole = xml.end();
  yield* collector.collect(xml.take());
  if (!whole) {
    throw new UnreadableExport(
      `The file ends in the middle, at line ${xml.line}: the export was cut off, by a limit of time or memory of the old server. ` +
        `${collector.items} ${collector.items === 1 ? 'document was' : 'documents were'} read before that. Export again in parts (Tools > Export, by kind and date), and import the parts together.`,
      xml.line,
    );
  }
  collector.refuseOther(xml.line);
}

const namespaces: readonly (readonly [RegExp, string])[] = [
  [/\/export\/1\.\d+\/excerpt\/?$/, 'excerpt'],
  [/\/export\/1\.\d+\/?$/, 'wp'],
  [/\/modules\/content\/?$/, 'content'],
  [/\/dc\/elements\/1\.1\/?$/, 'dc'],
];

type Fields = Record<string, string>;

interface OpenItem {
  readonly line: number;
  readonly fields: Fields;
  readonly terms: TermMention[];
  readonly meta: MetaEntry[];
  readonly comments: ExportComment[];
}

class Collector {
  items = 0;
  readonly #file: string;
  readonly #path: string[] = [];
  readonly #prefixes = new Map<string, string>();
  readonly #channel: Fields = {};
  /** Declared terms: slugs by `taxonomy:name`. */
  readonly #slugs = new Map<string, string>();
  #headGiven = false;
  #item: OpenItem | null = null;
  /** Fields of the open element below an item or the channel: an author, a term, a comment, a field. */
  #part: Fields = {};
  #partMeta: MetaEntry[] = [];
  /** Key and value of the open field of a term or comment. */
  #partField: Fields = {};
  #attributes: Readonly<Record<string, string>> = {};

  constructor(file: string) {
    this.#file = file;
  }

  *collect(events: readonly XmlEvent[]): Generator<ExportRecord> {
    for (const event of events) {
      if (event.kind === 'open') this.#open(event);
      else if (event.kind === 'close') yield* this.#close(event.text);
      else yield this.#repaired(event);
    }
  }

  /** A feed looks like an export, but has no version. */
  refuseOther(line: number): void {
    if (this.#channel['wp:wxr_version'] !== undefined || this.#prefixes.get('wp') === 'wp') return;
    throw new UnreadableExport(
      'This is a feed, not an export (it has no wp:wxr_version). In the old WordPress open Tools > Export, choose "All content" and take that file.',
      line,
    );
  }

  #open(event: XmlEvent & { kind: 'open' }): void {
    if (this.#path.length === 0) this.#learnPrefixes(event.attributes);
    const name = this.#canonical(event.name);
    this.#path.push(name);
    this.#attributes = event.attributes;
    const depth = this.#path.length;
    if (depth === 3 && name === 'item') {
      this.refuseOther(event.line);
      this.#item = { line: event.line, fields: {}, terms: [], meta: [], comments: [] };
    } else if (depth === 3 || (depth === 4 && this.#item)) {
      this.#part = {};
      this.#partMeta = [];
    }
  }

  *#close(text: string): Generator<ExportRecord> {
    const name = this.#path.at(-1) ?? '';
    const depth = this.#path.length;
    const inside = this.#path[2] === 'item' ? depth - 1 : depth;
    if (depth === 3 && name === 'item') yield* this.#closeItem();
    else if (inside === 3) yield* this.#closeField(name, text);
    else if (inside === 4 && /^wp:(?:comment|term)meta$/.test(name)) this.#closePartField();
    else if (inside === 4) this.#part[name] = text;
    else if (inside === 5) this.#partField[name] = text;
    else if (depth === 2 && !this.#headGiven) yield this.#head();
    this.#path.pop();
  }

  #closePartField(): void {
    this.#partMeta.push(metaEntry(this.#partField));
    this.#partField = {};
  }

  *#closeField(name: string, text: string): Generator<ExportRecord> {
    if (this.#item) {
      this.#addToItem(this.#item, name, text);
      return;
    }
    if (name === 'wp:author') yield { kind: 'author', author: readAuthor(this.#part) };
    else if (name === 'wp:category' || name === 'wp:tag' || name === 'wp:term') {
      const term = { ...readTerm(name, this.#part), meta: this.#partMeta };
      this.#slugs.set(`${term.taxonomy}:${term.name}`, term.slug);
      yield { kind: 'term', term };
    } else this.#channel[name] ??= text;
  }

  #addToItem(item: OpenItem, name: string, text: string): void {
    if (name === 'wp:postmeta') item.meta.push(metaEntry(this.#part));
    else if (name === 'wp:comment') item.comments.push({ ...readComment(this.#part), meta: this.#partMeta });
    else if (name === 'category') {
      const { domain = 'category', nicename = '' } = this.#attributes;
      const taxonomy = domain === 'tag' ? 'post_tag' : domain;
      if (nicename !== '' || text.trim() !== '') item.terms.push({ taxonomy, slug: nicename, name: text });
    } else item.fields[name] ??= text;
  }

  *#closeItem(): Generator<ExportRecord> {
    const item = this.#item;
    if (!item) return;
    if (!this.#headGiven) yield this.#head();
    this.items++;
    this.#item = null;
    yield { kind: 'item', item: { ...finishItem(this.#file, item, this.#slugs), ordinal: this.items } };
  }

  #head(): ExportRecord {
    this.#headGiven = true;
    const channel = this.#channel;
    const home = (channel['wp:base_blog_url'] || channel.link || '').trim().replace(/\/+$/, '');
    const siteUrl = (channel['wp:base_site_url'] || home).trim().replace(/\/+$/, '');
    return {
      kind: 'head',
      head: {
        title: (channel.title ?? '').trim(),
        tagline: (channel.description ?? '').trim(),
        home,
        siteUrl,
        language: (channel.language ?? '').trim(),
      },
    };
  }

  #repaired({ what, count, line }: XmlEvent & { kind: 'repaired' }): ExportRecord {
    const fields = this.#item?.fields;
    const id = Number(fields?.['wp:post_id']);
    const place = { file: this.#file, line, id: id > 0 ? id : null, title: fields?.title ?? '' };
    return {
      kind: 'repaired',
      what,
      count,
      place: this.#item ? { ...place, line: this.#item.line, ordinal: this.items + 1 } : place,
    };
  }

  #learnPrefixes(attributes: Readonly<Record<string, string>>): void {
    for (const [name, uri] of Object.entries(attributes)) {
      const known = namespaces.find(([end]) => end.test(uri));
      if (known && name.startsWith('xmlns:')) this.#prefixes.set(name.slice('xmlns:'.length), known[1]);
    }
  }

  #canonical(name: string): string {
    const colon = name.indexOf(':');
    if (colon < 0) return name;
    const prefix = name.slice(0, colon);
    return `${this.#prefixes.get(prefix) ?? prefix}${name.slice(colon)}`;
  }
}

const wholeNumber = (text: string | undefined): number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
};

const metaEntry = (fields: Fields): MetaEntry => ({
  key: (fields['wp:meta_key'] ?? '').trim(),
  value: fields['wp:meta_value'] ?? '',
});

function readAuthor(part: Fields): ExportAuthor {
  const login = (part['wp:author_login'] ?? '').trim();
  const name = (part['wp:author_display_name'] ?? '').trim();
  return { id: wholeNumber(part['wp:author_id']), login, name: name || login };
}

function readTerm(element: string, part: Fields): ExportTerm {
  const id = wholeNumber(part['wp:term_id']) || null;
  if (element === 'wp:category') {
    return {
      taxonomy: 'category',
      id,
      slug: (part['wp:category_nicename'] ?? '').trim(),
      parent: (part['wp:category_parent'] ?? '').trim(),
      name: (part['wp:cat_name'] ?? '').trim(),
      description: part['wp:category_description'] ?? '',
    };
  }
  const prefix = element === 'wp:tag' ? 'wp:tag' : 'wp:term';
  return {
    taxonomy: element === 'wp:tag' ? 'post_tag' : (part['wp:term_taxonomy'] ?? '').trim(),
    id,
    slug: (part[`${prefix}_slug`] ?? '').trim(),
    parent: (part['wp:term_parent'] ?? '').trim(),
    name: (part[`${prefix}_name`] ?? '').trim(),
    description: part[`${prefix}_description`] ?? '',
  };
}

function readComment(part: Fields): ExportComment {
  const field = (name: string) => {
    const text = part[`wp:comment_${name}`] ?? '';
    return name === 'content' ? text : text.trim();
  };
  return {
    id: wholeNumber(field('id')),
    author: field('author'),
    email: field('author_email'),
    url: field('author_url'),
    ip: field('author_IP'),
    date: field('date'),
    dateGmt: field('date_gmt'),
    content: field('content'),
    approved: field('approved'),
    type: field('type') || 'comment',
    parent: wholeNumber(field('parent')),
    userId: wholeNumber(field('user_id')),
  };
}

function finishItem(
  file: string,
  { line, fields, terms, meta, comments }: OpenItem,
  slugs: ReadonlyMap<string, string>,
): ExportItem {
  const field = (name: string) => fields[name] ?? '';
  /** Formatters of XML put white space around values. */
  const name = (field: string) => (fields[field] ?? '').trim();
  // Squarespace dates pages in this way only.
  const time = name('wp:post_date') === '' ? Date.parse(name('pubDate')) : Number.NaN;
  const published = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  return {
    file,
    line,
    id: wholeNumber(fields['wp:post_id']) || null,
    type: name('wp:post_type') || 'post',
    status: name('wp:status') || 'publish',
    title: field('title'),
    link: field('link').trim(),
    guid: field('guid').trim(),
    creator: name('dc:creator'),
    content: field('content:encoded'),
    excerpt: field('excerpt:encoded'),
    date: name('wp:post_date') || published,
    dateGmt: name('wp:post_date_gmt') || published,
    modified: name('wp:post_modified'),
    modifiedGmt: name('wp:post_modified_gmt'),
    slug: name('wp:post_name'),
    parent: wholeNumber(fields['wp:post_parent']),
    order: Number(field('wp:menu_order')) || 0,
    password: name('wp:post_password'),
    sticky: name('wp:is_sticky') === '1',
    attachmentUrl: name('wp:attachment_url'),
    // Files before version 1.1 mention each term twice, once by name only; the oldest ones by name only.
    terms: terms
      .filter(({ slug, name }) => slug !== '' || !terms.some((term) => term.slug && term.name === name))
      .map(({ taxonomy, slug, name }) => ({
        taxonomy,
        slug: slug || (slugs.get(`${taxonomy}:${name}`) ?? slugFromText(name)),
        name,
      })),
    meta,
    comments,
  };
}
