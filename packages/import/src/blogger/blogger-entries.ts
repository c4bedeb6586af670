import type { XmlEvent } from '../wordpress/xml-events.ts';

/** An entry of the feed: both formats of Blogger have the same fields here. */
export interface BloggerEntry {
  readonly line: number;
  readonly kind: 'post' | 'page' | 'comment' | 'other';
  readonly id: string;
  /** `LIVE`, `DRAFT`, `SOFT_TRASHED`, … */
  readonly status: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly published: string;
  readonly updated: string;
  readonly author: string;
  readonly authorUrl: string;
  readonly labels: readonly string[];
  /** Path, or whole address; empty for a draft. */
  readonly path: string;
  /** Of a comment: the post, and the comment that it answers. */
  readonly parent: string;
  readonly answers: string;
  readonly enclosure: string;
}

interface Open {
  readonly line: number;
  readonly fields: Record<string, string>;
  readonly categories: Readonly<Record<string, string>>[];
  readonly links: Readonly<Record<string, string>>[];
}

/** Collects entries from XML, and what the feed says of the blog. */
export class EntryCollector {
  title = '';
  home = '';
  isFeed = false;
  /** Number of posts and pages. */
  count = 0;
  readonly settings = new Map<string, string>();
  /** Of posts. */
  readonly labels = new Set<string>();
  /** Parts that are no documents. */
  readonly left: string[] = [];
  readonly #path: string[] = [];
  #open: Open | null = null;

  *collect(events: readonly XmlEvent[]): Generator<BloggerEntry> {
    for (const event of events) {
      if (event.kind === 'open') this.#begin(event);
      else if (event.kind === 'close') {
        const entry = this.#end(event.name, event.text);
        if (entry !== null) yield entry;
      }
    }
  }

  #begin({ name, attributes, line }: XmlEvent & { kind: 'open' }): void {
    this.#path.push(name);
    if (this.#path.length === 1)
      this.isFeed =
        name === 'feed' && Object.values(attributes).some((uri) => /blogger|w3\.org\/2005\/Atom/.test(uri));
    if (this.#path.length === 2 && name === 'entry')
      this.#open = { line, fields: {}, categories: [], links: [] };
    else if (this.#path.length === 2 && name === 'link' && attributes.rel === 'alternate')
      this.home = attributes.href ?? '';
    else if (name === 'category') this.#open?.categories.push(attributes);
    else if (name === 'link') this.#open?.links.push(attributes);
    else if (name === 'thr:in-reply-to' && this.#open)
      this.#open.fields['blogger:parent'] = attributes.ref ?? '';
  }

  #end(name: string, text: string): BloggerEntry | null {
    const depth = this.#path.length;
    const above = this.#path.at(-2);
    this.#path.pop();
    const open = this.#open;
    if (open === null) {
      if (depth === 2 && name === 'title') this.title = text;
      return null;
    }
    if (depth > 2) {
      const key = above === 'author' ? `author ${name}` : name;
      if (text !== '' || open.fields[key] === undefined) open.fields[key] = text;
      return null;
    }
    this.#open = null;
    return this.#finish(open);
  }

  #finish({ line, fields, categories, links }: Open): BloggerEntry {
    const field = (name: string) => (fields[name] ?? '').trim();
    const kindTerm = categories.find(({ scheme = '' }) => scheme.endsWith('#kind'))?.term ?? '';
    const kind =
      /(?:#|^)(post|page|comment)$/i.exec(kindTerm || field('blogger:type'))?.[1]?.toLowerCase() ?? 'other';
    const linkOf = (rel: string) => links.find((link) => link.rel === rel)?.href ?? '';
    const id = field('id');
    const setting = /\.settings\.(\w+)$/.exec(id)?.[1];
    if (setting !== undefined) this.settings.set(setting, field('content'));
    else if (kind === 'other') this.left.push(field('title') || 'entry of another kind');
    else if (kind !== 'comment') this.count++;
    const labels = categories
      .filter(({ scheme = '' }) => !scheme.endsWith('#kind'))
      .flatMap(({ term }) => (term ? [term] : []));
    if (kind === 'post') for (const label of labels) this.labels.add(label);
    const draft = field('app:draft') === 'yes' || field('app:control') === 'yes' ? 'DRAFT' : 'LIVE';
    return {
      line,
      kind: kind as BloggerEntry['kind'],
      id,
      status: field('blogger:trashed') === '' ? field('blogger:status') || draft : 'TRASHED',
      title: field('title'),
      content: fields.content ?? '',
      description: field('blogger:metaDescription'),
      published: field('published'),
      updated: field('updated'),
      author: field('author name'),
      authorUrl: field('author uri'),
      labels,
      path: field('blogger:filename') || linkOf('alternate'),
      parent: field('blogger:parent'),
      answers: field('blogger:inReplyTo') || answered(linkOf('related')),
      enclosure: linkOf('enclosure'),
    };
  }
}

/** Identity of a comment, of its address in a feed of comments. */
function answered(link: string): string {
  const [, blog, comment] = /\/feeds\/(\d+)\/\d+\/comments\/default\/(\d+)/.exec(link) ?? [];
  return comment === undefined ? '' : `tag:blogger.com,1999:blog-${blog}.post-${comment}`;
}
